import { expect, test } from 'vitest'
import { costUsd } from './prices.ts'

const openai = 'https://api.openai.com/v1'
const tokens = { input: 1_000_000, output: 100_000, cached: null }

test.each([
  ['a known model', costUsd('openai', 'gpt-4o-mini', openai, tokens), 0.15 + 0.06],
  ['cached tokens at half the price', costUsd('openai', 'gpt-4o-mini', openai, { ...tokens, cached: 1_000_000 }), 0.075 + 0.06],
  ['no more cached tokens than there are', costUsd('openai', 'gpt-4o-mini', openai, { ...tokens, cached: 2_000_000 }), 0.075 + 0.06],
  [
    'another vendor',
    costUsd('anthropic', 'claude-sonnet-4-5', 'https://api.anthropic.com', { input: 1_000, output: 100, cached: 0 }),
    0.003 + 0.0015,
  ],
])('%s', (_, cost, expected) => {
  expect(cost).toBeCloseTo(expected, 9)
})

test.each([
  ['an unlisted model', costUsd('openai', 'fake-1', openai, tokens)],
  ['a listed name at another address', costUsd('openai', 'gpt-4o-mini', 'http://127.0.0.1:8000/v1', tokens)],
  ['a local model', costUsd('ollama', 'gpt-4o-mini', openai, tokens)],
  ['unknown input', costUsd('openai', 'gpt-4o-mini', openai, { ...tokens, input: null })],
  ['unknown output', costUsd('openai', 'gpt-4o-mini', openai, { ...tokens, output: null })],
])('%s has no known price', (_, cost) => {
  expect(cost).toBeNull()
})
