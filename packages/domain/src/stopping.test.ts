import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import {
  buildOptions,
  buildState,
  document,
  intent,
  type OperationParts,
  type OptionParts,
  operation,
  type StateParts,
  subquestion,
} from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import pbr031 from './fixtures/pbr-031.json' with { type: 'json' }
import { initialState, type RunState } from './state.ts'
import { budgetUsedUp, stopAfterCritique } from './stopping.ts'

const start = Date.parse('2026-07-01T12:00:00Z')
const minutes = (count: number): number => start + count * 60_000
const clock = { ...initialState.clock, startedAt: '2026-07-01T12:00:00Z' }
const models = Object.fromEntries(
  modelRoles.map((role) => [role, role === 'critic' || role === 'writer' ? 'openai:m' : 'none']),
) as RunOptions['models']
const assessment = {
  coverage: '',
  evidenceQuality: '',
  citationCoverage: '',
  sourceDiversity: '',
  contradictions: '',
  recency: '',
  knowledgeGaps: '',
  saturation: '',
}

const newIntent: ResearchAction = { kind: 'add-intent', subquestionId: 'RQ1', text: 'prices' }
const critique = (actions: readonly ResearchAction[], sufficient = false) => ({
  iteration: 2,
  proposal: { sufficient, assessment, actions: [...actions] },
})
const spent = (parts: Partial<RunState['spent']>) => ({ ...initialState.spent, ...parts })

/** A run in its second of three iterations that found something in both, with a critique that asks for more. */
function run(parts: StateParts = {}, options: OptionParts = {}): RunState {
  return buildState({
    iteration: 2,
    options: { models, ...options },
    subquestions: [subquestion('RQ1', { text: 'What does memory cost?' })],
    intents: [intent('RQ1.i1', { text: 'surveys' })],
    documents: [document('D1', { scores: { RQ1: 0.5 } }), document('D2')],
    progress: [
      { iteration: 1, documents: 0, relevantPairs: 0 },
      { iteration: 2, documents: 1, relevantPairs: 1 },
    ],
    critique: critique([newIntent]),
    clock,
    ...parts,
  })
}

describe('stopAfterCritique: rule by rule', () => {
  it.each<[string, RunState, unknown]>([
    ['something to do', run(), null],
    ['rule 1: no critique', run({ critique: null }), { rule: 1, reason: 'the critic gave no usable critique: stopped defensively' }],
    [
      'rule 1: an unusable critique',
      run({ critique: { iteration: 2, proposal: null } }),
      { rule: 1, reason: 'the critic gave no usable critique: stopped defensively' },
    ],
    [
      'rule 1: no critic',
      run({ critique: null }, { models: { ...models, critic: 'none' } }),
      { rule: 1, reason: 'no critic is set: one iteration, then the report' },
    ],
    [
      'rule 2',
      run({ critique: critique([newIntent], true) }),
      { rule: 2, reason: 'the critic found the evidence sufficient after 2 iterations' },
    ],
    [
      'rule 2 in the first iteration',
      run({ critique: critique([], true), iteration: 1 }),
      { rule: 2, reason: 'the critic found the evidence sufficient after 1 iteration' },
    ],
    ['rule 3', run({ spent: spent({ reads: 30 }) }), { rule: 3, reason: 'budget of reads used up: 30 of 30 documents read' }],
    ['rule 4', run({ critique: critique([]) }), { rule: 4, reason: 'the critique asks for no further search, document or subquestion' }],
    [
      'rule 2 goes before rule 3',
      run({ critique: critique([], true), spent: spent({ reads: 30 }) }),
      { rule: 2, reason: expect.any(String) },
    ],
    ['rule 3 goes before rule 4', run({ critique: critique([]), spent: spent({ reads: 30 }) }), { rule: 3, reason: expect.any(String) }],
    ['rule 1 goes before rule 3', run({ critique: null, spent: spent({ reads: 30 }) }), { rule: 1, reason: expect.any(String) }],
  ])('%s', (_name, state, expected) => {
    expect(stopAfterCritique(state, start)).toEqual(expected)
  })
})

describe('budgetUsedUp', () => {
  const limits = buildOptions().limits
  // One subquestion and a writer who also checks: 2 calls of 7,000 and one of 3,800 are held back, within 30 % of the limit.
  const kept = 17_800
  it.each<[string, RunState, number, string | null, string]>([
    ['all left', run(), start, null, ''],
    ['the last iteration', run({ iteration: 3 }), start, 'iterations', 'budget of iterations used up: 3 of 3 iterations done'],
    ['one read left', run({ spent: spent({ reads: 29 }) }), start, null, ''],
    ['no read left', run({ spent: spent({ reads: 30 }) }), start, 'reads', 'budget of reads used up: 30 of 30 documents read'],
    [
      'the limit of reads was lowered on resume',
      run({ spent: spent({ reads: 10 }) }, { limits: { ...limits, maxReads: 0 } }),
      start,
      'reads',
      'budget of reads used up: 10 read, the limit is 0',
    ],
    [
      'that of iterations',
      run({ iteration: 2 }, { limits: { ...limits, maxIterations: 1 } }),
      start,
      'iterations',
      'budget of iterations used up: 2 done, the limit is 1',
    ],
    [
      'that of searches',
      run({ spent: spent({ searches: 7 }) }, { limits: { ...limits, maxSearches: 6 } }),
      start,
      'searches',
      'budget of searches used up: 7 made, the limit is 6',
    ],
    ['one search left', run({ spent: spent({ searches: 39 }) }), start, null, ''],
    ['no search left', run({ spent: spent({ searches: 40 }) }), start, 'searches', 'budget of searches used up: 40 of 40 searches made'],
    ['one token left', run({ spent: spent({ tokens: 99_999 - kept }) }, { limits: { ...limits, maxTokens: 100_000 } }), start, null, ''],
    [
      'no token left but those held back',
      run({ spent: spent({ tokens: 100_000 - kept }) }, { limits: { ...limits, maxTokens: 100_000 } }),
      start,
      'tokens',
      'budget of tokens used up: 82200 of 100000 tokens spent, 17800 held back for the report',
    ],
    ['a cent left', run({ spent: spent({ costUsd: 0.99 }) }, { limits: { ...limits, maxCostUsd: 1 } }), start, null, ''],
    [
      'no cent left',
      run({ spent: spent({ costUsd: 1 }) }, { limits: { ...limits, maxCostUsd: 1 } }),
      start,
      'cost',
      'budget of cost used up: 1.00 of 1.00 USD spent, 0.00 held back for the report',
    ],
    ['a second left', run({}, { limits: { ...limits, maxMinutes: 10 } }), minutes(10) - 1000, null, ''],
    [
      'no time left',
      run({}, { limits: { ...limits, maxMinutes: 10 } }),
      minutes(10),
      'time',
      'budget of time used up: 10 of 10 minutes passed',
    ],
    [
      'long past',
      run({}, { limits: { ...limits, maxMinutes: 10 } }),
      minutes(12.9),
      'time',
      'budget of time used up: 12 of 10 minutes passed',
    ],
    [
      'time counts from the resume',
      run({ clock: { ...clock, resumedAt: '2026-07-01T12:05:00Z' } }, { limits: { ...limits, maxMinutes: 10 } }),
      minutes(14),
      null,
      '',
    ],
    [
      'and ends after it',
      run({ clock: { ...clock, resumedAt: '2026-07-01T12:05:00Z' } }, { limits: { ...limits, maxMinutes: 10 } }),
      minutes(15),
      'time',
      'budget of time used up: 10 of 10 minutes passed',
    ],
    ['no time limit', run(), minutes(1e6), null, ''],
    ['not started', run({ clock: initialState.clock }, { limits: { ...limits, maxMinutes: 1 } }), minutes(100), null, ''],
    ['iterations before reads', run({ iteration: 3, spent: spent({ reads: 30 }) }), start, 'iterations', expect.any(String)],
    ['reads before searches', run({ spent: spent({ reads: 30, searches: 40 }) }), start, 'reads', expect.any(String)],
    [
      'searches before tokens',
      run({ spent: spent({ searches: 40, tokens: 9 }) }, { limits: { ...limits, maxTokens: 9 } }),
      start,
      'searches',
      expect.any(String),
    ],
    [
      'tokens before cost',
      run({ spent: spent({ costUsd: 1, tokens: 9 }) }, { limits: { ...limits, maxTokens: 9, maxCostUsd: 1 } }),
      start,
      'tokens',
      expect.any(String),
    ],
    [
      'cost before time',
      run({ spent: spent({ costUsd: 1 }) }, { limits: { ...limits, maxMinutes: 10, maxCostUsd: 1 } }),
      minutes(10),
      'cost',
      expect.any(String),
    ],
  ])('%s', (_name, state, now, which, reason) => {
    expect(budgetUsedUp(state, now)).toEqual(which === null ? null : { which, reason })
  })

  it('is not told of a run that was not requested', () => {
    expect(() => budgetUsedUp(initialState, start)).toThrow('not requested')
  })
})

describe('rule 4: nothing to do', () => {
  const split: ResearchAction = {
    kind: 'split',
    subquestionId: 'RQ1',
    into: [
      { text: 'How is it read?', rationale: '', priority: 1 },
      { text: 'How is it written?', rationale: '', priority: 1 },
    ],
  }
  it.each<[string, ResearchAction, boolean]>([
    ['an intent', newIntent, false],
    ['a reworded intent', { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'prices' }, false],
    ['a gap', { kind: 'gap', text: 'prices' }, false],
    ['a subquestion', { kind: 'add', text: 'Is it fast?', rationale: '', priority: 1 }, false],
    ['a split', split, false],
    ['a snowball request', { kind: 'snowball', documentId: 'D1', direction: 'forward' }, false],
    ['an intent that is there already', { kind: 'add-intent', subquestionId: 'RQ1', text: 'Surveys' }, true],
    ['a rephrased subquestion', { kind: 'rephrase', subquestionId: 'RQ1', text: 'What is the price?' }, true],
    ['a closed intent', { kind: 'close-intent', intentId: 'RQ1.i1' }, true],
  ])('%s', (_name, action, stops) => {
    const documents = [document('D1', { scores: { RQ1: 0.5 }, readFor: { RQ1: 'read' } }), document('D2')]
    const stop = stopAfterCritique(run({ documents, critique: critique([action]) }), start)
    expect(stop).toEqual(stops ? { rule: 4, reason: 'the critique asks for no further search, document or subquestion' } : null)
  })
})

describe('rule 4: no progress', () => {
  const gap = pbr031.input.gap
  const same = 'two iterations in a row brought no new document, no relevant one and no changed gap'
  const progress = (...counts: [number, number][]) =>
    counts.map(([documents, relevantPairs], index) => ({ iteration: index + 1, documents, relevantPairs }))
  const before = (iteration: number, gaps: string[]) => ({ iteration, sufficient: false, applied: [], rejected: 0, gaps })
  const again: ResearchAction[] = [newIntent, { kind: 'gap', text: gap }]
  /** After the second iteration there are 2 documents and 1 relevant pair, and the gap of the first critique is open. */
  const still = (parts: StateParts = {}) =>
    run({ progress: progress([2, 1], [2, 1]), critiques: [before(1, [gap])], critique: critique(again), ...parts })
  const inThird = (parts: StateParts = {}) =>
    run(
      {
        iteration: 3,
        progress: progress([0, 0], [2, 1], [2, 1]),
        critiques: [before(1, [gap]), before(2, [gap])],
        critique: { ...critique(again), iteration: 3 },
        ...parts,
      },
      { limits: { maxIterations: 40 } },
    )

  it.each<[string, RunState, boolean]>([
    ['nothing new in two iterations', still(), true],
    ['a document in the last', still({ progress: progress([1, 1], [1, 1]) }), false],
    ['a document in the one before', still({ progress: progress([1, 1], [2, 1]) }), false],
    ['a relevant pair in the last', still({ progress: progress([2, 0], [2, 0]) }), false],
    ['a relevant pair in the one before', still({ progress: progress([2, 0], [2, 1]) }), false],
    ['a document in the one before, merged in the last', still({ progress: progress([2, 1], [3, 1]) }), false],
    ['a document in the last, fewer by merging before', still({ progress: progress([3, 1], [1, 1]) }), false],
    ['fewer documents by merging are no progress', still({ progress: progress([4, 1], [3, 1]) }), true],
    ['fewer relevant pairs are none', still({ progress: progress([2, 3], [2, 2]) }), true],
    ['another gap', still({ critiques: [before(1, ['benefits'])] }), false],
    ['a gap more than before', still({ critiques: [before(1, [])] }), false],
    ['a gap less than before', still({ critiques: [before(1, [gap, 'benefits'])] }), false],
    ['the gap in other words of the same', still({ critiques: [before(1, ['early-warning systems: cost of a life-year, per'])] }), true],
    ['no gap in either', still({ critique: critique([newIntent]), critiques: [before(1, [])] }), true],
    ['the first critique is no change', still({ critiques: [] }), true],
    ['a first iteration alone', run({ iteration: 1, progress: progress([2, 1]), critique: critique(again) }), false],
    ['in the third iteration: two without anything', inThird({ progress: progress([0, 0], [2, 1], [2, 1]) }), true],
    ['in the third: the second brought something', inThird({ progress: progress([0, 0], [1, 1], [2, 1]) }), false],
    ['in the third: the gap changed in the second', inThird({ critiques: [before(1, ['benefits']), before(2, [gap])] }), false],
    [
      'a gap that changed earlier does not matter',
      inThird({
        iteration: 4,
        progress: progress([0, 0], [2, 1], [2, 1], [2, 1]),
        critiques: [before(1, ['benefits']), before(2, [gap]), before(3, [gap])],
      }),
      true,
    ],
  ])('%s', (_name, state, stops) => {
    expect(stopAfterCritique(state, start)).toEqual(stops ? { rule: 4, reason: same } : null)
  })

  const searches = (...parts: OperationParts[]) => parts.map((part, index) => operation(`S${index + 1}`, { iteration: 2, ...part }))
  const failing = { outcome: 'failed', source: 'openalex' } as const
  it.each<[string, RunState, string]>([
    [
      'PBR-031 B: every search of both iterations failed',
      still({
        operations: searches(
          { ...failing, iteration: 1 },
          failing,
          { outcome: 'throttled', source: 'arxiv' },
          { outcome: 'skipped', source: 'arxiv' },
        ),
      }),
      `${same}; all 4 searches failed (arxiv, openalex), so more may be there`,
    ],
    ['one search alone', still({ operations: searches(failing) }), `${same}; the only search failed (openalex), so more may be there`],
    ['PBR-031 A: searches that found nothing new', still({ operations: searches({ outcome: 'none' }, { outcome: 'hits' }) }), same],
    ['one that was answered', still({ operations: searches(failing, { outcome: 'none' }) }), same],
    ['one that was cut', still({ operations: searches(failing, { outcome: 'truncated' }) }), same],
    ['one of the iteration before that was answered', still({ operations: searches(failing, { outcome: 'none', iteration: 1 }) }), same],
    ['snowballing does not count', still({ operations: searches({ ...failing, seed: 'D1' }) }), same],
    [
      'nor does an older iteration',
      inThird({ operations: searches({ ...failing, iteration: 3 }, { outcome: 'hits', iteration: 1 }) }),
      `${same}; the only search failed (openalex), so more may be there`,
    ],
    [
      'nothing to do and every search failed',
      still({ critique: critique([]), operations: searches({ outcome: 'hits', iteration: 1 }, failing) }),
      'the critique asks for no further search, document or subquestion; the only search failed (openalex), so more may be there',
    ],
  ])('%s', (_name, state, reason) => {
    expect(stopAfterCritique(state, start)).toEqual({ rule: 4, reason })
  })
})
