import { z } from 'zod'
import { modelRole } from './model-role.ts'
import { stage } from './stage.ts'

/**
 * One call to a model server (also a failed one). Tokens are null when the server did not tell them; `costUsd` is null
 * when the price of the model is unknown, never 0 for unknown.
 */
export const usage = z.object({
  callId: z.string(),
  role: modelRole,
  stage,
  /** "provider:model" as routed. */
  model: z.string(),
  inputTokens: z.number().int().nonnegative().nullable(),
  outputTokens: z.number().int().nonnegative().nullable(),
  cachedTokens: z.number().int().nonnegative().nullable(),
  costUsd: z.number().nonnegative().nullable(),
  /** Wall time of the call in milliseconds. */
  ms: z.number().int().nonnegative(),
  outcome: z.enum(['ok', 'invalid', 'truncated', 'refused', 'throttled', 'server-error', 'timeout', 'rejected', 'unreachable']),
  /** Bought by the run that this one was forked from: shown, and not counted. */
  inherited: z.literal(true).optional(),
})
export type Usage = Readonly<z.infer<typeof usage>>
