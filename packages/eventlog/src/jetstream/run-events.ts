import type { Pool } from 'pg'
import { readStored } from '../postgres-rows.ts'
import type { StoredEvent } from '../read-back.ts'
import { archiveState } from './archive-state.ts'
import type { EventsStream } from './events-stream.ts'
import { placeEvent, type RunHead } from './place-event.ts'
import { type BrokerMessage, type Candidate, readMessage } from './read-message.ts'
import { runMessages } from './run-messages.ts'

/** A stored event; with its checked envelope when it comes from the broker, which the archive does not have yet. */
export interface PlacedEvent {
  readonly stored: StoredEvent
  readonly candidate: Candidate | null
}

const pageSize = 200

/**
 * A run's events by position, those after `after`: the archive as it is at one moment, then what the broker has after the
 * archive's checkpoint, at the places that the archive will give it.
 */
export async function* runEvents(stream: EventsStream, pool: Pool, runId: string, after: number): AsyncGenerator<PlacedEvent, void> {
  const known = await stream.known()
  const state = await archiveState(pool, { runs: [runId] })
  stream.checkArchive(known, state)
  const head = state.heads.get(runId) ?? null
  if (head !== null) yield* archivedEvents(pool, runId, after, head.pos)
  if (state.deleted.has(runId)) return
  for await (const event of tailEvents(stream, pool, runId, head, state.checkpoint?.seq ?? 0)) {
    if (event.stored.pos > after) yield event
  }
}

async function* archivedEvents(pool: Pool, runId: string, after: number, through: number): AsyncGenerator<PlacedEvent, void> {
  let pos = after
  while (pos < through) {
    const rows = await readStored(pool, 'run_id = $1 and pos > $2 and pos <= $3', [runId, pos, through], 'pos', pageSize)
    for (const stored of rows) yield { stored, candidate: null }
    if (rows.length < pageSize) return
    pos = rows.at(-1)?.pos ?? through
  }
}

async function* tailEvents(
  stream: EventsStream,
  pool: Pool,
  runId: string,
  archived: RunHead | null,
  checkpoint: number,
): AsyncGenerator<PlacedEvent, void> {
  const ids = new Set<string>()
  let head = archived
  for await (const messages of runMessages(stream, runId, checkpoint)) {
    const candidates = candidatesIn(messages)
    const known = archived === null ? ids : await knownIds(pool, runId, archived.pos, candidates)
    for (const candidate of candidates) {
      const seen = ids.has(candidate.id) || known.has(candidate.id)
      const placement = placeEvent(candidate, { head, deleted: false, known: seen }, 0)
      if (placement.kind !== 'placed') continue
      ids.add(candidate.id)
      head = placement.head
      yield { stored: placement.stored, candidate }
    }
  }
}

function candidatesIn(messages: readonly BrokerMessage[]): Candidate[] {
  return messages.flatMap((message) => {
    const read = readMessage(message)
    return read.ok ? [read.candidate] : []
  })
}

/** Of the candidates those that the run has up to `pos`: they have come again after the broker forgot them. */
async function knownIds(pool: Pool, runId: string, pos: number, candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from event_log where run_id = $1 and pos <= $2 and id = any ($3::uuid[])', [
    runId,
    pos,
    candidates.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}
