import { z } from 'zod'

/**
 * What a screening is for, beside the first screening of a document: the second screener's own judgement, the decision where
 * the two disagree, or the screening again of a sample of exclusions (docs/decisions/022).
 */
export const screeningPass = z.enum(['second', 'adjudication', 'sample'])
export type ScreeningPass = z.infer<typeof screeningPass>
