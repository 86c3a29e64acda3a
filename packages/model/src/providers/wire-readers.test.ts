import { describe, expect, test } from 'vitest'
import pbr028 from '../fixtures/pbr-028.json' with { type: 'json' }
import { readAnthropicReply } from './anthropic.ts'
import { contextSize, readOllamaReply } from './ollama.ts'
import { readOpenaiReply } from './openai.ts'
import type { ChatReply } from './provider.ts'

const openaiEnd = { provider: 'openai', url: 'https://api.openai.com/v1', key: 'k' } as const
const anthropicEnd = { provider: 'anthropic', url: 'https://api.anthropic.com', key: 'k' } as const
const ollamaEnd = { provider: 'ollama', url: 'http://127.0.0.1:11434', key: undefined } as const

const openai = (body: unknown) => readOpenaiReply(body, openaiEnd, 'm')
const anthropic = (body: unknown) => readAnthropicReply(body, anthropicEnd, 'm')
const ollama = (body: unknown, promptTokens = 10) => readOllamaReply(body, promptTokens, ollamaEnd, 'm')

const failureOf = (reply: ChatReply) => (reply.kind === 'failure' ? reply.failure : null)

describe('PBR-028: a reply cut by the token limit is classed before any parsing', () => {
  test.each([
    ['openai', openai, 1024],
    ['openai-null', openai, 1024],
    ['whitespace', openai, 1024],
    ['anthropic', anthropic, 1024],
    ['ollama', ollama, 1024],
  ])('row %s', (row, read, output) => {
    const reply = read(pbr028.input.rows.find((entry) => entry.row === row)?.body)
    expect(reply).toMatchObject({ kind: 'truncated', cut: 'reply', message: 'the reply was cut by the output limit', tokens: { output } })
  })
})

describe('OpenAI', () => {
  const choice = (message: object, finish = 'stop') => ({ choices: [{ finish_reason: finish, message }] })
  test('text, with tokens and the cached ones among them', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 60 } }
    expect(openai({ ...choice({ content: '{}' }), usage })).toEqual({
      kind: 'text',
      text: '{}',
      tokens: { input: 100, output: 20, cached: 60 },
    })
  })
  test.each([
    ['no usage', {}],
    ['usage of null', { usage: null }],
    ['broken usage', { usage: { prompt_tokens: 'many', completion_tokens: -1, prompt_tokens_details: 3 } }],
    ['usage that is a text', { usage: 'none' }],
  ])('%s leaves the tokens unknown', (_, extra) => {
    expect(openai({ ...choice({ content: 'a' }), ...extra })).toEqual({
      kind: 'text',
      text: 'a',
      tokens: { input: null, output: null, cached: null },
    })
  })
  test.each([
    ['a refusal', choice({ content: null, refusal: 'I cannot.' }), { kind: 'refused', message: 'the model declined: I cannot.' }],
    [
      'a filtered reply',
      choice({ content: 'par' }, 'content_filter'),
      { kind: 'refused', message: 'the content filter stopped the reply' },
    ],
    ['no content', choice({ content: null }), { kind: 'text', text: '' }],
    ['an empty refusal', choice({ content: 'a', refusal: '' }), { kind: 'text', text: 'a' }],
  ])('%s', (_, body, expected) => {
    expect(openai(body)).toMatchObject(expected)
  })
  test.each([
    ['an error in a 200 body', { error: { message: 'model is loading' } }, 'openai failed (200): model is loading'],
    ['no choices', { choices: [] }, 'openai failed (200): the body is no chat completion'],
    ['a web page', '<html>', 'openai failed (200): the body is no chat completion'],
  ])('%s is a failure', (_, body, message) => {
    expect(failureOf(openai(body))).toEqual({ kind: 'server-error', message, retryAfterMs: null, adapted: false })
  })
})

describe('Anthropic', () => {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 60, cache_creation_input_tokens: 30 }
  test('texts joined, thinking left out, cached tokens counted as input', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: '{"a":' },
      { type: 'text', text: '1}' },
    ]
    expect(anthropic({ content, stop_reason: 'end_turn', usage })).toEqual({
      kind: 'text',
      text: '{"a":1}',
      tokens: { input: 100, output: 5, cached: 60 },
    })
  })
  test('the input of the forced tool', () => {
    const content = [
      { type: 'text', text: 'I will.' },
      { type: 'tool_use', id: 't', name: 'x', input: { a: 1 } },
    ]
    expect(anthropic({ content, stop_reason: 'tool_use' })).toEqual({
      kind: 'text',
      text: '{"a":1}',
      tokens: { input: null, output: null, cached: null },
    })
  })
  test('input tokens without any cache', () => {
    expect(anthropic({ content: [], usage: { input_tokens: 10, output_tokens: 5 } })).toMatchObject({
      text: '',
      tokens: { input: 10, cached: null },
    })
  })
  test.each([
    ['refusal', { kind: 'refused', message: 'the model declined' }],
    ['model_context_window_exceeded', { kind: 'truncated', cut: 'prompt' }],
    ['stop_sequence', { kind: 'text' }],
  ])('stop reason %s', (stop_reason, expected) => {
    expect(anthropic({ content: [{ type: 'text', text: 'a' }], stop_reason })).toMatchObject(expected)
  })
  test.each([
    ['an error', { type: 'error', error: { type: 'api_error', message: 'oh' } }, 'anthropic failed (200): oh'],
    ['something else', { ok: true }, 'anthropic failed (200): the body is no message'],
  ])('%s in a 200 body is a failure', (_, body, message) => {
    expect(failureOf(anthropic(body))).toMatchObject({ kind: 'server-error', message })
  })
})

describe('Ollama', () => {
  const body = (extra: object) => ({ message: { content: 'a' }, done: true, done_reason: 'stop', ...extra })
  test('text with tokens; the thinking field is no answer', () => {
    const reply = ollama({ ...body({ prompt_eval_count: 9, eval_count: 3 }), message: { content: '', thinking: '{"a":1}' } })
    expect(reply).toEqual({ kind: 'text', text: '', tokens: { input: 9, output: 3, cached: null } })
  })
  test.each([
    [500, 'text'],
    [499, 'truncated'],
    [1, 'truncated'],
    [0, 'text'],
    [undefined, 'text'],
  ])('%j tokens read of about 1,000: %s', (prompt_eval_count, kind) => {
    expect(ollama(body({ prompt_eval_count }), 1_000).kind).toBe(kind)
  })
  test('a cut prompt is told as such, also when the reply was cut too', () => {
    expect(ollama(body({ prompt_eval_count: 400, done_reason: 'length' }), 1_000)).toMatchObject({
      kind: 'truncated',
      cut: 'prompt',
      message: 'the server read 400 of about 1000 tokens of the prompt',
    })
  })
  test.each([
    ['an error', { error: 'out of memory' }, 'ollama failed (200): out of memory'],
    ['something else', {}, 'ollama failed (200): the body is no chat reply'],
  ])('%s in a 200 body is a failure', (_, given, message) => {
    expect(failureOf(ollama(given))).toMatchObject({ kind: 'server-error', message })
  })

  test.each([
    [0, 4_032, 32_768, 4_096],
    [0, 4_033, 32_768, 8_192],
    [100, 1_000, 32_768, 4_096],
    [8_000, 4_096, 32_768, 16_384],
    [22_886, 4_096, 32_768, 32_768],
    [22_887, 4_096, 32_768, null],
    [3_000, 4_096, 10_000, 8_192],
    [4_000, 4_096, 10_000, 10_000],
    [1, 4_096, 4_096, null],
  ])('a prompt of %i and a reply of %i tokens in at most %i: %j', (prompt, output, largest, size) => {
    expect(contextSize(prompt, output, largest)).toBe(size)
  })
})
