import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type EventLog, type Sequenced, UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { type ReadModelDatabase, readModelSchema } from '@winnow/readmodel/database.ts'
import type { ReadModel } from '@winnow/readmodel/tables.ts'
import { writeLock } from '@winnow/readmodel/write-lock.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import { sql, type Transaction } from 'kysely'
import { newRunFold, type RunFold, take } from './projected-run.ts'
import { RowChanges } from './row-changes.ts'
import { writeRows } from './write-rows.ts'

export interface ProjectionParts {
  readonly log: Pick<EventLog, 'read' | 'readAll' | 'followAll'>
  readonly db: ReadModelDatabase
  readonly logger: Pick<Logger, 'warn'>
  /** The schema of the tables that are written: another one than `readModelSchema` while they are made anew beside. */
  readonly schema?: string
}

type RunId = string

/**
 * Folds of runs that go on are kept for the next batch, while they have at most so many events together (each some KB of
 * memory); what is not kept is folded anew from the log when it is needed.
 */
const keptEvents = 100_000

/**
 * Brings the read model up to given events. The events say which runs have news and where; a run's rows are made from its
 * fold. So any order of deliveries, any number of them, and any batches give the same rows in the end (PBR-032).
 */
export class Projector {
  readonly #parts: ProjectionParts
  readonly #schema: string
  readonly #folds = new Map<RunId, RunFold>()

  constructor(parts: ProjectionParts) {
    this.#parts = parts
    this.#schema = parts.schema ?? readModelSchema
  }

  /** Views and checkpoint are one transaction. When it throws nothing has happened, and the same events may come again. */
  async project(batch: readonly Sequenced<TypedEvent>[]): Promise<void> {
    const runs = Map.groupBy(
      batch.map(({ event }) => event),
      (event) => event.runId,
    )
    const seq = Math.max(...batch.map((item) => item.seq))
    // Another process may have projected meanwhile: then look again.
    while (!(await this.#projectOnce(runs, seq)));
  }

  async #projectOnce(runs: ReadonlyMap<RunId, readonly TypedEvent[]>, seq: number): Promise<boolean> {
    const { db } = this.#parts
    const before = await positions(db, this.#schema, runs)
    const changes = new RowChanges()
    for (const [runId, events] of runs) await this.#foldRun(runId, events, before.get(runId) ?? 0, changes)
    return db.transaction().execute(async (tx) => {
      await sql.raw(writeLock(this.#schema)).execute(tx)
      const deleted = await deletedAmong(tx, [...runs.keys()])
      const now = await positions(tx, this.#schema, runs)
      for (const runId of runs.keys()) if (!deleted.has(runId) && now.get(runId) !== before.get(runId)) return false
      for (const written of changes.made(deleted)) await writeRows(tx, this.#schema, written)
      await sql`update ${sql.table(`${this.#schema}.checkpoint`)} set seq = greatest(seq, ${seq})`.execute(tx)
      return true
    })
  }

  /** Folds a run from where the read model has it to the last of the events, and notes the rows that change. */
  async #foldRun(runId: RunId, events: readonly TypedEvent[], from: number, changes: RowChanges): Promise<void> {
    const first = events[0]
    const to = Math.max(...events.map((event) => event.pos))
    if (first === undefined || to <= from) return
    const run = await this.#foldAt(runId, first.workspaceId, from)
    // A newer Winnow has projected further than this one can read: its rows are the better ones.
    if (run.state.clock.lastPos < from) return
    const noted = changes.of(run)
    const fold = (event: TypedEvent) => {
      take(run, event)
      noted.note(event)
    }
    const news = Map.groupBy(events, (event) => event.pos)
    const given = Array.from({ length: to - from }, (_, index) => news.get(from + 1 + index)?.[0])
    if (given.every((event) => event !== undefined)) for (const event of given) fold(event)
    else await this.#read(runId, from, to, fold)
    this.#keep(run)
  }

  /**
   * The fold of a run up to a position: the kept one when it stands there, otherwise made anew from the log. A kept one
   * stands elsewhere after a transaction that failed, or when another process has projected.
   */
  async #foldAt(runId: RunId, workspaceId: string, pos: number): Promise<RunFold> {
    const kept = this.#folds.get(runId)
    if (kept?.state.clock.lastPos === pos) return kept
    const run = newRunFold(runId, workspaceId)
    await this.#read(runId, 0, pos, (event) => take(run, event))
    return run
  }

  /** Reads events after one position and up to another. What a newer Winnow wrote stops a run here; the others go on. */
  async #read(runId: RunId, after: number, to: number, each: (event: TypedEvent) => void): Promise<void> {
    if (after >= to) return
    try {
      for await (const event of this.#parts.log.read(runId, { after })) {
        if (event.pos > to) return
        each(event)
      }
    } catch (error) {
      if (!(error instanceof UpgradeNeeded)) throw error
      this.#parts.logger.warn({ err: error, runId }, 'the read model shows this run only up to an event that it cannot read')
    }
  }

  #keep(run: RunFold): void {
    this.#folds.delete(run.runId)
    if (run.state.completed !== null) return
    this.#folds.set(run.runId, run)
    let events = this.#folds.values().reduce((sum, { state }) => sum + state.clock.lastPos, 0)
    for (const [runId, { state }] of this.#folds) {
      if (events <= keptEvents) return
      events -= state.clock.lastPos
      this.#folds.delete(runId)
    }
  }
}

/** Up to which event the read model has the given runs. */
async function positions(
  db: ReadModelDatabase,
  schema: string,
  runs: ReadonlyMap<RunId, readonly TypedEvent[]>,
): Promise<ReadonlyMap<RunId, number>> {
  const workspaces = [...runs.values()].map((events) => events[0]?.workspaceId)
  const { rows } = await sql<{ run_id: string; pos: number }>`
    select run_id, pos from ${sql.table(`${schema}.run`)}
    where (workspace_id, run_id) in (select * from unnest(${workspaces}::text[], ${[...runs.keys()]}::text[]))`.execute(db)
  return new Map(rows.map((row) => [row.run_id, row.pos]))
}

async function deletedAmong(tx: Transaction<ReadModel>, runIds: readonly RunId[]): Promise<ReadonlySet<RunId>> {
  const { rows } = await sql<{ run_id: string }>`select run_id from run_deleted where run_id = any (${runIds})`.execute(tx)
  return new Set(rows.map((row) => row.run_id))
}
