import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type EventLog, UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import type { Pool, PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { newRunFold, type RunFold, take } from '../projected-run.ts'
import { snapshotOf } from '../view.ts'
import { views } from '../views.ts'
import { copyText } from './copy-text.ts'

/** Runs that are folded at the same time: while one waits for the database another is folded. */
const inFlight = 3
/** Rows that are copied together at least, so that a thousand small runs are not a thousand transactions. */
const rowsTogether = 2_000

export interface LoadParts {
  readonly log: Pick<EventLog, 'read'>
  readonly pool: Pick<Pool, 'connect'>
  readonly logger: { readonly warn: (fields: { readonly err: Error; readonly runId: string }, text: string) => void }
  /** Ends the load, which then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Called after each transaction: how many events its rows were made from. */
  readonly onLoaded?: (events: number) => void
}

/**
 * Folds runs from their first event to their last and copies all their rows into empty tables; `next` gives the runs, then
 * null. Memory holds a few runs at a time, however many there are. A run with an event of a newer Winnow is shown up to it,
 * as by the live projection.
 */
export async function loadRuns(parts: LoadParts, schema: string, next: () => Promise<string | null>): Promise<void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(parts.signal === undefined ? [] : [parts.signal])])
  const loader = async () => {
    let rows = new RowsToCopy()
    for (let runId = await next(); runId !== null; runId = await next()) {
      signal.throwIfAborted()
      const run = await foldWhole(parts, runId)
      if (run !== null) rows.add(run)
      if (rows.count < rowsTogether) continue
      await rows.copy(parts, schema)
      rows = new RowsToCopy()
    }
    await rows.copy(parts, schema)
  }
  await allOrNone(Array.from({ length: inFlight }, loader), stop)
}

/** Waits until all have ended, so that none is left behind that still writes; the first that fails aborts `stop` and is thrown. */
export async function allOrNone(works: readonly Promise<void>[], stop: AbortController): Promise<void> {
  for (const work of works) work.catch((error: unknown) => stop.abort(error))
  await Promise.allSettled(works)
  stop.signal.throwIfAborted()
}

/** The fold of a whole run; null when none of its events can be folded. */
async function foldWhole({ log, logger }: LoadParts, runId: string): Promise<RunFold | null> {
  let run: RunFold | null = null
  try {
    for await (const event of log.read(runId)) {
      run ??= newRunFold(runId, event.workspaceId)
      take(run, event)
    }
  } catch (error) {
    if (!(error instanceof UpgradeNeeded)) throw error
    logger.warn({ err: error, runId }, 'the read model shows this run only up to an event that it cannot read')
  }
  return run
}

/** Rows of some runs, as lines for COPY, by view. */
class RowsToCopy {
  count = 0
  #events = 0
  readonly #parts = views.map((view) => ({ view, columns: [] as readonly string[], lines: [] as string[] }))

  add(run: RunFold): void {
    const snapshot = snapshotOf(run)
    const ofRun = { workspace_id: run.workspaceId, run_id: run.runId }
    this.#events += run.state.clock.lastPos
    for (const part of this.#parts) {
      const rows: object[] = []
      for (const id of part.view.ids(run)) {
        const row = part.view.row(snapshot, id)
        if (row !== null) rows.push({ ...ofRun, ...row })
      }
      if (rows[0] === undefined) continue
      part.columns = Object.keys(rows[0])
      part.lines.push(copyText(rows, part.columns))
      this.count += rows.length
    }
  }

  async copy({ pool, onLoaded }: LoadParts, schema: string): Promise<void> {
    if (this.count === 0) return
    const client = await pool.connect()
    let failed = true
    try {
      await client.query('begin')
      // The swap's commit waits for the disk, and with it for all that was written before.
      await client.query('set local synchronous_commit = off')
      for (const { view, columns, lines } of this.#parts)
        if (lines.length > 0) await copyInto(client, `${schema}.${view.table}`, columns, lines)
      await client.query('commit')
      failed = false
    } finally {
      client.release(failed)
    }
    onLoaded?.(this.#events)
  }
}

async function copyInto(client: PoolClient, table: string, columns: readonly string[], lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  await pipeline(Readable.from(lines), client.query(from(`copy ${table} (${names}) from stdin`)))
}
