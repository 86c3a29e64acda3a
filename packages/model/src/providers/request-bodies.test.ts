import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from '../schema.ts'
import { anthropicBody } from './anthropic.ts'
import { ollamaBody } from './ollama.ts'
import { openaiBody } from './openai.ts'
import { adaptedDialect, firstDialect, type OpenaiDialect } from './openai-dialect.ts'

const request = (schema: z.ZodType) => ({
  model: 'm',
  system: 'S',
  user: 'U',
  schema: jsonSchemaOf(schema),
  schemaName: 'vote',
  maxOutputTokens: 100,
  timeoutMs: 1,
})
const closed = request(z.object({ a: z.string() }))
const open = request(z.object({ a: z.record(z.string(), z.number()) }))
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const first: OpenaiDialect = { format: 'schema', limitField: 'max_tokens', limitFieldSettled: false }

describe('OpenAI', () => {
  test('a closed schema constrains the reply strictly', () => {
    expect(openaiBody(closed, first)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'U' },
      ],
      max_tokens: 100,
      response_format: { type: 'json_schema', json_schema: { name: 'vote', schema, strict: true } },
    })
  })
  test('an open schema does so loosely', () => {
    expect(openaiBody(open, first).response_format).toMatchObject({ json_schema: { strict: false } })
  })
  test('a plain server is told the schema in words', () => {
    const body = openaiBody(closed, { ...first, format: 'plain', limitField: 'max_completion_tokens' })
    expect(body).not.toHaveProperty('response_format')
    expect(body).not.toHaveProperty('max_tokens')
    expect(body.max_completion_tokens).toBe(100)
    expect(body.messages[0]?.content).toBe(
      `S\n\nReply with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`,
    )
  })

  test.each([
    ['https://api.openai.com/v1', 'max_completion_tokens'],
    ['http://127.0.0.1:8000/v1', 'max_tokens'],
    ['https://api.openai.com.example.org/v1', 'max_tokens'],
  ])('the first dialect of %s names the limit %s', (url, limitField) => {
    expect(firstDialect(url)).toEqual({ format: 'schema', limitField, limitFieldSettled: false })
  })

  test.each([
    ['a format unknown', 400, "unknown field 'response_format'", { ...first, format: 'plain' }],
    ['a format refused', 422, 'json_schema is not available', { ...first, format: 'plain' }],
    ['structured outputs refused', 400, 'Structured Outputs need another model', { ...first, format: 'plain' }],
    [
      'the name of the limit',
      400,
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      { ...first, limitField: 'max_completion_tokens', limitFieldSettled: true },
    ],
    ['a limit too large', 400, 'max_tokens is too large: 8192', null],
    ['a limit over the bound', 400, 'max_tokens must be at most 4096', null],
    ['a limit that exceeds', 400, 'max_tokens exceeds 4096', null],
    ['a maximum', 400, 'max_tokens: the maximum is 4096', null],
    ['another complaint', 400, 'no such thing', null],
    ['another status', 500, 'response_format', null],
  ])('%s', (_, status, words, expected) => {
    expect(adaptedDialect(first, status, words)).toEqual(expected)
  })
  test('the other way round, and each thing once only', () => {
    const official: OpenaiDialect = { ...first, limitField: 'max_completion_tokens' }
    const words = 'Unrecognized: max_completion_tokens'
    const adapted = adaptedDialect(official, 400, words)
    expect(adapted).toEqual({ ...first, limitField: 'max_tokens', limitFieldSettled: true })
    expect(adapted === null ? null : adaptedDialect(adapted, 400, words)).toBeNull()
    expect(adaptedDialect({ ...first, format: 'plain' }, 400, 'response_format')).toBeNull()
  })
})

describe('Anthropic', () => {
  const common = { model: 'm', max_tokens: 100, system: 'S', messages: [{ role: 'user', content: 'U' }] }
  test('a closed schema constrains the reply', () => {
    expect(anthropicBody(closed, 'format')).toEqual({ ...common, output_config: { format: { type: 'json_schema', schema } } })
  })
  test('a model without structured output is asked by a tool', () => {
    expect(anthropicBody(closed, 'tool')).toEqual({
      ...common,
      tools: [{ name: 'vote', description: 'Takes the answer.', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'vote' },
    })
  })
  test('an open schema always is', () => {
    expect(anthropicBody(open, 'format')).toMatchObject({ tool_choice: { type: 'tool', name: 'vote' } })
  })
})

test('Ollama: the context is set, the schema is the grammar', () => {
  expect(ollamaBody(closed, 4_096)).toEqual({
    model: 'm',
    stream: false,
    messages: [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'U' },
    ],
    format: schema,
    options: { num_ctx: 4_096, num_predict: 100, temperature: 0 },
  })
})
