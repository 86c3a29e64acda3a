import { type ProblemError, problemOf } from './core/problem-of.ts'

/** Thrown by a route for an answer that is an error of the client or of the moment. `detail` is for a person. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly detail: string
  readonly errors: readonly ProblemError[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, more: { errors?: readonly ProblemError[]; headers?: Readonly<Record<string, string>> } = {}) {
    super(detail)
    this.status = status
    this.detail = detail
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  get problem() {
    return problemOf(this.status, this.detail, this.errors)
  }
}

/** The answer for a run that is not in the caller's workspace, whether or not it is in another. */
export function noSuchRun(): HttpProblem {
  return new HttpProblem(404, 'There is no such run in this workspace; GET /v1/runs lists them.')
}
