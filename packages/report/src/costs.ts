import { type ModelRole, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { type Stage, stages } from '@winnow/contracts/entities/stage.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { Cost } from '@winnow/domain/work-state.ts'

/** The model calls of a run or of a part of it. */
export interface CostSum {
  readonly calls: number
  readonly failedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Sum of the known prices; null when there were calls and none had a known price: unknown is never 0. */
  readonly usd: number | null
  /** Calls of unknown price. */
  readonly unpriced: number
}

/** What calls cost, whoever made them. */
type Spending = Omit<Cost, 'role' | 'stage'>

/**
 * Costs of a run: in all, and by stage and role in the order of their lists; stages and roles without a call are left out.
 * `inherited` is what other runs paid for a fork, on top of `total`; null for a run that is no fork.
 */
export function costs(state: Pick<RunState, 'costs'> & Partial<Pick<RunState, 'fork'>>): {
  readonly total: CostSum
  readonly inherited: CostSum | null
  readonly byStage: readonly (CostSum & { readonly stage: Stage })[]
  readonly byRole: readonly (CostSum & { readonly role: ModelRole })[]
} {
  const all = Object.values(state.costs)
  const filled = <T>(part: readonly Cost[], of: T) => (part.length === 0 ? [] : [{ ...of, ...costSum(part) }])
  return {
    total: costSum(all),
    inherited: state.fork === null || state.fork === undefined ? null : costSum(Object.values(state.fork.costs)),
    byStage: stages.flatMap((stage) =>
      filled(
        all.filter((cost) => cost.stage === stage),
        { stage },
      ),
    ),
    byRole: modelRoles.flatMap((role) =>
      filled(
        all.filter((cost) => cost.role === role),
        { role },
      ),
    ),
  }
}

/** What several parts cost together. */
export function costSum(parts: readonly Spending[]): CostSum {
  const total = (of: (cost: Spending) => number) => parts.reduce((sum, cost) => sum + of(cost), 0)
  const priced = parts.filter(({ costUsd }) => costUsd !== null)
  const unpriced = total((cost) => cost.unpriced)
  return {
    calls: total((cost) => cost.calls),
    failedCalls: total((cost) => cost.failedCalls),
    inputTokens: total((cost) => cost.inputTokens),
    outputTokens: total((cost) => cost.outputTokens),
    usd: priced.length === 0 && unpriced > 0 ? null : inMicros(total((cost) => cost.costUsd ?? 0)),
    unpriced,
  }
}

/** Rounded to a millionth of a dollar, so that the order in which prices were added does not show. */
function inMicros(usd: number): number {
  return Math.round(usd * 1e6) / 1e6
}
