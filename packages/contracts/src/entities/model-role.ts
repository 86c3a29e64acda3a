import { z } from 'zod'

/** A use of a model (spec §2). Each is routed on its own. */
export const modelRole = z.enum(['planner', 'intent', 'query', 'screener', 'reader', 'synthesizer', 'critic', 'writer', 'judge'])
export type ModelRole = z.infer<typeof modelRole>
export const modelRoles = modelRole.options
