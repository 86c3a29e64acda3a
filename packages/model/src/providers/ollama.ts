import { estimateTokens } from '@winnow/text/estimate-tokens.ts'
import { request as send } from 'undici'
import { z } from 'zod'
import { ollamaSchema } from '../schema.ts'
import { type Connection, exchange, failed } from './exchange.ts'
import type { Endpoint } from './failure-message.ts'
import { type ChatReply, type ChatRequest, type ModelProvider, noTokens, type Tokens } from './provider.ts'
import { failureOfBody } from './request-failure.ts'

/** Another num_ctx makes Ollama load the weights again, so windows come in few sizes. */
const contextStep = 4_096
/** The estimate may be low by this much before a prompt is cut. */
const safety = 1.25
/** Tokens of the chat template around the two messages. */
const templateTokens = 64
/** Below this share of the estimate, the server has not read the whole prompt. Our reading of spec §2, "well below". */
const leastShareRead = 0.5

/** Tokens of context for a prompt of `promptTokens` (estimated) and a reply of `outputTokens`, in steps; null above `largest`. */
export const contextSize = (promptTokens: number, outputTokens: number, largest: number): number | null => {
  const needed = Math.ceil(promptTokens * safety) + templateTokens + outputTokens
  if (needed > largest) return null
  return Math.min(Math.ceil(needed / contextStep) * contextStep, largest)
}

const count = z.number().int().nonnegative().nullish().catch(null)
const chatBody = z.object({
  message: z.object({ content: z.string().nullish() }),
  done_reason: z.string().nullish(),
  prompt_eval_count: count,
  eval_count: count,
})

/** Reads the body of a 200 of /api/chat. The thinking field is never taken for the answer (PBR-030). */
export const readOllamaReply = (body: unknown, promptTokens: number, endpoint: Endpoint, model: string): ChatReply => {
  const parsed = chatBody.safeParse(body)
  if (!parsed.success) {
    const error = z.object({ error: z.string() }).safeParse(body).data?.error
    return failed(failureOfBody(error ?? 'the body is no chat reply', endpoint, model))
  }
  const read = parsed.data.prompt_eval_count ?? null
  const tokens: Tokens = { input: read, output: parsed.data.eval_count ?? null, cached: null }
  const text = parsed.data.message.content ?? ''
  // 0 stands for "from the cache" in old versions, so it tells nothing.
  if (read !== null && read > 0 && read < promptTokens * leastShareRead) {
    const message = `the server read ${read} of about ${promptTokens} tokens of the prompt`
    return { kind: 'truncated', cut: 'prompt', text, message, tokens }
  }
  if (parsed.data.done_reason === 'length')
    return { kind: 'truncated', cut: 'reply', text, message: 'the reply was cut by the output limit', tokens }
  return { kind: 'text', text, tokens }
}

/** A response with another status, thrown for `exchange` to read as it reads the SDKs' errors. */
class OllamaStatusError extends Error {
  readonly status: number
  readonly headers: Headers
  constructor(status: number, body: string, retryAfter: string | null) {
    const parsed = z.object({ error: z.string() }).safeParse(jsonOrNull(body))
    super(parsed.data?.error ?? body)
    this.status = status
    this.headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter })
  }
}

const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null // an error page in place of Ollama's error: shown as it stands
  }
}

const postChat = async (connection: Connection, body: unknown, signal: AbortSignal): Promise<unknown> => {
  const { endpoint, dispatcher } = connection
  const headers = { 'content-type': 'application/json' }
  const response = await send(`${endpoint.url}/api/chat`, { method: 'POST', dispatcher, signal, headers, body: JSON.stringify(body) })
  const text = await response.body.text()
  const retryAfter = response.headers['retry-after']
  if (response.statusCode !== 200)
    throw new OllamaStatusError(response.statusCode, text, typeof retryAfter === 'string' ? retryAfter : null)
  return JSON.parse(text) as unknown
}

/** The request's body: num_ctx on every call (the default truncates silently, spec §2), the schema as grammar. */
export const ollamaBody = (request: ChatRequest, contextTokens: number): object => ({
  model: request.model,
  stream: false,
  messages: [
    { role: 'system', content: request.system },
    { role: 'user', content: request.user },
  ],
  format: ollamaSchema(request.schema).schema,
  options: { num_ctx: contextTokens, num_predict: request.maxOutputTokens, temperature: 0 },
})

/** Ollama's native chat API. `largestContext` bounds num_ctx (tokens): memory is the person's to spend. Retries are the caller's. */
export const createOllamaProvider = (connection: Connection, largestContext: number): ModelProvider => {
  const { endpoint } = connection
  return {
    name: 'ollama',
    apiUrl: endpoint.url,
    outputTokens: 4_096,
    async chat(request) {
      const promptTokens = estimateTokens(request.system) + estimateTokens(request.user)
      const contextTokens = contextSize(promptTokens, request.maxOutputTokens, largestContext)
      if (contextTokens === null) {
        const message = `about ${promptTokens} tokens of prompt and ${request.maxOutputTokens} of reply do not fit into a context of ${largestContext}`
        return { kind: 'prompt-too-long', sent: false, message, tokens: noTokens }
      }
      const sent = await exchange(request, connection, (signal) => postChat(connection, ollamaBody(request, contextTokens), signal))
      return sent.ok ? readOllamaReply(sent.body, promptTokens, endpoint, request.model) : sent.reply
    },
  }
}
