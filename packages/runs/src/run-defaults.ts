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
export const defaultSubquestions = 5
