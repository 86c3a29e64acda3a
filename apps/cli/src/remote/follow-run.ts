import { problem } from '@winnow/contracts/api/problem.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { connectionProblem, errorCode } from '@winnow/http/connection-error.ts'
import { z } from 'zod'
import { reconnectWait, type Wait } from './patience.ts'
import { receivedEvent } from './received-event.ts'
import type { ServerClient } from './server-client.ts'
import { ServerFault, ServerUnavailable } from './server-fault.ts'
import { type SseMessage, SseReader } from './sse.ts'

export interface FollowOptions {
  /** Ends the following. */
  readonly signal: AbortSignal
  readonly wait: Wait
  /** 0 to 1. */
  readonly random: () => number
  /** The connection was lost and did not come back at once; told once until `onBack`. */
  readonly onLost: (problem: string) => void
  readonly onBack: () => void
}

type EventServer = Pick<ServerClient, 'url' | 'stream' | 'events'>

/**
 * How a stream ended: the run has ended; something came after a hole that nobody told of; it was open and brought not one byte,
 * as behind a proxy that keeps everything back; or it was lost.
 */
type StreamEnd =
  | { readonly kind: 'ended' | 'hole' | 'silent' }
  | { readonly kind: 'lost'; readonly problem: string; readonly retryAfterMs: number }

/** How far a run has been followed. */
interface Place {
  readonly runId: string
  last: number
}

/**
 * All events of a run that its server can tell, in their order, after the position `after`, each once: as they are streamed, over as many
 * connections as it takes. Positions that the server leaves out and says so (they are quarantined) are left out; what a stream
 * leaves out without a word, or keeps back, is read in pages. It goes on until the server says that the run has ended; it rejects
 * with the signal's reason when that aborts. Throws UsageError where the server refuses (the run was deleted, the key revoked)
 * and ServerFault for what is no event of the run.
 */
export async function* followRun(
  server: EventServer,
  runId: string,
  after: number,
  options: FollowOptions,
): AsyncGenerator<Recorded, void> {
  const { signal, wait, random, onLost, onBack } = options
  const place: Place = { runId, last: after }
  let failures = 0
  const reached = () => {
    if (failures > 1) onBack()
    failures = 0
  }
  const failed = async (problem: string, retryAfterMs: number) => {
    failures += 1
    // One that comes back at once is no news.
    if (failures === 2) onLost(problem)
    await wait(Math.max(reconnectWait(failures, random()), retryAfterMs), signal)
  }
  for (;;) {
    const end = yield* streamed(server, place, reached)
    signal.throwIfAborted()
    if (end.kind === 'lost') {
      await failed(end.problem, end.retryAfterMs)
      continue
    }
    const before = place.last
    try {
      yield* pagesAfter(server, place)
    } catch (error) {
      if (!(error instanceof ServerUnavailable)) throw error
      await failed(error.message, 0)
      continue
    }
    if (end.kind === 'ended') return
    reached()
    // Else a server whose streams and pages do not agree would be asked without a pause.
    if (end.kind === 'silent' || place.last === before) await wait(reconnectWait(1, random()), signal)
  }
}

/** The events of one connection that come next; those known are left out. */
async function* streamed(server: EventServer, place: Place, onBytes: () => void): AsyncGenerator<Recorded, StreamEnd> {
  const opened = await server.stream(place.runId, place.last)
  if (opened.kind === 'lost') return opened
  const reader = new SseReader()
  let silent = true
  try {
    for await (const bytes of opened.body) {
      silent = false
      onBytes()
      for (const message of reader.push(bytes)) {
        if (message.event === 'end') return { kind: 'ended' }
        if (message.event === 'upgrade') throw new ServerFault(`${server.url} cannot read the run: ${detailOf(message)}`)
        const [first, last, event] =
          message.event === 'gap' ? [...leftOut(message), null] : placeOf(receivedEvent(jsonOf(message), place.runId, server.url))
        if (first > place.last + 1) return { kind: 'hole' }
        if (last <= place.last) continue
        place.last = last
        if (event !== null) yield event
      }
    }
  } catch (error) {
    // What has no code is no matter of the connection.
    if (errorCode(error) === '') throw error
    if (!silent) return { kind: 'lost', problem: connectionProblem(error, new URL(server.url).host), retryAfterMs: 0 }
  }
  return silent ? { kind: 'silent' } : { kind: 'lost', problem: `${new URL(server.url).host} ended the stream of events`, retryAfterMs: 0 }
}

function placeOf(event: Recorded): readonly [number, number, Recorded] {
  return [event.pos, event.pos, event]
}

/** The events that the server's log holds now, read in pages. What is not in them cannot be told. */
export async function* pagesAfter(server: Pick<EventServer, 'url' | 'events'>, place: Place): AsyncGenerator<Recorded, void> {
  for (let next: number | null = place.last; next !== null; ) {
    const page = await server.events(place.runId, next)
    for (const event of page.events) {
      if (event.pos <= place.last) continue
      place.last = event.pos
      yield event
    }
    // A server that does not go forward would be asked for ever.
    if (page.next !== null && page.next <= next) throw new ServerFault(`${server.url} gives the same page of events again (${page.next})`)
    next = page.next
  }
}

const gap = z.object({ from: z.number().int(), to: z.number().int() })

/** The positions that a `gap` says are left out; none where it cannot be read. */
function leftOut(message: SseMessage): readonly [number, number] {
  const { data } = gap.safeParse(jsonOf(message))
  return data === undefined ? [0, 0] : [data.from, data.to]
}

function detailOf(message: SseMessage): string {
  return problem.safeParse(jsonOf(message)).data?.detail ?? message.data
}

/** Undefined for what is no JSON, which is no event. */
function jsonOf({ data }: SseMessage): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
