import { eventPage } from '@winnow/contracts/api/event-page.ts'
import { z } from 'zod'
import { archiveHead, hasEnded } from '../events/archived-run.ts'
import { eventPageOf } from '../events/event-page.ts'
import { eventStream } from '../events/event-stream.ts'
import { streamBody } from '../events/stream-body.ts'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { watchKey } from '../keys/watch-key.ts'
import { requireRun } from '../run-access.ts'
import { problems, runParams } from './route-schemas.ts'

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const eventsQuery = z.object({
  after: position.optional().describe('Only events after this position'),
  limit: z.coerce.number().int().min(1).max(1000).default(200).describe('Events of a page; a stream has no end but that of the run'),
})

/** The events of a run: in pages, or as a stream. */
export function registerRunEvents(app: Gateway, context: GatewayContext): void {
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/events',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getRunEvents',
      tags: ['runs'],
      summary: 'The events of a run: a page, or with Accept: text/event-stream a stream that goes on from Last-Event-ID or `after`',
      params: runParams,
      querystring: eventsQuery,
      headers: z.looseObject({ 'last-event-id': z.string().optional().describe('The last id that the client has') }),
      response: {
        200: {
          description: 'Events by position; a stream has also gap, end and upgrade (see the documentation)',
          content: { 'application/json': { schema: eventPage }, 'text/event-stream': { schema: z.any().meta({ type: 'string' }) } },
        },
        ...problems,
      },
    },
    handler: async (request, reply) => {
      const { workspaceId, keyId } = callerOf(request)
      const { runId } = request.params
      await requireRun(context, workspaceId, runId)
      const { after = 0, limit } = request.query
      reply.header('vary', 'accept')
      if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? ''))
        return reply.send(await eventPageOf(context.archive.read(runId, { after, limit: limit + 1 }), limit))
      const stream = streamOf(context, workspaceId, runId, lastEventId(request.headers['last-event-id']) ?? after)
      const watch = watchKey(context, keyId, stream.end)
      reply.raw.on('close', () => {
        clearInterval(watch)
        stream.end()
      })
      // A connection that stayed open after it would hold up the closing of the gateway.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      return reply.type('text/event-stream; charset=utf-8').send(stream.body)
    },
  })
}

function streamOf(context: GatewayContext, workspaceId: string, runId: string, after: number) {
  const { archive, pool, closing, limits } = context
  const gone = new AbortController()
  const run = {
    read: (from: number) => archive.read(runId, { after: from }),
    follow: (from: number, signal: AbortSignal) => archive.follow(runId, { after: from, signal }),
    hasEnded: () => hasEnded(pool, archive, runId),
    head: async () => (await archiveHead(pool, workspaceId, runId)) ?? 0,
  }
  const messages = eventStream(run, after, { signal: AbortSignal.any([closing, gone.signal]), heartbeatMs: limits.heartbeatMs })
  return { body: streamBody(messages), end: () => gone.abort() }
}

/** The position that a client which comes back names; null when it names none. Throws HttpProblem. */
function lastEventId(header: unknown): number | null {
  if (header === undefined || header === '') return null
  const read = position.safeParse(header)
  if (!read.success || !/^\d+$/.test(String(header)))
    throw new HttpProblem(400, 'Last-Event-ID is the id of an event: its position, a whole number.')
  return read.data
}
