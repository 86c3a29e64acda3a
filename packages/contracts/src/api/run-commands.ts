import { z } from 'zod'
import { planEdit } from '../entities/plan.ts'

/** Why, in a person's words; it stands in the log and in the report. */
const reason = z.string().max(2000).optional()

/** The body of `POST /v1/runs/{id}/pause`, `/resume` and `/cancel`; may be left out. */
export const runCommand = z.strictObject({ reason }).nullish()

/** The body of `POST /v1/runs/{id}/plan`. */
export const planEdits = z.strictObject({ edits: z.array(planEdit).min(1).max(100), reason })

/** The body of `POST /v1/runs/{id}/documents/{documentId}`. A split names the records that leave the document. */
export const documentAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['include', 'exclude']), reason }),
  z.strictObject({ action: z.literal('split'), records: z.array(z.string()).min(1).max(10_000), reason }),
])
export type DocumentAction = Readonly<z.infer<typeof documentAction>>

/** The answer to a command: it stands in the log as the event of that type. */
export const commandReply = z.object({ runId: z.string(), event: z.string(), commandId: z.string() })
export type CommandReply = Readonly<z.infer<typeof commandReply>>
