import { answerReply, evaluateReply, evaluateRequest, type RunQuestion, runMessage, runQuestion } from '@winnow/contracts/api/answers.ts'
import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import { answerMarkdown } from '@winnow/report/answer-text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { answerStream, laterAt } from '../answers/answer-stream.ts'
import { type AnswerNews, followAnswer } from '../answers/follow-answer.ts'
import { pauseWhenGone } from '../answers/pause-when-gone.ts'
import { citationLinks } from '../core/run-message.ts'
import { wishesIn } from '../core/wishes-in.ts'
import { streamBody } from '../events/stream-body.ts'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { watchKey } from '../keys/watch-key.ts'
import { postRun } from '../post-run.ts'
import { requireRun } from '../run-access.ts'
import { problems, runParams } from './route-schemas.ts'

/** Described as it is in a line of data; it is sent as the text of a stream. */
const message: z.ZodType<unknown> = runMessage

/** Answers at length: by the protocol of the MMU-RAG competition, and of any run of kind `answer`. */
export function registerAnswers(app: Gateway, context: GatewayContext): void {
  const { limits, logger, openAnswers } = context
  const security = openAnswers ? { security: [{ key: [] }, {}] } : {}
  app.route({
    method: 'POST',
    url: '/run',
    config: { role: 'researcher', openAnswers: true },
    schema: {
      operationId: 'postRunQuestion',
      tags: ['answers'],
      summary: 'Ask a question and watch its answer come about: messages as data of server-sent events, the last one complete',
      ...security,
      body: runQuestion,
      response: { 200: { description: 'A message a line of data', content: { 'text/event-stream': { schema: message } } }, ...problems },
    },
    handler: async (request, reply) => {
      const { question = request.body.query ?? '' } = request.body
      const { run, news } = await ask(context, { ...request.body, question }, request, reply)
      const stream = answerStream(run, news, {
        heartbeatMs: limits.heartbeatMs,
        onFault: (error) => logger.error({ err: error, requestId: request.id, runId: run.runId }, 'the answer of a run was not told'),
      })
      // A connection that stayed open after it would hold up the closing of the gateway.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      return reply.type('text/event-stream; charset=utf-8').send(streamBody(stream))
    },
  })
  app.route({
    method: 'POST',
    url: '/evaluate',
    config: { role: 'researcher', openAnswers: true },
    schema: {
      operationId: 'postEvaluate',
      tags: ['answers'],
      summary: 'Ask a question and wait for its answer',
      ...security,
      body: evaluateRequest,
      response: { 200: evaluateReply, ...problems },
    },
    handler: async (request, reply) => {
      const { query: question, iid } = request.body
      const { run, news } = await ask(context, { ...request.body, question }, request, reply)
      const content = await written(run.runId, news)
      run.settled()
      return reply.send({
        query_id: iid,
        generated_response: answerMarkdown(content),
        citations: citationLinks(content.citations),
        references: [...content.citations],
        run_id: run.runId,
      })
    },
  })
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/answer',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getAnswer',
      tags: ['answers'],
      summary: 'The answer of a run of kind answer, once it is written',
      params: runParams,
      response: { 200: answerReply, ...problems },
    },
    handler: async (request) => {
      const { workspaceId } = callerOf(request)
      const { runId } = request.params
      const found = await context.folds.answer(runId, await requireRun(context, workspaceId, runId))
      if (found === 'other-kind')
        throw new HttpProblem(404, `Run ${runId} is one of research: its report is at /v1/runs/${runId}/report.md.`)
      if (found === null)
        throw new HttpProblem(404, `The answer of run ${runId} is not written: GET /v1/runs/${runId} tells how it stands.`)
      return answerReply.parse(found)
    },
  })
}

/**
 * Begins the run of a question, which is paused if its client goes, or has its key revoked, before it has been told how it ends.
 * Throws HttpProblem and UsageError.
 */
async function ask(
  context: GatewayContext,
  { question, query: _query, ...wishes }: RunQuestion & { readonly question: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { workspaceId, role, keyId } = callerOf(request)
  const wished = wishesIn(wishes)
  if (keyId === null && role !== 'admin' && wished.length > 0)
    throw new HttpProblem(403, `Without a key a question is answered as this server is set up: ${wished.join(', ')} needs a key.`)
  const { traceparent } = request.headers
  const body = { kind: 'answer' as const, question, ...wishes }
  const made = await postRun(context, workspaceId, body, traceparent === undefined ? {} : { traceparent })
  request.runRoot = made.root
  const { runId } = made.reply
  const watch = watchKey(context, keyId, () => reply.raw.destroy())
  reply.raw.on('close', () => clearInterval(watch))
  const { signal, settled } = pauseWhenGone(context, { runId, workspaceId, traceId: made.root.traceId }, reply.raw)
  return { run: { runId, settled }, news: followAnswer(context.typedArchive, context.blobs, runId, signal) }
}

/** The answer that a run comes to. Throws HttpProblem where it comes to none, or is not waited for any longer. */
async function written(runId: string, news: AsyncIterable<AnswerNews>): Promise<AnswerContent> {
  for await (const told of news) {
    if (told.kind === 'answered') return told.content
    if (told.kind === 'unanswered') throw new HttpProblem(told.failed ? 500 : 503, told.error)
  }
  throw new HttpProblem(503, `The server is stopping. ${laterAt(runId)}`)
}
