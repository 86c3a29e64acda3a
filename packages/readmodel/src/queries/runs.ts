import type { RunKind } from '@winnow/contracts/api/new-run-request.ts'
import { type Selectable, sql } from 'kysely'
import type { ReadModelDatabase } from '../database.ts'
import type { RunRow } from '../tables.ts'

/** A run without its parts. Times are ISO 8601. */
export interface RunOverview {
  readonly runId: string
  readonly kind: RunKind
  readonly question: string | null
  readonly criteria: string | null
  readonly asOf: string | null
  readonly status: RunRow['status']
  readonly step: RunRow['step']
  readonly iteration: number
  readonly stopReason: string | null
  readonly stopRule: number | null
  readonly models: RunRow['models']
  readonly limits: RunRow['limits']
  readonly searches: number
  readonly reads: number
  readonly snowballRounds: RunRow['snowball_rounds']
  readonly screening: RunRow['screening']
  readonly answering: RunRow['answering']
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface RunFilter {
  /** Only runs of these statuses; all when absent. */
  readonly statuses?: readonly RunRow['status'][]
  /** At most so many; all when absent. */
  readonly limit?: number
  /** Only runs that come after this one in the list. */
  readonly after?: Pick<RunOverview, 'runId' | 'startedAt'>
}

/** The runs of a workspace, newest first; those of one moment by id. */
export async function listRuns(db: ReadModelDatabase, workspaceId: string, filter: RunFilter = {}): Promise<readonly RunOverview[]> {
  let query = db.selectFrom('run').selectAll().where('workspace_id', '=', workspaceId)
  if (filter.statuses !== undefined) query = query.where('status', 'in', filter.statuses)
  if (filter.after !== undefined) query = query.where(comesAfter(filter.after))
  if (filter.limit !== undefined) query = query.limit(filter.limit)
  const rows = await query
    .orderBy('started_at', (order) => order.desc().nullsLast())
    .orderBy('run_id', 'desc')
    .execute()
  return rows.map(overview)
}

/** A run of a workspace; null when the read model has no such run. */
export async function findRun(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<RunOverview | null> {
  const row = await db.selectFrom('run').selectAll().where('workspace_id', '=', workspaceId).where('run_id', '=', runId).executeTakeFirst()
  return row === undefined ? null : overview(row)
}

/** Whether a row comes after a run in the order of `listRuns`: started before, or then with a lower id; runs without a start are last. */
function comesAfter({ startedAt, runId }: Pick<RunOverview, 'runId' | 'startedAt'>) {
  return startedAt === null
    ? sql<boolean>`started_at is null and run_id < ${runId}`
    : sql<boolean>`(started_at is null or started_at < ${startedAt} or (started_at = ${startedAt} and run_id < ${runId}))`
}

function overview(row: Selectable<RunRow> & { readonly run_id: string }): RunOverview {
  return {
    runId: row.run_id,
    kind: row.answering === null ? 'research' : 'answer',
    question: row.question,
    criteria: row.criteria,
    asOf: row.as_of,
    status: row.status,
    step: row.step,
    iteration: row.iteration,
    stopReason: row.stop_reason,
    stopRule: row.stop_rule,
    models: row.models,
    limits: row.limits,
    searches: row.searches,
    reads: row.reads,
    snowballRounds: row.snowball_rounds,
    screening: row.screening,
    answering: row.answering,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
