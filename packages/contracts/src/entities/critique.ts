import { z } from 'zod'
import { researchAction } from './plan.ts'

/** What the critic says (spec §10): a verdict, a sentence on each aspect, and research actions. */
export const critique = z.object({
  sufficient: z.boolean(),
  assessment: z.object({
    coverage: z.string(),
    evidenceQuality: z.string(),
    citationCoverage: z.string(),
    sourceDiversity: z.string(),
    contradictions: z.string(),
    recency: z.string(),
    knowledgeGaps: z.string(),
    saturation: z.string(),
  }),
  actions: z.array(researchAction),
})
export type Critique = Readonly<z.infer<typeof critique>>
