import Anthropic from '@anthropic-ai/sdk'
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import { anthropicSchema } from '../schema.ts'
import { type Connection, exchange, failed, fetchThrough } from './exchange.ts'
import type { Endpoint } from './failure-message.ts'
import type { ChatReply, ChatRequest, ModelProvider, Tokens } from './provider.ts'
import { failureOfBody } from './request-failure.ts'

const count = z.number().int().nonnegative().nullish().catch(null)
const message = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  stop_reason: z.string().nullish(),
  usage: z
    .object({ input_tokens: count, output_tokens: count, cache_read_input_tokens: count, cache_creation_input_tokens: count })
    .nullish()
    .catch(null),
})

/** Anthropic counts input beside the cache; ours holds it all. */
const tokensOf = (usage: z.infer<typeof message>['usage']): Tokens => {
  const input = usage?.input_tokens ?? null
  return {
    input: input === null ? null : input + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0),
    output: usage?.output_tokens ?? null,
    cached: usage?.cache_read_input_tokens ?? null,
  }
}

/** Reads the body of a 200 of the messages API: the forced tool's input or the texts; thinking is left out. */
export const readAnthropicReply = (body: unknown, endpoint: Endpoint, model: string): ChatReply => {
  const parsed = message.safeParse(body)
  if (!parsed.success) {
    const error = z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message
    return failed(failureOfBody(error ?? 'the body is no message', endpoint, model))
  }
  const { content, stop_reason: stop, usage } = parsed.data
  const tokens = tokensOf(usage)
  const tool = content.find((block) => block.type === 'tool_use')
  const texts = content.filter((block) => block.type === 'text').map((block) => block.text ?? '')
  const text = tool === undefined ? texts.join('') : JSON.stringify(tool.input ?? {})
  if (stop === 'max_tokens') return { kind: 'truncated', cut: 'reply', text, message: 'the reply was cut by the output limit', tokens }
  if (stop === 'model_context_window_exceeded')
    return { kind: 'truncated', cut: 'prompt', text, message: 'the context was used up', tokens }
  if (stop === 'refusal') return { kind: 'refused', message: 'the model declined', tokens }
  return { kind: 'text', text, tokens }
}

/** `format`: the schema constrains the reply; `tool`: it is the input of a tool the model must call. */
export type AnthropicMode = 'format' | 'tool'

/** The request's body. A schema with open keys (records) cannot constrain the reply, so it always goes by a tool. */
export const anthropicBody = (request: ChatRequest, mode: AnthropicMode): MessageCreateParamsNonStreaming => {
  const { schema, strict } = anthropicSchema(request.schema)
  const common = {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    system: request.system,
    messages: [{ role: 'user' as const, content: request.user }],
  }
  if (mode === 'format' && strict) return { ...common, output_config: { format: { type: 'json_schema', schema: { ...schema } } } }
  return {
    ...common,
    tools: [{ name: request.schemaName, description: 'Takes the answer.', input_schema: { ...schema, type: 'object' } }],
    tool_choice: { type: 'tool', name: request.schemaName },
  }
}

const refusesFormat = /output_config|output_format|structured output/i

/** Anthropic messages. Retries are the caller's. A model that does not know structured output is asked by a forced tool from then on. */
export const createAnthropicProvider = (connection: Connection): ModelProvider => {
  const { endpoint } = connection
  const client = new Anthropic({
    apiKey: endpoint.key ?? 'none',
    authToken: null,
    baseURL: endpoint.url,
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchThrough(connection.dispatcher),
  })
  const byTool = new Set<string>()
  return {
    name: 'anthropic',
    apiUrl: endpoint.url,
    outputTokens: 8_192,
    async chat(request) {
      const mode = byTool.has(request.model) ? 'tool' : 'format'
      const sent = await exchange(request, connection, (signal) =>
        client.messages.create(anthropicBody(request, mode), { signal, timeout: request.timeoutMs }),
      )
      if (sent.ok) return readAnthropicReply(sent.body, endpoint, request.model)
      const refused = sent.problem?.status === 400 && refusesFormat.test(sent.problem.words)
      if (!refused || mode === 'tool' || sent.reply.kind !== 'failure') return sent.reply
      byTool.add(request.model)
      return failed({ ...sent.reply.failure, adapted: true })
    },
  }
}
