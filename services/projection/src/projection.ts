import { setTimeout as wait } from 'node:timers/promises'
import { readModelSchema } from '@winnow/readmodel/database.ts'
import { sql } from 'kysely'
import { inBatches } from './batches.ts'
import { type ProjectionParts, Projector } from './projector.ts'

/** Events of one transaction, at most. */
const batchSize = 1_000
/** Milliseconds after which a projection that stands by tries to become the active one. */
export const standByMs = 1_000

/** The right to be the active projection; `lost` is aborted when it is gone. The driver locks give it (runtime). */
export interface ProjectionLock {
  acquire(): Promise<{ readonly kind: 'held'; readonly lost: AbortSignal; release(): Promise<void> } | { readonly kind: 'driven' }>
}

interface Watch {
  readonly onStart?: () => void
  readonly onBatch?: () => void
}

/**
 * Projects what the log holds and the read model does not, and ends at the end of the log, or where the sequence `upTo` has
 * been projected. For commands, before they ask, and for a rebuild, which goes on with the same projector.
 */
export async function catchUp(
  parts: ProjectionParts,
  { projector = new Projector(parts), upTo = Number.POSITIVE_INFINITY }: { readonly projector?: Projector; readonly upTo?: number } = {},
): Promise<void> {
  const after = await checkpoint(parts)
  if (after >= upTo) return
  for await (const batch of inBatches(parts.log.readAll({ after }), batchSize)) {
    await projector.project(batch)
    if ((batch.at(-1)?.seq ?? 0) >= upTo) return
  }
}

/**
 * The live projection: keeps the read model up with the log until `signal` is aborted. One is active in a database; the
 * others stand by. Throws when log or database fail; what was projected stays, and it can be started again.
 */
export async function runProjection(
  parts: ProjectionParts & { readonly lock: ProjectionLock; readonly signal: AbortSignal },
): Promise<void> {
  while (!parts.signal.aborted) {
    const claim = await parts.lock.acquire()
    if (claim.kind === 'driven') {
      await pause(parts.signal)
      continue
    }
    try {
      await follow(parts, AbortSignal.any([parts.signal, claim.lost]))
    } finally {
      await claim.release()
    }
  }
}

/**
 * Projects the log's events as they come, until `signal` is aborted. `onStart` is called when log and read model have been
 * found, `onBatch` after each transaction. Throws when one of them fails.
 */
export async function follow(parts: ProjectionParts, signal: AbortSignal, { onStart, onBatch }: Watch = {}): Promise<void> {
  const stop = new AbortController()
  const projector = new Projector(parts)
  const events = parts.log.followAll({ after: await checkpoint(parts), signal: AbortSignal.any([signal, stop.signal]) })
  onStart?.()
  for await (const batch of inBatches(events, batchSize)) {
    try {
      await projector.project(batch)
      onBatch?.()
    } catch (error) {
      // A reader that waits for the next event is ended by its signal alone.
      stop.abort()
      throw error
    }
  }
}

/** The sequence in the log up to which it is projected. */
export async function checkpoint({ db, schema = readModelSchema }: ProjectionParts): Promise<number> {
  const { rows } = await sql<{ seq: string }>`select seq from ${sql.table(`${schema}.checkpoint`)}`.execute(db)
  return Number(rows[0]?.seq ?? 0)
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await wait(standByMs, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
