import type { Recorded } from '@winnow/contracts/envelope.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { problemOf } from '../core/problem-of.ts'
import { sseHeartbeat, sseMessage } from '../core/sse-message.ts'
import { withHeartbeats } from './with-heartbeats.ts'

/** A run of the archive, as a stream sees it. */
export interface StreamedRun {
  read(after: number): AsyncIterable<Recorded>
  follow(after: number, signal: AbortSignal): AsyncIterable<Recorded>
  hasEnded(): Promise<boolean>
  /** The position of the last event, also one that cannot be told. */
  head(): Promise<number>
}

/**
 * The events of a run after a position as server-sent events, as they come: `id` is the position, `event` the type, `data` the
 * recorded event. `gap` {from, to} tells positions whose events cannot be told, `end` that the run has ended and everything was
 * told, `upgrade` that the run needs a newer server; the stream ends after these two. It also ends, without a word, when `signal`
 * is aborted: the client comes back with the last id that it has.
 */
export async function* eventStream(
  run: StreamedRun,
  after: number,
  { signal, heartbeatMs }: { readonly signal: AbortSignal; readonly heartbeatMs: number },
): AsyncGenerator<string, void> {
  // So that the head of the answer goes out at once.
  yield sseHeartbeat
  const told = { last: after }
  try {
    if (!(await run.hasEnded())) yield* untilEnd(run, told, signal, heartbeatMs)
    if (signal.aborted) return
    const head = await run.head()
    for await (const event of run.read(told.last)) yield* tell(event, told)
    if (told.last < head) yield gap(told.last + 1, head)
    yield sseMessage('end', {})
  } catch (error) {
    if (!(error instanceof UpgradeNeeded)) throw error
    yield sseMessage('upgrade', problemOf(503, `This server is too old for the run: ${error.message}.`))
  }
}

/** Events as they come, up to the one that ends the run. */
async function* untilEnd(run: StreamedRun, told: { last: number }, signal: AbortSignal, heartbeatMs: number): AsyncGenerator<string, void> {
  const done = new AbortController()
  try {
    for await (const event of withHeartbeats(run.follow(told.last, AbortSignal.any([signal, done.signal])), heartbeatMs)) {
      if (event === null) {
        yield sseHeartbeat
        continue
      }
      yield* tell(event, told)
      if (event.type === 'RunCompleted') return
    }
  } finally {
    // A reader that waits for the next event is ended by its signal alone.
    done.abort()
  }
}

function* tell(event: Recorded, told: { last: number }): Generator<string, void> {
  if (event.pos > told.last + 1) yield gap(told.last + 1, event.pos - 1)
  told.last = event.pos
  yield sseMessage(event.type, event, event.pos)
}

function gap(from: number, to: number): string {
  return sseMessage('gap', { from, to }, to)
}
