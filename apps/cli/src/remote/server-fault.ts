import { type Problem, problem as problemSchema } from '@winnow/contracts/api/problem.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'

/** The server did not do its part (not there, failing, another version, damaged data): the command ends with exit code 3. */
export class ServerFault extends Error {
  override readonly name: string = 'ServerFault'
}

/** The server cannot be reached, or fails: another try later may do better. */
export class ServerUnavailable extends ServerFault {}

/** The server does not take what it was given (400, 422); `detail` is what it says, "" when it says nothing. */
export class RequestRefused extends UsageError {
  readonly detail: string

  constructor(message: string, detail: string) {
    super(message)
    this.detail = detail
  }
}

/** An answer that refuses a request. */
export interface Refusal {
  readonly status: number
  readonly contentType: string
  readonly location: string
  readonly body: string
}

/** What was asked, for the words of an error. */
export interface Asked {
  /** The server's address. */
  readonly server: string
  /** What the request was about, such as "run r-1" or "papers.bib". */
  readonly what: string
  /** Whether a key was sent. */
  readonly withKey: boolean
}

/** Why the server refuses, as the error that says what to do: UsageError where the person can mend it, ServerFault otherwise. */
export function refusalError(refusal: Refusal, { server, what, withKey }: Asked): UsageError | ServerFault {
  const { status } = refusal
  const problem = problemOf(refusal)
  const detail = problem === null ? '' : `: ${wordsOf(problem)}`
  if (status >= 300 && status < 400)
    return new UsageError(
      `${server} leads elsewhere (status ${status})${refusal.location === '' ? '' : `, to ${refusal.location}`}: name the right address with --server`,
    )
  if (status === 401)
    return new UsageError(
      withKey
        ? `${server} does not know this key, or it was revoked: ask for another one (winnow keys create, at the server)`
        : `${server} needs a key: give one with --key or WINNOW_KEY (winnow keys create, at the server, makes one)`,
    )
  if (status === 403) return new UsageError(`${server} does not let this key do that${detail}`)
  if (problem === null && isWebPage(refusal.contentType)) return notWinnow(server, status)
  if (status === 404) return new UsageError(`${server} knows nothing of ${what}${detail}`)
  if (status === 409) return new UsageError(`${server} cannot do that as things stand${detail === '' ? ` (${what})` : detail}`)
  if (status === 413) return new UsageError(`${what} is larger than ${server} takes${detail}`)
  if (status === 400 || status === 422)
    return new RequestRefused(`${server} does not take ${what}${detail}`, problem === null ? '' : wordsOf(problem))
  return new ServerFault(`${server} answered with status ${status} (${what})${detail}`)
}

/** An address that answers, but not as a Winnow server does. */
export function notWinnow(server: string, status: number): UsageError {
  return new UsageError(`${server} is no Winnow server: it answers with a web page (status ${status}). Check --server.`)
}

/** What an answer with an error says, for a person; '' where it is no problem+json. */
export function problemDetail(refusal: Pick<Refusal, 'body'>): string {
  const problem = problemOf(refusal)
  return problem === null ? '' : wordsOf(problem)
}

/** Whether a content type is that of a web page. */
export function isWebPage(contentType: string): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)
}

function problemOf({ body }: Pick<Refusal, 'body'>): Problem | null {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data : null
  } catch {
    // No JSON: a proxy's answer, or no Winnow's.
    return null
  }
}

function wordsOf({ detail, errors }: Problem): string {
  const places = (errors ?? []).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return [detail, ...places].join('; ')
}
