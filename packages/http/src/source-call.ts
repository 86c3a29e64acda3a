import type { ApiReply, ApiRequest, Fault } from './api-exchange.ts'
import type { FetchFailureKind } from './fetch-document.ts'
import type { HttpClock } from './http-clock.ts'

/** A question to a source that has ended, for whoever watches them (spans, metrics). It holds no key and no body. */
export interface SourceCall {
  /** The policy's name, such as "openalex"; "full-text" for a document. */
  readonly source: string
  /** Method, path and query, such as "GET /works?search=rivers". */
  readonly request: string
  /** Milliseconds since 1970. */
  readonly startedMs: number
  readonly endedMs: number
  /** `kept`: an earlier answer was given; `abandoned`: it was given up, or the database failed. Otherwise what was wrong. */
  readonly outcome: 'answered' | 'kept' | 'abandoned' | Fault['kind'] | FetchFailureKind
  /** Requests sent. */
  readonly attempts: number
  /** Milliseconds of waits for the rate limit and between tries. */
  readonly waitedMs: number
  /** HTTP status of the last request's answer; null when none came. */
  readonly status: number | null
}

/** What is counted while a source is asked. */
export interface CallTally {
  readonly clock: HttpClock
  attempts: number
  waitedMs: number
  status: number | null
  kept: boolean
}

function newTally(clock: HttpClock): CallTally {
  const tally: CallTally = {
    clock: {
      now: clock.now,
      random: clock.random,
      sleep: (ms, signal) => {
        tally.waitedMs += ms
        return clock.sleep(ms, signal)
      },
    },
    attempts: 0,
    waitedMs: 0,
    status: null,
    kept: false,
  }
  return tally
}

/** Asks a source, and tells how that ended. */
export async function toldCall(
  onCall: ((call: SourceCall) => void) | undefined,
  { source, request, clock }: { readonly source: string; readonly request: ApiRequest; readonly clock: HttpClock },
  ask: (tally: CallTally) => Promise<ApiReply>,
): Promise<ApiReply> {
  const tally = newTally(clock)
  const startedMs = clock.now()
  const tell = (outcome: SourceCall['outcome']) => {
    const { attempts, waitedMs, status } = tally
    onCall?.({ source, request: requestLine(request), startedMs, endedMs: clock.now(), outcome, attempts, waitedMs, status })
  }
  try {
    const reply = await ask(tally)
    tell(tally.kept ? 'kept' : reply.ok ? 'answered' : reply.fault.kind)
    return reply
  } catch (error) {
    tell('abandoned')
    throw error
  }
}

function requestLine({ method, path, query = [] }: ApiRequest): string {
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
  return `${method} ${path}${asked === '' ? '' : `?${asked}`}`
}
