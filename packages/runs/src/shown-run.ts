import type { Cost } from '@winnow/domain/work-state.ts'
import type { ReadModelDatabase } from '@winnow/readmodel/database.ts'
import { costsOfRuns } from '@winnow/readmodel/queries/costs.ts'
import { runDegraded } from '@winnow/readmodel/queries/degraded.ts'
import { documentCounts, type RunDocument } from '@winnow/readmodel/queries/documents.ts'
import { type EvidenceCounts, evidenceCounts } from '@winnow/readmodel/queries/evidence-counts.ts'
import { type RunOperation, runOperations } from '@winnow/readmodel/queries/operations.ts'
import { type PlannedSubquestion, runPlan } from '@winnow/readmodel/queries/plan.ts'
import { findRun, type RunOverview } from '@winnow/readmodel/queries/runs.ts'
import { type CostSum, costs } from '@winnow/report/costs.ts'
import { type DegradedStep, degradedSteps } from '@winnow/report/degraded-steps.ts'

/** A run as it stands, without its documents and evidence items. Costs are named as in run.json. */
export interface ShownRun<Status extends string = RunOverview['status']> extends Omit<RunOverview, 'status'> {
  readonly status: Status
  readonly plan: { readonly subquestions: readonly PlannedSubquestion[] }
  readonly operations: readonly RunOperation[]
  readonly documents: { readonly total: number; readonly byStatus: { readonly [S in RunDocument['status']]: number } }
  readonly evidence: EvidenceCounts
  readonly cost: CostSum & Pick<ReturnType<typeof costs>, 'byStage' | 'byRole'>
  readonly degraded: readonly DegradedStep[]
}

/** Reads a run from the read model; null when it has no such run. */
export async function shownRun(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<ShownRun | null> {
  const run = await findRun(db, workspaceId, runId)
  if (run === null) return null
  const byStatus = await documentCounts(db, workspaceId, runId)
  const degraded = await runDegraded(db, workspaceId, runId)
  return {
    ...run,
    plan: { subquestions: await runPlan(db, workspaceId, runId) },
    operations: await runOperations(db, workspaceId, runId),
    documents: { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus },
    evidence: await evidenceCounts(db, workspaceId, runId),
    cost: await shownCosts(db, workspaceId, runId),
    degraded: degradedSteps({ degraded: Object.fromEntries(degraded.map((step, index) => [String(index), step])) }),
  }
}

/** What a run cost in all, by stage and by role. */
export async function shownCosts(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<ShownRun['cost']> {
  const spent = (await costsOfRuns(db, workspaceId, [runId])).get(runId) ?? []
  const { total, byStage, byRole } = costs({ costs: keyed(spent) })
  return { ...total, byStage, byRole }
}

/** What some calls cost together; `usd` is null when it is unknown. */
export function costOf(spent: readonly Cost[]): CostSum {
  return costs({ costs: keyed(spent) }).total
}

function keyed(spent: readonly Cost[]): { readonly [roleAndStage: string]: Cost } {
  return Object.fromEntries(spent.map((cost) => [`${cost.role}|${cost.stage}`, cost]))
}
