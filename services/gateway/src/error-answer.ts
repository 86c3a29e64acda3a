import type { Problem } from '@winnow/contracts/api/problem.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { isUnavailable } from '@winnow/runtime/unavailable.ts'
import type { FastifyError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ProblemError, problemOf } from './core/problem-of.ts'
import { HttpProblem } from './http-problem.ts'

export interface ErrorAnswer {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
  /** A fault of ours: to be logged. */
  readonly fault: boolean
}

/** What a client is told of something that was thrown; of our own faults nothing but that there was one. */
export function errorAnswer(thrown: unknown, requestId: string): ErrorAnswer {
  const expected = expectedProblem(thrown)
  if (expected !== null) return { problem: expected.problem, headers: expected.headers, fault: false }
  if (isUnavailable(thrown))
    return {
      problem: problemOf(503, 'The database or the broker cannot be reached just now: try again.'),
      headers: { 'retry-after': '2' },
      fault: true,
    }
  const detail = `Something went wrong on the server; its log has more under the request id ${requestId}.`
  return { problem: problemOf(500, detail), headers: {}, fault: true }
}

function expectedProblem(thrown: unknown): HttpProblem | null {
  if (thrown instanceof HttpProblem) return thrown
  if (thrown instanceof UsageError) return new HttpProblem(422, thrown.message)
  if (thrown instanceof UpgradeNeeded) return new HttpProblem(503, `This server is too old for the run: ${thrown.message}.`)
  if (hasZodFastifySchemaValidationErrors(thrown))
    return new HttpProblem(400, `The request does not fit (${placeOf(thrown)}).`, { errors: faultsOf(thrown) })
  if (!isFastifyError(thrown)) return null
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpProblem(413, 'The body is larger than this route takes.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpProblem(415, 'Send the body as application/json.')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new HttpProblem(400, 'The body is no JSON.')
    default:
      // Others of the framework and of Node: a bad address, a body of another length than it says.
      return thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500
        ? new HttpProblem(thrown.statusCode, thrown.message)
        : null
  }
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && ('statusCode' in thrown || 'code' in thrown)
}

/** Faults that are named; a list may have thousands. */
const namedFaults = 20

function faultsOf({ validation }: Pick<FastifyError, 'validation'>): readonly ProblemError[] {
  return (validation ?? []).slice(0, namedFaults).map(({ instancePath, message }) => ({
    path: (instancePath ?? '').replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'does not fit',
  }))
}

function placeOf({ validationContext }: Pick<FastifyError, 'validationContext'>): string {
  return validationContext ?? 'body'
}
