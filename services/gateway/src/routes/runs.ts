import { newRunReply, newRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { runList, runReply, runStatus } from '@winnow/contracts/api/run-reply.ts'
import { costsOfRuns } from '@winnow/readmodel/queries/costs.ts'
import { listRuns } from '@winnow/readmodel/queries/runs.ts'
import { costOf, shownRun } from '@winnow/runs/shown-run.ts'
import { z } from 'zod'
import { placeOfCursor, runCursor } from '../core/run-cursor.ts'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { postRun } from '../post-run.ts'
import { requireFoldedRun } from '../run-access.ts'
import { unprojectedRun } from '../unprojected-run.ts'
import { idempotentHeaders, problems, runParams } from './route-schemas.ts'

const runListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional().describe('`next` of the page before'),
  status: runStatus.optional(),
})

/** Runs: asked for, listed, and as they stand. */
export function registerRuns(app: Gateway, context: GatewayContext): void {
  app.route({
    method: 'POST',
    url: '/v1/runs',
    config: { role: 'researcher' },
    schema: {
      operationId: 'postRun',
      tags: ['runs'],
      summary: 'Ask for a run: it exists from the answer on',
      headers: idempotentHeaders,
      body: newRunRequest,
      response: { 201: newRunReply, ...problems },
    },
    handler: async (request, reply) => {
      const made = await postRun(context, callerOf(request).workspaceId, request.body, request.headers)
      request.runRoot = made.root
      return reply.code(201).header('location', `/v1/runs/${made.reply.runId}`).send(made.reply)
    },
  })
  app.route({
    method: 'GET',
    url: '/v1/runs',
    config: { role: 'viewer' },
    schema: {
      operationId: 'listRuns',
      tags: ['runs'],
      summary: 'The runs of the workspace, newest first',
      querystring: runListQuery,
      response: { 200: runList, ...problems },
    },
    handler: async (request) => page(context, callerOf(request).workspaceId, request.query),
  })
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getRun',
      tags: ['runs'],
      summary: 'A run as it stands: plan, counts, budget, costs',
      params: runParams,
      response: { 200: runReply, ...problems },
    },
    handler: async (request) => {
      const { workspaceId } = callerOf(request)
      const { runId } = request.params
      const shown =
        (await shownRun(context.readModel, workspaceId, runId)) ?? unprojectedRun(await requireFoldedRun(context, workspaceId, runId))
      return runReply.parse(shown)
    },
  })
}

async function page(
  { readModel }: GatewayContext,
  workspaceId: string,
  { limit, cursor, status }: z.infer<typeof runListQuery>,
): Promise<z.infer<typeof runList>> {
  const after = cursor === undefined ? undefined : placeOfCursor(cursor)
  if (after === null) throw new HttpProblem(400, 'This cursor is none that GET /v1/runs gave.')
  const runs = await listRuns(readModel, workspaceId, {
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
    ...(status === undefined ? {} : { statuses: [status] }),
  })
  const shown = runs.slice(0, limit)
  const spent = await costsOfRuns(
    readModel,
    workspaceId,
    shown.map(({ runId }) => runId),
  )
  const last = shown.at(-1)
  return {
    runs: shown.map(({ runId, kind, question, status: now, startedAt, endedAt }) => ({
      runId,
      kind,
      question,
      status: now,
      startedAt,
      endedAt,
      costUsd: costOf(spent.get(runId) ?? []).usd,
    })),
    next: last === undefined || runs.length <= limit ? null : runCursor(last),
  }
}
