import { z } from 'zod'
import { modelRole } from './model-role.ts'

/** A step that fell back: its model's reply could not be used, or the budget or provider did not allow a call. */
export const degraded = z.object({ role: modelRole, reason: z.string(), count: z.number().int().positive().default(1) })
export type Degraded = Readonly<z.infer<typeof degraded>>
