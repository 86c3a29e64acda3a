import type { Cost } from '@winnow/domain/work-state.ts'
import { expect, test } from 'vitest'
import { costs } from './costs.ts'
import { priceWords } from './numbers.ts'

const cost = (parts: Partial<Cost>): Cost => ({
  role: 'reader',
  stage: 'reading',
  calls: 1,
  failedCalls: 0,
  inputTokens: 10,
  outputTokens: 1,
  costUsd: 0.1,
  unpriced: 0,
  ...parts,
})
const stateOf = (...parts: Partial<Cost>[]) => ({ costs: Object.fromEntries(parts.map((part, index) => [String(index), cost(part)])) })

test('no call costs 0', () => {
  expect(costs({ costs: {} })).toEqual({
    total: { calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 },
    inherited: null,
    byStage: [],
    byRole: [],
  })
})

test('what a fork inherited is a sum of its own', () => {
  const { costs: inherited } = stateOf({ calls: 3 }, { calls: 4, role: 'planner', costUsd: null, unpriced: 4 })
  const summed = costs({ ...stateOf({ calls: 2 }), fork: { from: null, copying: false, costs: inherited } })
  expect(summed.total).toMatchObject({ calls: 2, usd: 0.1 })
  expect(summed.inherited).toEqual({ calls: 7, failedCalls: 0, inputTokens: 20, outputTokens: 2, usd: 0.1, unpriced: 4 })
  expect(costs({ costs: {}, fork: null }).inherited).toBeNull()
})

test('sums by stage and role, in the order of their lists', () => {
  const summed = costs(
    stateOf(
      { costUsd: 0.2, failedCalls: 1 },
      { role: 'planner', stage: 'planning', calls: 2, inputTokens: 5 },
      { role: 'judge', stage: 'check' },
      { role: 'writer', stage: 'check' },
    ),
  )
  expect(summed.total).toEqual({ calls: 5, failedCalls: 1, inputTokens: 35, outputTokens: 4, usd: 0.5, unpriced: 0 })
  expect(summed.byStage.map(({ stage, calls }) => [stage, calls])).toEqual([
    ['planning', 2],
    ['reading', 1],
    ['check', 2],
  ])
  expect(summed.byRole.map(({ role, usd }) => [role, usd])).toEqual([
    ['planner', 0.1],
    ['reader', 0.2],
    ['writer', 0.1],
    ['judge', 0.1],
  ])
})

test.each([
  ['no known price is unknown, not 0', [{ costUsd: null, unpriced: 1 }], null, 1],
  ['a price of 0 is known', [{ costUsd: 0 }], 0, 0],
  ['a part is known', [{ costUsd: null, unpriced: 2 }, {}], 0.1, 2],
  ['sums do not show their order', [{ costUsd: 0.1 }, { costUsd: 0.2 }], 0.3, 0],
  ['millionths count', [{ costUsd: 0.0000014 }, { costUsd: 0.000001 }], 0.000002, 0],
])('%s', (_, parts, usd, unpriced) => {
  expect(costs(stateOf(...parts)).total).toMatchObject({ usd, unpriced })
})

test.each([
  [{ usd: null, unpriced: 2 }, 'unknown'],
  [{ usd: 0.12345, unpriced: 0 }, '0.1235 USD'],
  [{ usd: 0.1, unpriced: 1 }, '0.1000 USD and 1 call of unknown price'],
  [{ usd: 0, unpriced: 2 }, '0.0000 USD and 2 calls of unknown price'],
])('in words: %j', (price, expected) => {
  expect(priceWords(price)).toBe(expected)
})
