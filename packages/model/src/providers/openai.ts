import OpenAI from 'openai'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { openaiSchema } from '../schema.ts'
import { type Connection, exchange, failed, fetchThrough } from './exchange.ts'
import type { Endpoint } from './failure-message.ts'
import { adaptedDialect, firstDialect, type OpenaiDialect } from './openai-dialect.ts'
import type { ChatReply, ChatRequest, ModelProvider, Tokens } from './provider.ts'
import { failureOfBody } from './request-failure.ts'

const count = z.number().int().nonnegative().nullish().catch(null)
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

/** Reads the body of a 200 of chat completions; what is no completion is a failure of the server. */
export const readOpenaiReply = (body: unknown, endpoint: Endpoint, model: string): ChatReply => {
  const parsed = completion.safeParse(body)
  const choice = parsed.data?.choices[0]
  if (parsed.data === undefined || choice === undefined) {
    const error = z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message
    return failed(failureOfBody(error ?? 'the body is no chat completion', endpoint, model))
  }
  const { usage } = parsed.data
  const tokens: Tokens = {
    input: usage?.prompt_tokens ?? null,
    output: usage?.completion_tokens ?? null,
    cached: usage?.prompt_tokens_details?.cached_tokens ?? null,
  }
  const text = choice.message.content ?? ''
  if (choice.finish_reason === 'length')
    return { kind: 'truncated', cut: 'reply', text, message: 'the reply was cut by the output limit', tokens }
  if (choice.finish_reason === 'content_filter') return { kind: 'refused', message: 'the content filter stopped the reply', tokens }
  const refusal = choice.message.refusal ?? ''
  return refusal === '' ? { kind: 'text', text, tokens } : { kind: 'refused', message: `the model declined: ${refusal}`, tokens }
}

const plainInstruction = 'Reply with one JSON object and nothing else. It must fit this JSON schema:'

/** The request's body: the schema constrains the reply, strictly where every key is known (spec §2). */
export const openaiBody = (request: ChatRequest, dialect: OpenaiDialect): ChatCompletionCreateParamsNonStreaming => {
  const { schema, strict } = openaiSchema(request.schema)
  const told = dialect.format === 'schema' ? '' : `\n\n${plainInstruction}\n${JSON.stringify(schema)}`
  return {
    model: request.model,
    messages: [
      { role: 'system', content: request.system + told },
      { role: 'user', content: request.user },
    ],
    [dialect.limitField]: request.maxOutputTokens,
    ...(dialect.format === 'plain'
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: request.schemaName, schema: { ...schema }, strict } } }),
  }
}

/**
 * OpenAI chat completions, and any server compatible with them. Retries are the caller's. A server that refuses
 * `response_format` or the name of the output limit is spoken to in its own dialect from then on, model by model.
 */
export const createOpenaiProvider = (connection: Connection): ModelProvider => {
  const { endpoint } = connection
  const client = new OpenAI({
    apiKey: endpoint.key ?? 'none',
    baseURL: endpoint.url,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchThrough(connection.dispatcher),
  })
  const dialects = new Map<string, OpenaiDialect>()
  return {
    name: 'openai',
    apiUrl: endpoint.url,
    outputTokens: 8_192,
    async chat(request) {
      const dialect = dialects.get(request.model) ?? firstDialect(endpoint.url)
      const sent = await exchange(request, connection, (signal) =>
        client.chat.completions.create(openaiBody(request, dialect), { signal, timeout: request.timeoutMs }),
      )
      if (sent.ok) return readOpenaiReply(sent.body, endpoint, request.model)
      const adapted = sent.problem === null ? null : adaptedDialect(dialect, sent.problem.status, sent.problem.words)
      if (adapted === null || sent.reply.kind !== 'failure') return sent.reply
      dialects.set(request.model, adapted)
      return failed({ ...sent.reply.failure, adapted: true })
    },
  }
}
