import type { IncomingHttpHeaders } from 'node:http'
import type { NewRunReply, NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { deletedRun } from '@winnow/eventlog/delete-run.ts'
import { answerRequest } from '@winnow/runs/answer-request.ts'
import { type NewRun, newRunId, newTraceId, requestRun } from '@winnow/runs/new-run.ts'
import { requestedAnswer } from '@winnow/runs/requested-answer.ts'
import { requestedWish } from '@winnow/runs/requested-wish.ts'
import { researchRequest } from '@winnow/runs/research-request.ts'
import { runRoot } from '@winnow/runtime/telemetry/run-root.ts'
import type { SpanPlace } from '@winnow/runtime/telemetry/telemetry.ts'
import { traceIdFrom } from './core/trace-context.ts'
import type { GatewayContext } from './gateway-context.ts'
import { HttpProblem } from './http-problem.ts'
import { hashOfBody, type IdempotentRequest, idempotencyKey, madeBefore, noteMade } from './idempotent-requests.ts'
import { type UploadedLibrary, uploadedLibraries } from './libraries/uploaded-libraries.ts'

/** A run that was asked for: what goes into the log, and what is answered. */
type MadeRun = Omit<NewRun, 'workspaceId'> & { readonly notes: readonly string[] }

/** Left of an event for what is around its data. */
const envelopeBytes = 8 * 1024

/**
 * Puts a run into the log. Under an idempotency key everything about it is noted before anything is appended, so a repeat, also
 * after a crash between the two, completes the same run. Gives the answer, and the run's root span. Throws UsageError and HttpProblem.
 */
export async function postRun(
  context: GatewayContext,
  workspaceId: string,
  body: NewRunRequest,
  headers: IncomingHttpHeaders,
): Promise<{ readonly reply: NewRunReply; readonly root: SpanPlace }> {
  const key = idempotencyKey(headers['idempotency-key'])
  const request: IdempotentRequest | null = key === null ? null : { workspaceId, scope: 'runs', key, bodyHash: hashOfBody(body) }
  const made = await madeRun(context, workspaceId, body, headers, request)
  if (request !== null && (await deletedRun(context.pool, made.runId)) !== null)
    throw new HttpProblem(409, `The run of this Idempotency-Key, ${made.runId}, was deleted: take a fresh key for a new run.`)
  await requestRun(context.log, { ...made, workspaceId }, context.actor, context.now())
  return { reply: { runId: made.runId, notes: [...made.notes] }, root: runRoot(made.runId, made.traceId) }
}

async function madeRun(
  context: GatewayContext,
  workspaceId: string,
  body: NewRunRequest,
  headers: IncomingHttpHeaders,
  request: IdempotentRequest | null,
): Promise<MadeRun> {
  const { pool } = context
  if (request === null) return newRun(context, workspaceId, body, headers)
  const before = await madeBefore<MadeRun>(pool, request)
  return before ?? noteMade(pool, request, await newRun(context, workspaceId, body, headers), context.now())
}

async function newRun(context: GatewayContext, workspaceId: string, body: NewRunRequest, headers: IncomingHttpHeaders): Promise<MadeRun> {
  const libraries = await librariesOf(context, workspaceId, body)
  const { request, notes } = requestOf(context, { ...body, libraries: libraries.map(({ hash }) => hash) }, libraries)
  const bytes = Buffer.byteLength(JSON.stringify(request))
  if (bytes > maxEventBytes - envelopeBytes)
    throw new HttpProblem(413, `The request has ${bytes} bytes with its libraries and plan, more than a run can begin with.`)
  const { traceparent } = headers
  return {
    runId: newRunId(context.now()),
    traceId: traceIdFrom(typeof traceparent === 'string' ? traceparent : undefined) ?? newTraceId(),
    request,
    imports: libraries.map(({ imported }) => imported),
    notes,
  }
}

/** The request of a run of either kind, all options resolved. Throws UsageError. */
function requestOf(
  { installation, answering, refuseUnknownCosts, now }: GatewayContext,
  body: NewRunRequest,
  libraries: readonly UploadedLibrary[],
): { readonly request: NewRun['request']; readonly notes: readonly string[] } {
  const named = libraries.map(({ hash, name }) => ({ hash, name }))
  const today = now().toISOString().slice(0, 10)
  if (body.kind === 'answer') {
    const { wish, notes } = requestedAnswer(body, { ...answering, today })
    refuseUnknownCosts(wish)
    return { request: answerRequest(wish, named), notes }
  }
  const { wish, notes } = requestedWish(body, { ...installation, today })
  refuseUnknownCosts(wish)
  return { request: researchRequest(wish, named), notes }
}

/** The libraries that a request names. An answer for which neither libraries nor other sources are named is sought in the default one. */
async function librariesOf(
  context: GatewayContext,
  workspaceId: string,
  { kind, libraries, sources }: NewRunRequest,
): Promise<readonly UploadedLibrary[]> {
  const { defaultLibrary } = context
  const unnamed = libraries === undefined && (sources === undefined || sources.includes('library'))
  if (kind === 'answer' && unnamed && defaultLibrary !== undefined) return [await defaultLibrary()]
  return uploadedLibraries(context, workspaceId, libraries ?? [])
}
