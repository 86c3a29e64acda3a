import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ResearchWish } from '../research-request.ts'

/** A wish with the defaults of the command line and no model. */
export function wishFor(question: string, parts: Partial<ResearchWish> = {}): ResearchWish {
  return {
    question,
    asOf: '2026-06-30',
    criteria: null,
    sources: ['library'],
    fromYear: null,
    toYear: null,
    maxSubquestions: 5,
    limits: { maxIterations: 3, maxReads: 30, maxSearches: 40, maxTokens: null, maxCostUsd: null, maxMinutes: null, maxSnowballRounds: 2 },
    fullText: false,
    planOnly: false,
    onProviderFailure: 'stop',
    models: Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as ResearchWish['models'],
    plan: null,
    ...parts,
  }
}
