import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Service as ServiceName } from '@winnow/contracts/flow.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'

/** The stages that are evaluated, in the order of a run. */
export const evaluatedStages = ['planning', 'search', 'dedup', 'screening', 'reading', 'snowball', 'critique', 'report'] as const
export type EvaluatedStage = (typeof evaluatedStages)[number]

/**
 * The stages that are measured from the log alone. With a model the writing of queries, and of the report, is run again as well;
 * snowballing asks sources, which are not asked again.
 */
export const measuredStages = ['search', 'snowball', 'report'] as const
export type MeasuredStage = (typeof measuredStages)[number]

/** Whether a stage is measured from the log alone. */
export function isMeasured(stage: EvaluatedStage): stage is MeasuredStage {
  return measuredStages.some((measured) => measured === stage)
}

/** The roles whose model a stage asks; none for a stage of rules. */
export const rolesOfStage: { readonly [S in EvaluatedStage]: readonly ModelRole[] } = {
  planning: ['planner', 'intent'],
  search: ['query'],
  dedup: [],
  screening: ['screener'],
  reading: ['reader'],
  snowball: [],
  critique: ['critic'],
  report: ['writer'],
}

/** One recorded input of a stage: an entry of a decision. */
export interface StageItem {
  readonly service: ServiceName
  readonly workId: string
  readonly entry: number
}

/**
 * What a decision asks of a stage, one item a work item; [] for other decisions. Intents that a critique planned, and splits
 * that a user asked for, are given and not made by the stage.
 */
export function stageItems(stage: EvaluatedStage, decision: TypedEvent): readonly StageItem[] {
  const one = (service: ServiceName) => (workId: string, entry: number) => ({ service, workId, entry })
  if (stage === 'planning' && decision.type === 'PlanningRequested') return [one('planner')(decision.data.workId, 0)]
  if (stage === 'planning' && decision.type === 'IntentsRequested')
    return decision.data.items.flatMap(({ workId, planned }, entry) => (planned.length > 0 ? [] : [one('planner')(workId, entry)]))
  if (stage === 'search' && decision.type === 'QueriesRequested')
    return decision.data.items.map(({ workId }, entry) => one('planner')(workId, entry))
  if (stage === 'dedup' && decision.type === 'DedupRequested')
    return decision.data.split === null ? [one('dedup')(decision.data.workId, 0)] : []
  // The first screening is what others are compared with: a second opinion, and what follows from it, is no input of its own.
  if (stage === 'screening' && decision.type === 'ScreeningRequested' && decision.data.pass === undefined)
    return decision.data.items.map(({ workId }, entry) => one('screener')(workId, entry))
  if (stage === 'reading' && decision.type === 'ReadingAllocated')
    return decision.data.entries.map(({ workId }, entry) => one('reader')(workId, entry))
  if (stage === 'critique' && decision.type === 'CritiqueRequested') return [one('critic')(decision.data.workId, 0)]
  if (stage === 'report' && decision.type === 'ReportRequested') return [one('writer')(decision.data.workId, 0)]
  return []
}
