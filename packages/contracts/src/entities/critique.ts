import { z } from 'zod'
import { researchAction } from './plan.ts'

/** A sentence or two on each aspect that the critic assesses (spec §10). */
export const critiqueAssessment = z.object({
  coverage: z.string(),
  evidenceQuality: z.string(),
  citationCoverage: z.string(),
  sourceDiversity: z.string(),
  contradictions: z.string(),
  recency: z.string(),
  knowledgeGaps: z.string(),
  saturation: z.string(),
})

/** What the critic says (spec §10): a verdict, its assessment, and research actions. */
export const critique = z.object({
  sufficient: z.boolean(),
  assessment: critiqueAssessment,
  actions: z.array(researchAction),
})
export type Critique = Readonly<z.infer<typeof critique>>
