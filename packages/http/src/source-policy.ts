import type { ApiRequest, ApiResponse, Fault } from './api-exchange.ts'

/** How a source wants to be asked, and how its answers are judged. One for each (source, key) in use. */
export interface SourcePolicy {
  /** The source's id, such as "openalex": names its rate limit, cache, breaker and messages. Web engines: "web:tavily". */
  readonly name: string
  /** Scheme, host and perhaps a path before the API's own, without a slash at the end. */
  readonly baseUrl: string
  /** Milliseconds between two requests of all processes on one database. */
  readonly intervalMs: number
  /** One request at a time over all processes. */
  readonly exclusive: boolean
  /** Milliseconds to wait before attempts 2, 3, … after a throttled answer that names no time; jitter is added. */
  readonly throttleWaitsMs: readonly number[]
  /** Adds keys and contact to a request. What it adds is secret: it reaches no cache key, log or message. */
  readonly dress: (request: ApiRequest) => ApiRequest
  /** What is wrong with an answer of any status; null when it can be read. Looks at status, headers and body. */
  readonly faultOf: (response: ApiResponse) => Fault | null
}

/** What a call may use besides its request. */
export interface CallContext {
  readonly signal: AbortSignal
  /**
   * Epoch milliseconds. Of the kept answers not older than this the oldest is given, so that one run sees one answer to one
   * question, however long it lasts. Infinity: ask the source.
   */
  readonly validSince: number
}
