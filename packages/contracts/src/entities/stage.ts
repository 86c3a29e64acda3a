import { z } from 'zod'

/** The stages of an iteration (spec §0); one list for commands, costs, spans and evaluations. */
export const stage = z.enum([
  'planning',
  'search',
  'dedup',
  'screening',
  'reading',
  'snowball',
  'synthesis',
  'critique',
  'report',
  'check',
  'answer',
])
export type Stage = z.infer<typeof stage>
export const stages = stage.options
