import { type DegradedRole, degradedRole } from '@winnow/contracts/entities/degraded.ts'
import { type Stage, stages } from '@winnow/contracts/entities/stage.ts'
import type { RunState } from '@winnow/domain/state.ts'

export interface DegradedStep {
  readonly stage: Stage
  readonly role: DegradedRole
  readonly count: number
  readonly reason: string
}

/** The steps that fell back, by stage, role and reason, in the order of stages, roles and reasons. */
export function degradedSteps(state: Pick<RunState, 'degraded'>): readonly DegradedStep[] {
  return Object.values(state.degraded)
    .map(({ stage, role, count, reason }) => ({ stage, role, count, reason }))
    .sort(
      (a, b) =>
        stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
        degradedRole.options.indexOf(a.role) - degradedRole.options.indexOf(b.role) ||
        (a.reason < b.reason ? -1 : 1),
    )
}
