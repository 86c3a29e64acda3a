import type { BudgetLimits } from '@winnow/contracts/entities/run-options.ts'

/** Budgets when nobody says otherwise (issue 2). */
export const defaultLimits = {
  maxIterations: 3,
  maxReads: 30,
  maxSearches: 40,
  maxTokens: null,
  maxCostUsd: null,
  maxMinutes: null,
  maxSnowballRounds: 2,
} as const satisfies BudgetLimits
/** Excluded documents that are screened again where a model screens: two batches, for an estimate of the recall (docs/decisions/022). */
export const defaultRescreen = 20
export const defaultSubquestions = 5
