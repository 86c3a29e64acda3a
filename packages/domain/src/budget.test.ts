import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { buildState, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import {
  affordable,
  estimateReserve,
  heldBack,
  iterationsLeft,
  leftForResearch,
  mostHeldBack,
  readsLeft,
  searchesLeft,
  tokensPerCall,
} from './budget.ts'
import { initialState, type RunState } from './state.ts'
import type { Cost } from './work-state.ts'

const routed = Object.fromEntries(modelRoles.map((role) => [role, 'openai:m'])) as RunOptions['models']
const cost = (parts: Partial<Cost>): Cost => ({
  role: 'reader',
  stage: 'reading',
  calls: 1,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: null,
  unpriced: 0,
  ...parts,
})

function run(parts: {
  limits?: Partial<BudgetLimits>
  models?: Partial<RunOptions['models']>
  spent?: Partial<RunState['spent']>
  costs?: RunState['costs']
  iteration?: number
  subquestions?: ReturnType<typeof subquestion>[]
  maxSubquestions?: number
}): RunState {
  return buildState({
    options: {
      limits: parts.limits ?? {},
      models: { ...routed, ...parts.models },
      ...(parts.maxSubquestions === undefined ? {} : { maxSubquestions: parts.maxSubquestions }),
    },
    spent: { ...initialState.spent, ...parts.spent },
    costs: parts.costs ?? {},
    iteration: parts.iteration ?? 1,
    subquestions: parts.subquestions ?? [subquestion('RQ1')],
  })
}
const perCall = (role: keyof typeof tokensPerCall): number => tokensPerCall[role].input + tokensPerCall[role].output

describe('what is left', () => {
  it.each([
    ['searches', searchesLeft(run({ limits: { maxSearches: 40 }, spent: { searches: 38 } })), 2],
    ['searches, none', searchesLeft(run({ limits: { maxSearches: 40 }, spent: { searches: 40 } })), 0],
    ['searches, overspent', searchesLeft(run({ limits: { maxSearches: 30 }, spent: { searches: 38 } })), 0],
    ['reads', readsLeft(run({ limits: { maxReads: 30 }, spent: { reads: 29 } })), 1],
    ['reads, overspent', readsLeft(run({ limits: { maxReads: 20 }, spent: { reads: 29 } })), 0],
    ['iterations', iterationsLeft(run({ limits: { maxIterations: 3 }, iteration: 1 })), 2],
    ['iterations at the start', iterationsLeft(run({ limits: { maxIterations: 3 }, iteration: 0 })), 3],
    ['iterations, too many', iterationsLeft(run({ limits: { maxIterations: 1 }, iteration: 2 })), 0],
  ])('%s', (_name, left, expected) => {
    expect(left).toBe(expected)
  })

  it('is not told of a run that was not requested', () => {
    expect(() => readsLeft(initialState)).toThrow('not requested')
  })
})

describe('estimateReserve', () => {
  it.each([
    ['planner', 1_800],
    ['intent', 1_300],
    ['query', 1_200],
    ['screener', 6_000],
    ['reader', 3_700],
    ['synthesizer', 5_500],
    ['critic', 8_000],
    ['writer', 7_000],
    ['judge', 3_800],
  ] as const)('%s: %i tokens a call', (role, tokens) => {
    expect(estimateReserve(run({}), role, 1)).toEqual({ tokens, costUsd: 0 })
    expect(estimateReserve(run({}), role, 3)).toEqual({ tokens: 3 * tokens, costUsd: 0 })
  })

  it.each<[string, Partial<Cost>[], { tokens: number; costUsd: number }]>([
    ["the run's own average when it is larger", [{ calls: 2, inputTokens: 8_000, outputTokens: 2_001 }], { tokens: 2 * 5_001, costUsd: 0 }],
    ['the constant when that is larger', [{ calls: 2, inputTokens: 2_000, outputTokens: 1_000 }], { tokens: 2 * 3_700, costUsd: 0 }],
    [
      'over all stages of the role',
      [
        { calls: 1, inputTokens: 4_000 },
        { calls: 1, inputTokens: 6_000, stage: 'snowball' },
      ],
      { tokens: 2 * 5_000, costUsd: 0 },
    ],
    ['the tokens of other roles do not count', [{ role: 'screener', calls: 1, inputTokens: 9_000 }], { tokens: 2 * 3_700, costUsd: 0 }],
    [
      'before it has a price of its own, what the tokens of other roles with its model cost',
      [
        { role: 'screener', calls: 2, inputTokens: 6_400, outputTokens: 600, costUsd: 0.5 },
        { role: 'planner', calls: 1, inputTokens: 400, costUsd: 0.24 },
        { calls: 1, unpriced: 1 },
      ],
      { tokens: 2 * 3_700, costUsd: 0.74 },
    ],
    [
      'not by a role with another model',
      [
        { role: 'critic', calls: 1, inputTokens: 1_000, costUsd: 9 },
        { role: 'planner', calls: 1, inputTokens: 7_400, costUsd: 0.5 },
      ],
      { tokens: 2 * 3_700, costUsd: 0.5 },
    ],
    ['by no call without tokens', [{ role: 'screener', calls: 1, costUsd: 0.5 }], { tokens: 2 * 3_700, costUsd: 0 }],
    ['its own price goes first', [{ costUsd: 1 }, { role: 'planner', inputTokens: 100, costUsd: 9 }], { tokens: 2 * 3_700, costUsd: 2 }],
    ['the average price', [{ calls: 4, costUsd: 1 }], { tokens: 2 * 3_700, costUsd: 0.5 }],
    ['of the priced calls alone', [{ calls: 4, unpriced: 2, costUsd: 1 }], { tokens: 2 * 3_700, costUsd: 1 }],
    [
      'prices of several stages',
      [
        { calls: 1, costUsd: 1 },
        { calls: 1, costUsd: 2, stage: 'snowball' },
      ],
      { tokens: 2 * 3_700, costUsd: 3 },
    ],
    ['no known price', [{ calls: 4, unpriced: 4, costUsd: null }], { tokens: 2 * 3_700, costUsd: 0 }],
  ])('%s', (_name, costs, expected) => {
    const keyed = Object.fromEntries(costs.map((entry, index) => [String(index), cost(entry)]))
    expect(estimateReserve(run({ costs: keyed, models: { critic: 'openai:other' } }), 'reader', 2)).toEqual(expected)
  })

  it('needs nothing for a role without a model', () => {
    expect(
      estimateReserve(run({ models: { reader: 'none' }, costs: { r: cost({ costUsd: 1, inputTokens: 9_000 }) } }), 'reader', 2),
    ).toEqual({ tokens: 0, costUsd: 0 })
  })

  it("counts the writer's calls for the check when no judge is routed", () => {
    const costs = { w: cost({ role: 'writer', inputTokens: 9_000, costUsd: 2 }) }
    expect(estimateReserve(run({ models: { judge: 'none' }, costs }), 'judge', 1)).toEqual({ tokens: 9_000, costUsd: 2 })
    expect(estimateReserve(run({ models: { judge: 'openai:other' }, costs }), 'judge', 1)).toEqual({ tokens: 3_800, costUsd: 0 })
    expect(estimateReserve(run({ models: { judge: 'none', writer: 'none' }, costs }), 'judge', 1)).toEqual({ tokens: 0, costUsd: 0 })
  })
})

describe('heldBack', () => {
  const two = [subquestion('RQ1'), subquestion('RQ2', { status: 'deprioritized' }), subquestion('RQ3', { status: 'closed' })]
  const needed = 2 * 5_500 + 3 * 7_000 + 2 * 3_800

  it.each([
    ['a synthesis, a section and a check for each that is not closed, and an outline', run({ subquestions: two }), needed],
    ['before the plan: for as many as there may be', run({ subquestions: [], maxSubquestions: 4 }), 4 * 5_500 + 5 * 7_000 + 4 * 3_800],
    ['with every subquestion closed: the outline', run({ subquestions: [subquestion('RQ1', { status: 'closed' })] }), 7_000],
    ['no synthesizer', run({ subquestions: two, models: { synthesizer: 'none' } }), needed - 2 * 5_500],
    ['no judge: the writer checks', run({ subquestions: two, models: { judge: 'none' } }), needed],
    ['no writer', run({ subquestions: two, models: { writer: 'none' } }), needed - 3 * 7_000],
    ['neither writer nor judge', run({ subquestions: two, models: { writer: 'none', judge: 'none' } }), 2 * 5_500],
    ['a limit that is large enough', run({ subquestions: two, limits: { maxTokens: 132_000 } }), needed],
    ['a limit that is not', run({ subquestions: two, limits: { maxTokens: 130_001 } }), 39_000],
  ])('%s', (_name, state, tokens) => {
    expect(heldBack(state)).toEqual({ tokens, costUsd: 0 })
  })

  it('holds back cost by the prices so far, at most the share', () => {
    const costs = {
      s: cost({ role: 'synthesizer', costUsd: 0.25 }),
      w: cost({ role: 'writer', costUsd: 0.5 }),
      j: cost({ role: 'judge', costUsd: 0.125 }),
    }
    expect(heldBack(run({ costs })).costUsd).toBe(0.25 + 2 * 0.5 + 0.125)
    expect(heldBack(run({ costs, limits: { maxCostUsd: 2 } })).costUsd).toBe(2 * mostHeldBack)
    expect(heldBack(run({ costs, limits: { maxCostUsd: 100 } })).costUsd).toBe(1.375)
  })
})

describe('leftForResearch', () => {
  it('is what is not spent and not held back', () => {
    const costs = { w: cost({ role: 'writer', costUsd: 0.5 }) }
    const limits = { maxTokens: 100_000, maxCostUsd: 10 }
    expect(leftForResearch(run({ limits, costs, spent: { tokens: 40_000, costUsd: 2 } }))).toEqual({ tokens: 60_000 - 23_300, costUsd: 7 })
  })

  it('is without end where there is no limit', () => {
    expect(leftForResearch(run({ spent: { tokens: 40_000, costUsd: 2 } }))).toEqual({
      tokens: Number.POSITIVE_INFINITY,
      costUsd: Number.POSITIVE_INFINITY,
    })
  })
})

describe('affordable', () => {
  const kept = perCall('synthesizer') + 2 * perCall('writer') + perCall('judge')
  const withTokens = (left: number, models: Partial<RunOptions['models']> = {}) =>
    run({ limits: { maxTokens: 1_000_000 }, spent: { tokens: 1_000_000 - left }, models })
  const withCost = (left: number) =>
    run({
      limits: { maxCostUsd: 100 },
      spent: { costUsd: 100 - left },
      costs: { r: cost({ role: 'reader', costUsd: 0.5 }), w: cost({ role: 'writer', costUsd: 1 }) },
    })

  const unpricedYet = (over: number) => run({ limits: { maxCostUsd: 10 }, spent: { costUsd: 10 + over } })

  it.each([
    ['no limit', run({}), 'reader', 7, 7],
    ['tokens for all', withTokens(kept + 3 * 3_700), 'reader', 3, 3],
    ['one token short', withTokens(kept + 3 * 3_700 - 1), 'reader', 3, 2],
    ['no more than asked', withTokens(kept + 9 * 3_700), 'reader', 3, 3],
    ['nothing but what is held back', withTokens(kept), 'reader', 3, 0],
    ['less than what is held back', withTokens(100), 'reader', 3, 0],
    ['overspent', withTokens(-100), 'reader', 3, 0],
    ['overspent, for a role without a model', withTokens(-100, { reader: 'none' }), 'reader', 3, 3],
    ['the synthesizer may spend it', withTokens(2 * 5_500), 'synthesizer', 3, 2],
    ['the writer may spend it', withTokens(7_000), 'writer', 1, 1],
    ['the writer, one token short', withTokens(6_999), 'writer', 1, 0],
    ['the judge may spend it', withTokens(3_800), 'judge', 1, 1],
    ['the critic may not', withTokens(kept + 7_999), 'critic', 1, 0],
    ['the critic from the rest', withTokens(kept + 8_000), 'critic', 1, 1],
    ['the planner may not', withTokens(kept + 1_799), 'planner', 1, 0],
    ['the intent role may not', withTokens(kept + 1_299), 'intent', 1, 0],
    ['the query role may not', withTokens(kept + 1_199), 'query', 1, 0],
    ['the screener may not', withTokens(kept + 5_999), 'screener', 1, 0],
    ['cost for all', withCost(2 + 3 * 0.5), 'reader', 3, 3],
    ['cost for fewer', withCost(2 + 3 * 0.5 - 0.01), 'reader', 3, 2],
    ['cost is held back as well', withCost(2), 'reader', 3, 0],
    ['the writer may spend the cost held back', withCost(2), 'writer', 3, 2],
    ['a cost overspent, for a role that has no price yet', unpricedYet(1), 'reader', 3, 0],
    ['a cost just spent, for a role that has no price yet', unpricedYet(0), 'writer', 3, 0],
    ['a cost not yet spent, for a role that has no price yet', unpricedYet(-0.01), 'reader', 3, 3],
    ['no call asked for', run({}), 'reader', 0, 0],
  ] as const)('%s', (_name, state, role, calls, expected) => {
    expect(affordable(state, role, calls)).toBe(expected)
  })
})
