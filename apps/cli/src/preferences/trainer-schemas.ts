import type { TrainerFormat } from '@winnow/domain/preferences/trainer-rows.ts'
import { z } from 'zod'

/** The formats as their trainers document them: what is written is checked against these, line by line. */

const text = z.string().min(1)
const message = <R extends string>(...roles: readonly [R, ...R[]]) => z.strictObject({ role: z.enum(roles), content: text })

/**
 * TRL's DPOTrainer, conversational preference data with an explicit prompt (its page "Dataset formats"). The prompt ends with the
 * user, so that what follows is the model's; further members are passed over.
 */
const trl = z
  .looseObject({
    prompt: z.array(message('system', 'user')).min(1),
    chosen: z.tuple([message('assistant')]),
    rejected: z.tuple([message('assistant')]),
  })
  .refine(({ prompt }) => prompt.at(-1)?.role === 'user', 'the prompt does not end with the user')

const swiftMessage = z.union([
  message('system', 'user', 'tool'),
  z.strictObject({ role: z.literal('assistant'), content: text, loss: z.boolean() }),
])

/**
 * ms-swift from 3.8 on, "DPO/ORPO/CPO/SimPO/RM" with rejected_messages, and "loss" on messages of the assistant (its page "Custom
 * dataset"). Both conversations are whole and end with the model.
 */
const swift = z
  .looseObject({ messages: z.array(swiftMessage).min(3), rejected_messages: z.array(swiftMessage).min(3) })
  .refine(
    (row) => [row.messages, row.rejected_messages].every((messages) => messages.at(-1)?.role === 'assistant'),
    'a conversation does not end with the model',
  )

/** OpenAI's preference fine-tuning (its page "Direct preference optimization"): nothing else may stand in a line. */
const openai = z.strictObject({
  input: z.strictObject({
    messages: z.array(message('system', 'user')).min(1),
    tools: z.array(z.never()),
    parallel_tool_calls: z.boolean(),
  }),
  preferred_output: z.tuple([message('assistant')]),
  non_preferred_output: z.tuple([message('assistant')]),
})

export const trainerSchemas: Readonly<Record<TrainerFormat, z.ZodType>> = { trl, swift, openai }
