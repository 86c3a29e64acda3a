import { z } from 'zod'
import { modelRole } from './model-role.ts'

/** Who fell back: the model of a role, or the reranker of an answer's passages. */
export const degradedRole = z.enum([...modelRole.options, 'reranker'])
export type DegradedRole = z.infer<typeof degradedRole>

/** A step that fell back: its model's reply could not be used, or the budget or provider did not allow a call. */
export const degraded = z.object({ role: degradedRole, reason: z.string(), count: z.number().int().positive().default(1) })
export type Degraded = Readonly<z.infer<typeof degraded>>
