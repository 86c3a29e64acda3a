import type { Pool } from 'pg'
import { storable } from '../read-back.ts'
import type { PlacedBatch } from './placer.ts'
import { eventsStream } from './topology.ts'

/** Characters of a refused message's detail that are kept. */
const keptDetail = 2_000

/**
 * Stores a placed batch and the checkpoint in one transaction, and wakes the readers of the archive. False when the archive
 * has changed since the batch was placed (another archiver, a deleted run): nothing is stored, and it has to be placed anew.
 */
export async function archiveEvents(pool: Pick<Pool, 'query'>, streamCreated: string, batch: PlacedBatch): Promise<boolean> {
  const { events, refused } = batch
  const stored = events.map((event) => event.stored)
  const envelopes = events.map(({ candidate }) => candidate.event)
  const { rows } = await pool.query<{ done: boolean }>(
    'select archive_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) as done',
    [
      eventsStream,
      streamCreated,
      batch.from,
      batch.through,
      batch.seq,
      stored.map(({ runId }) => runId),
      stored.map(({ pos }) => pos),
      envelopes.map(({ id }) => id),
      envelopes.map(({ key }) => key),
      envelopes.map(({ type }) => type),
      stored.map(({ aggregate }) => aggregate),
      stored.map(({ workspaceId }) => workspaceId),
      stored.map(({ hash }) => hash),
      stored.map(({ text }) => text),
      refused.map(({ message }) => message.seq),
      refused.map(({ message }) => storable(message.subject)),
      refused.map(({ refusal }) => refusal.reason),
      refused.map(({ refusal }) => storable(refusal.detail).slice(0, keptDetail)),
      refused.map(({ message }) => new Date(message.at)),
    ],
  )
  return rows[0]?.done === true
}
