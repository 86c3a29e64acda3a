import { wishFor } from '@winnow/runs/testing/wish.ts'
import { describe, expect, test } from 'vitest'
import { configFrom } from '../config.ts'
import { priceOf, refuseUnknownCosts } from './known-costs.ts'

const config = configFrom({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }, '/w', {})
const million = { input: 1_000_000, output: 1_000_000 }
const models = (own: Record<string, string>) => ({ ...wishFor('q').models, ...own })

test.each([
  ['no model costs nothing', 'none', 0],
  ['a known model: 0.25 USD a million in, 2 out', 'openai:gpt-5-mini', 2.25],
  ['an unknown model', 'openai:no-such-model', null],
  ['a local model', 'ollama:qwen3', null],
])('%s', (_, spec, usd) => {
  expect(priceOf(spec, million, config)).toBe(usd)
})

test('a known model at an address that is not its vendor’s has no known price', () => {
  const elsewhere = configFrom({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, '/w', {})
  expect(priceOf('openai:gpt-5-mini', million, elsewhere)).toBeNull()
})

test('a spec that cannot be read or a provider without a key is bad usage', () => {
  expect(() => priceOf('what', million, config)).toThrow('what')
  expect(() => priceOf('openai:m', million, configFrom({}, '/w', {}))).toThrow('openai:m: openai needs a key: set OPENAI_API_KEY')
})

describe('a cost limit', () => {
  test.each([
    ['without a limit anything goes', null, { reader: 'ollama:a' }, null],
    ['known prices', 2, { reader: 'openai:gpt-5-mini' }, null],
    ['no model', 2, {}, null],
    ['an unknown price', 2, { reader: 'ollama:a', critic: 'ollama:a' }, 'the price of ollama:a is unknown'],
    ['several', 2, { reader: 'ollama:a', critic: 'openai:zz' }, 'the price of ollama:a, openai:zz is unknown'],
  ])('%s', (_, maxCostUsd, own, says) => {
    const refuse = () => refuseUnknownCosts({ limits: { maxCostUsd }, models: models(own) }, config)
    if (says === null) expect(refuse).not.toThrow()
    else expect(refuse).toThrow(`--max-cost cannot be kept: ${says}. Limit --max-tokens instead, or`)
  })
  test('a command without a limit of tokens names none', () => {
    const refuse = () => refuseUnknownCosts({ limits: { maxCostUsd: 2 }, models: models({ reader: 'ollama:a' }) }, config, 'Leave it out')
    expect(refuse).toThrow('is unknown. Leave it out, or choose another model.')
  })
})
