import type { ModelReply, ModelRequest } from './scripted-model-server.ts'

export type ModelWire = 'openai' | 'anthropic' | 'ollama'

type Json = Readonly<Record<string, unknown>>

const wires: readonly (readonly [RegExp, ModelWire])[] = [
  [/\/chat\/completions$/, 'openai'],
  [/\/messages$/, 'anthropic'],
  [/\/api\/chat$/, 'ollama'],
]

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Json)[key] : undefined), value)

/** The text of a message's content, which is a string or a list of parts. */
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('\n')
  const inner = at(content, 'text') ?? at(content, 'content')
  return inner === undefined ? '' : textOf(inner)
}

const schemaOf = (body: Json): unknown => {
  const tool = Array.isArray(body.tools) ? body.tools[0] : undefined
  const format = typeof body.format === 'object' ? body.format : undefined
  return (
    at(body, 'response_format', 'json_schema', 'schema') ??
    at(body, 'output_config', 'format', 'schema') ??
    format ??
    at(tool, 'input_schema') ??
    undefined
  )
}

/** Reads a request of any of the three wire formats; null when the path is none of theirs or the body no JSON object. */
export const readModelRequest = (path: string, raw: string): Omit<ModelRequest, 'number' | 'path' | 'headers'> | null => {
  const pathname = path.split('?')[0] ?? path
  const wire = wires.find(([pattern]) => pattern.test(pathname))?.[1]
  if (wire === undefined || !raw.startsWith('{')) return null
  const body = JSON.parse(raw) as Json
  const messages = Array.isArray(body.messages) ? body.messages : []
  const prompt = [body.system, ...messages.map((message) => at(message, 'content'))]
    .filter((part) => part !== undefined)
    .map(textOf)
    .join('\n')
  return { wire, model: String(body.model), prompt, schema: schemaOf(body), body }
}

const openaiBody = (request: ModelRequest, reply: ModelReply, input: number, output: number): Json => {
  const finish = { stop: 'stop', length: 'length', refusal: 'stop' }[reply.finish ?? 'stop']
  const refused = reply.finish === 'refusal'
  return {
    id: `c${request.number}`,
    object: 'chat.completion',
    created: 1,
    model: request.model,
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: { role: 'assistant', content: refused ? null : reply.text, refusal: refused ? reply.text : null },
      },
    ],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: reply.cachedTokens ?? 0 },
    },
  }
}

const anthropicBody = (request: ModelRequest, reply: ModelReply, input: number, output: number): Json => {
  const tool = at(Array.isArray(request.body.tools) ? request.body.tools[0] : undefined, 'name')
  const cached = reply.cachedTokens ?? 0
  const text = [{ type: 'text', text: reply.text ?? '' }]
  return {
    id: `msg_${request.number}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: tool === undefined ? text : [{ type: 'tool_use', id: 't1', name: tool, input: JSON.parse(reply.text ?? '{}') as unknown }],
    stop_reason: { stop: tool === undefined ? 'end_turn' : 'tool_use', length: 'max_tokens', refusal: 'refusal' }[reply.finish ?? 'stop'],
    stop_sequence: null,
    usage: { input_tokens: input - cached, output_tokens: output, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 },
  }
}

const ollamaBody = (request: ModelRequest, reply: ModelReply, input: number, output: number): Json => ({
  model: request.model,
  message: { role: 'assistant', content: reply.text ?? '', ...(reply.thinking === undefined ? {} : { thinking: reply.thinking }) },
  done: true,
  done_reason: reply.finish === 'length' ? 'length' : 'stop',
  prompt_eval_count: input,
  eval_count: output,
})

/** The body of a 200 answer in the request's own wire format. */
export const writeModelReply = (request: ModelRequest, reply: ModelReply): Json => {
  const input = reply.inputTokens ?? Math.ceil(request.prompt.length / 4)
  const output = reply.outputTokens ?? Math.ceil((reply.text ?? '').length / 4)
  switch (request.wire) {
    case 'openai':
      return openaiBody(request, reply, input, output)
    case 'anthropic':
      return anthropicBody(request, reply, input, output)
    case 'ollama':
      return ollamaBody(request, reply, input, output)
  }
}
