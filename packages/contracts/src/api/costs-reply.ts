import { z } from 'zod'
import { modelRole } from '../entities/model-role.ts'
import { stage } from '../entities/stage.ts'

const count = z.number().int().nonnegative()

const costSum = z.object({
  calls: count,
  failedCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** Sum of the known prices; null when there were calls and none had a known price. */
  usd: z.number().nullable(),
  /** Calls of unknown price. */
  unpriced: count,
})

/** The answer of `GET /v1/runs/{id}/costs`: the model calls of a run in all, and by stage, role and model. */
export const costsReply = costSum.extend({
  byStage: z.array(costSum.extend({ stage })),
  byRole: z.array(costSum.extend({ role: modelRole })),
  byModel: z.array(costSum.extend({ model: z.string() })),
})
export type CostsReply = Readonly<z.infer<typeof costsReply>>
