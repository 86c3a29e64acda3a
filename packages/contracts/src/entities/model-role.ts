import { z } from 'zod'

/** A use of a model (spec §2). Each is routed on its own. */
export const modelRole = z.enum([
  'planner',
  'intent',
  'query',
  'screener',
  'screener2',
  'reader',
  'synthesizer',
  'critic',
  'writer',
  'judge',
  'agent',
  'summarizer',
])
export type ModelRole = z.infer<typeof modelRole>
export const modelRoles = modelRole.options

/** The roles that a run of kind `answer` uses; a run of research uses those but `agent` and `summarizer`. */
export const answerRoles = ['agent', 'summarizer', 'judge'] as const satisfies readonly ModelRole[]
export const researchRoles: readonly ModelRole[] = modelRoles.filter((role) => role !== 'agent' && role !== 'summarizer')

/** "provider:model" or "none" by role. A run that was asked for before there was a second screener does not name it. */
export const routedModels = z.object({
  planner: z.string(),
  intent: z.string(),
  query: z.string(),
  screener: z.string(),
  screener2: z.string().optional(),
  reader: z.string(),
  synthesizer: z.string(),
  critic: z.string(),
  writer: z.string(),
  judge: z.string(),
  /** Only runs of kind `answer` name these two. */
  agent: z.string().optional(),
  summarizer: z.string().optional(),
})
export type RoutedModels = Readonly<z.infer<typeof routedModels>>

/** The model of a role as routed; "none" for a role that the run does not name. */
export function modelOf(models: RoutedModels, role: ModelRole): string {
  return models[role] ?? 'none'
}
