import type { Cost } from '@winnow/domain/work-state.ts'
import { sql } from 'kysely'
import type { ReadModelDatabase } from '../database.ts'

const sums = [
  sql<string>`count(*)`.as('calls'),
  sql<string>`count(*) filter (where outcome <> 'ok')`.as('failed_calls'),
  sql<number>`coalesce(sum(input_tokens), 0)`.as('input_tokens'),
  sql<number>`coalesce(sum(output_tokens), 0)`.as('output_tokens'),
  sql<number | null>`sum(cost_usd)`.as('cost_usd'),
  sql<string>`count(*) filter (where cost_usd is null)`.as('unpriced'),
] as const

/**
 * The model calls of some runs by role and stage, each call once. `costUsd` is the sum of the known prices, null when none
 * is known. A run without calls has no entry.
 */
export async function costsOfRuns(
  db: ReadModelDatabase,
  workspaceId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Cost[]>> {
  if (runIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('call')
    .select(['run_id', 'role', 'stage', ...sums])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'role', 'stage'])
    .orderBy('run_id')
    .orderBy('role')
    .orderBy('stage')
    .execute()
  const costs = rows.map((row) => ({
    runId: row.run_id,
    cost: { role: row.role, stage: row.stage, ...sumsOf(row) },
  }))
  return new Map([...Map.groupBy(costs, ({ runId }) => runId).entries()].map(([runId, parts]) => [runId, parts.map(({ cost }) => cost)]))
}

/** What calls cost, whoever made them. */
export type Spending = Omit<Cost, 'role' | 'stage'>

/** The model calls of a run by model, in the order of their names; each call once. */
export async function costsByModel(
  db: ReadModelDatabase,
  workspaceId: string,
  runId: string,
): Promise<readonly { readonly model: string; readonly spent: Spending }[]> {
  const rows = await db
    .selectFrom('call')
    .select(['model', ...sums])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .groupBy('model')
    .orderBy(sql`model collate "C"`)
    .execute()
  return rows.map((row) => ({ model: row.model, spent: sumsOf(row) }))
}

function sumsOf(row: {
  readonly calls: string
  readonly failed_calls: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number | null
  readonly unpriced: string
}): Spending {
  return {
    calls: Number(row.calls),
    failedCalls: Number(row.failed_calls),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
    unpriced: Number(row.unpriced),
  }
}
