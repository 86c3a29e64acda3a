import type { Pool } from 'pg'
import { readStored } from '../postgres-rows.ts'
import { archiveState } from './archive-state.ts'
import type { EventsStream } from './events-stream.ts'
import { Placer } from './placer.ts'
import type { BrokerMessage } from './read-message.ts'
import type { PlacedEvent } from './run-events.ts'
import { readStream } from './stream-reader.ts'

const pageSize = 200

/** The whole log's events after a sequence, from the archive. */
export async function* archivedLog(pool: Pool, after: number, through: number): AsyncGenerator<PlacedEvent, void> {
  let seq = after
  while (seq < through) {
    const rows = await readStored(pool, 'seq > $1 and seq <= $2', [seq, through], 'seq', pageSize)
    for (const stored of rows) yield { stored, candidate: null }
    if (rows.length < pageSize) return
    seq = rows.at(-1)?.seq ?? through
  }
}

/** Places a batch; what the archive had already is read there. */
export async function placed(pool: Pool, placer: Placer, batch: readonly BrokerMessage[]): Promise<readonly PlacedEvent[]> {
  const archived: PlacedEvent[] = []
  for (;;) {
    const outcome = await placer.place(batch)
    if (outcome.kind === 'placed') return archived.length === 0 ? outcome.events : [...archived, ...outcome.events]
    for await (const event of archivedLog(pool, outcome.after, outcome.through)) archived.push(event)
  }
}

/**
 * All runs' events after the sequence `after` in the order of the log, to the end of the stream as it is now: the archive,
 * then what the broker has after it. Returns the sequence of the last event in the log.
 */
export async function* logEvents(stream: EventsStream, pool: Pool, after: number): AsyncGenerator<PlacedEvent, number> {
  const known = await stream.known()
  const { lastSeq } = await stream.standing()
  const state = await archiveState(pool)
  stream.checkArchive(known, state)
  yield* archivedLog(pool, after, state.seq)
  const placer = new Placer(pool, state, (now) => stream.checkArchive(known, now))
  if (placer.position < lastSeq) {
    for await (const batch of readStream(stream, { after: placer.position, signal: new AbortController().signal })) {
      for (const event of await placed(pool, placer, batch)) if (event.stored.seq > after) yield event
      if (placer.position >= lastSeq) break
    }
  }
  return Math.max(after, placer.seq)
}
