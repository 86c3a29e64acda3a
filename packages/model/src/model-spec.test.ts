import { describe, expect, test } from 'vitest'
import { formatModelSpec, parseModelSpec } from './model-spec.ts'

describe('parseModelSpec', () => {
  test.each([
    ['openai:gpt-5-mini', { provider: 'openai', model: 'gpt-5-mini' }, 'openai:gpt-5-mini'],
    ['anthropic:claude-sonnet-4-5', { provider: 'anthropic', model: 'claude-sonnet-4-5' }, 'anthropic:claude-sonnet-4-5'],
    ['ollama:qwen3:8b', { provider: 'ollama', model: 'qwen3:8b' }, 'ollama:qwen3:8b'],
    [' OpenAI : Org/Model-7B ', { provider: 'openai', model: 'Org/Model-7B' }, 'openai:Org/Model-7B'],
    ['none', { provider: 'none' }, 'none'],
    [' None ', { provider: 'none' }, 'none'],
  ])('%j', (text, spec, written) => {
    const parsed = parseModelSpec(text)
    expect(parsed).toEqual({ ok: true, spec })
    expect(parsed.ok && formatModelSpec(parsed.spec)).toBe(written)
  })

  test.each([
    ['gpt-5', '"gpt-5" is no model: write openai:<model>, anthropic:<model>, ollama:<model> or none'],
    ['', '"" is no model: write openai:<model>, anthropic:<model>, ollama:<model> or none'],
    ['gemini:pro', '"gemini" is no provider: write openai:<model>, anthropic:<model>, ollama:<model> or none'],
    ['none:x', '"none" is no provider: write openai:<model>, anthropic:<model>, ollama:<model> or none'],
    [':x', '"" is no provider: write openai:<model>, anthropic:<model>, ollama:<model> or none'],
    ['openai:', '"openai:" names no model: write openai:<model>'],
    ['ollama: ', '"ollama:" names no model: write ollama:<model>'],
    ['openai:gpt 5', '"gpt 5" is no model name: it holds white space'],
  ])('%j is refused', (text, error) => {
    expect(parseModelSpec(text)).toEqual({ ok: false, error })
  })
})
