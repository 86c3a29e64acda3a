import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { describe, expect, test } from 'vitest'
import { configFrom } from '../config.ts'
import { estimateRun } from './estimate.ts'

const config = configFrom({ OPENAI_API_KEY: 'k' }, '/w', {})
const all = (spec: string, own: Record<string, string> = {}) =>
  ({ ...Object.fromEntries(modelRoles.map((role) => [role, spec])), ...own }) as ResearchWish['models']
const limits = { ...wishFor('q').limits, maxIterations: 2, maxReads: 20, maxSearches: 12 }
const wish = (parts: Partial<ResearchWish> = {}) => wishFor('q', { maxSubquestions: 3, limits, models: all('openai:gpt-5-mini'), ...parts })

interface Range {
  readonly from: number
  readonly to: number
}
interface Told {
  readonly [name: string]: unknown
  readonly roles: readonly {
    readonly role: string
    readonly calls: unknown
    readonly tokens: Range
    readonly usd: Range
    readonly model: string
  }[]
}
const told = (of: ResearchWish, records: number) => JSON.parse(estimateRun(of, records, config, true)) as Told
const callsOf = (of: ResearchWish, records: number) => Object.fromEntries(told(of, records).roles.map(({ role, calls }) => [role, calls]))

test('the calls of each role, from the limits', () => {
  expect(callsOf(wish(), 95)).toEqual({
    planner: { from: 1, to: 1 },
    intent: { from: 1, to: 6 },
    query: { from: 1, to: 12 },
    screener: { from: 10, to: 20 },
    screener2: { from: 0, to: 0 },
    reader: { from: 1, to: 20 },
    synthesizer: { from: 1, to: 6 },
    critic: { from: 1, to: 2 },
    writer: { from: 2, to: 8 },
    judge: { from: 1, to: 3 },
  })
})

test.each<[string, Partial<ResearchWish>, object]>([
  [
    'two screeners: each document twice, and at most all of it again',
    { screeners: 2 },
    { screener: { from: 10, to: 40 }, screener2: { from: 10, to: 20 } },
  ],
  [
    'of which the second has no model',
    { screeners: 2, models: all('openai:gpt-5-mini', { screener2: 'none' }) },
    { screener: { from: 10, to: 40 }, screener2: { from: 0, to: 0 } },
  ],
  [
    'a sample, in each iteration, by the second screener',
    { rescreen: 21 },
    { screener: { from: 10, to: 20 }, screener2: { from: 0, to: 6 } },
  ],
  [
    'or by the first, where the second has no model',
    { rescreen: 21, models: all('openai:gpt-5-mini', { screener2: 'none' }) },
    { screener: { from: 10, to: 26 }, screener2: { from: 0, to: 0 } },
  ],
])('%s', (_, parts, calls) => {
  expect(callsOf(wish(parts), 95)).toMatchObject(calls)
})

test.each([
  [
    'no critic: one iteration',
    wish({ models: all('openai:gpt-5-mini', { critic: 'none' }) }),
    95,
    { critic: { from: 0, to: 0 }, synthesizer: { from: 1, to: 3 }, screener: { from: 10, to: 10 } },
  ],
  [
    'a plan: no planner, its subquestions at least',
    wish({ plan: [1, 2].map(() => ({ text: 'x', rationale: '', priority: 1 })) }),
    95,
    { planner: { from: 0, to: 0 }, intent: { from: 2, to: 6 } },
  ],
  [
    'a large library: at most 200 results a search',
    wish({ limits: { ...limits, maxSearches: 1 } }),
    952,
    { query: { from: 1, to: 1 }, screener: { from: 20, to: 40 } },
  ],
  ['an empty library', wish(), 0, { screener: { from: 0, to: 0 } }],
  [
    'other sources: 50 results a search, at most 4 an intent, and 100 a snowball round',
    wish({ sources: ['openalex', 'crossref'] }),
    0,
    // 12 searches × 50 + 2 rounds × 2 iterations × 100 = 1,000 documents, in batches of ten, in each iteration.
    { query: { from: 1, to: 12 }, screener: { from: 0, to: 200 } },
  ],
  [
    'more searches than two sources can use',
    wish({ sources: ['library', 'openalex'], limits: { ...limits, maxSearches: 100, maxSnowballRounds: 0 } }),
    95,
    // 18 intents × 2 sources × 50, and the library's 95.
    { query: { from: 1, to: 18 }, screener: { from: 10, to: 380 } },
  ],
  [
    'six sources: four an intent',
    wish({ sources: ['a', 'b', 'c', 'd', 'e', 'f'], limits: { ...limits, maxSearches: 100, maxSnowballRounds: 0 } }),
    0,
    { query: { from: 1, to: 18 }, screener: { from: 0, to: 720 } },
  ],
  ['no reads', wish({ limits: { ...limits, maxReads: 0 } }), 95, { reader: { from: 0, to: 0 } }],
  ['more searches than intents can use', wish({ limits: { ...limits, maxSearches: 100 } }), 95, { query: { from: 1, to: 18 } }],
])('%s', (_, of, records, calls) => {
  expect(callsOf(of, records)).toMatchObject(calls)
})

test('tokens and dollars follow from the calls: 0.25 USD a million in, 2 out', () => {
  const { roles, usd, calls, tokens, searches, reads, records } = told(wish(), 95)
  expect(roles[0]).toEqual({
    role: 'planner',
    model: 'openai:gpt-5-mini',
    calls: { from: 1, to: 1 },
    tokens: { from: 1800, to: 1800 },
    usd: { from: 0.00185, to: 0.00185 },
  })
  expect(roles[3]?.tokens).toEqual({ from: 60_000, to: 120_000 })
  expect(calls).toEqual({ from: 19, to: 78 })
  const sum = (end: 'from' | 'to', of: 'usd' | 'tokens') => roles.reduce((total, role) => total + role[of][end], 0)
  expect(tokens).toEqual({ from: sum('from', 'tokens'), to: sum('to', 'tokens') })
  expect((usd as { from: number }).from).toBeCloseTo(sum('from', 'usd'), 10)
  expect((usd as { to: number }).to).toBeCloseTo(sum('to', 'usd'), 10)
  expect([searches, reads, records]).toEqual([{ from: 1, to: 12 }, { from: 1, to: 20 }, 95])
})

test('one unknown price makes the whole unknown; a role without a model costs nothing', () => {
  const { usd, roles } = told(wish({ models: all('openai:gpt-5-mini', { reader: 'ollama:q', judge: 'none' }) }), 95)
  expect(usd).toEqual({ from: null, to: null })
  expect(roles.find(({ role }) => role === 'reader')?.usd).toEqual({ from: null, to: null })
  expect(roles.find(({ role }) => role === 'judge')).toMatchObject({ calls: { from: 0, to: 0 }, usd: { from: 0, to: 0 } })
})

describe('in words', () => {
  test('with a model', () => {
    expect(estimateRun(wish(), 95, config, false).split('\n')).toEqual([
      'Search operations: 1–12; documents read: 1–20; records in the library: 95',
      expect.stringMatching(/^Model calls: 19–78; tokens: \d+–\d+$/),
      '  planner                 1 calls   openai:gpt-5-mini',
      '  intent                1–6 calls   openai:gpt-5-mini',
      '  query                1–12 calls   openai:gpt-5-mini',
      '  screener            10–20 calls   openai:gpt-5-mini',
      '  reader               1–20 calls   openai:gpt-5-mini',
      '  synthesizer           1–6 calls   openai:gpt-5-mini',
      '  critic                1–2 calls   openai:gpt-5-mini',
      '  writer                2–8 calls   openai:gpt-5-mini',
      '  judge                 1–3 calls   openai:gpt-5-mini',
      expect.stringMatching(/^Cost: 0\.0\d to 0\.\d\d USD$/),
      'An estimate from the limits and usual sizes; --max-cost and --max-tokens are kept in any case.',
    ])
  })

  test('without a model, and with an unknown price', () => {
    const lines = estimateRun(wish({ models: all('none') }), 95, config, false).split('\n')
    expect(lines.slice(1, 3)).toEqual(['Model calls: 0; tokens: 0', 'Cost: 0.00 to 0.00 USD'])
    expect(estimateRun(wish({ models: all('ollama:q') }), 95, config, false)).toContain(
      'Cost: unknown, as the price of a model is not known',
    )
  })
})
