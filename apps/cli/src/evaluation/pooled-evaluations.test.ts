import type { ChainFigures } from '@winnow/domain/evaluation/ablation/run-chain.ts'
import { describe, expect, test } from 'vitest'
import { pooledAblation, type RunAblation } from './ablate-run.ts'
import type { CallFigures, StageEvaluation } from './evaluate-stage.ts'
import { countFigures, pooledEvaluation, pooledFigures } from './pooled-evaluations.ts'

const calls = (parts: Partial<CallFigures> = {}): CallFigures => ({
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: 0,
  meanMs: null,
  ...parts,
})
const evaluation = (parts: Partial<StageEvaluation> = {}): StageEvaluation => ({
  stage: 'screening',
  runId: 'r',
  models: { recorded: {}, rerun: null },
  items: { recorded: 2, rerun: 1, stopped: null },
  agreement: {},
  gold: null,
  changed: [],
  cost: { recorded: calls(), rerun: calls() },
  degraded: [],
  ...parts,
})

describe('figures of several runs', () => {
  test('counts are summed, shares averaged where they are defined', () => {
    expect(pooledFigures([{ pairs: 4, recall: 0.5, precision: 1 }, { pairs: 6, recall: null, precision: 0 }, { pairs: 1 }])).toEqual({
      pairs: 11,
      recall: 0.5,
      precision: 0.5,
    })
  })
  test('what is defined nowhere is not, a count too', () => {
    expect(pooledFigures([{ pairs: null, recall: null }])).toEqual({ pairs: null, recall: null })
    expect(pooledFigures([])).toEqual({})
  })
  test.each([
    'recall',
    'precision',
    'f1',
    'cohensKappa',
    'workSavedAt95',
    'meanScoreDifference',
    'subquestionOverlap',
    'verifiedRerun',
    'supportedRerun',
    'citationCoverageRecorded',
    'recallBySearch',
  ])('%s is a share', (name) => expect(countFigures.has(name)).toBe(false))
})

describe('evaluations of several runs', () => {
  test('inputs, costs, degraded steps and changes', () => {
    const step = { role: 'screener', reason: 'no JSON', count: 2 } as const
    const pooled = pooledEvaluation([
      evaluation({
        changed: [{ words: 'a' }],
        degraded: [step],
        cost: {
          recorded: calls({ calls: 1, usd: 0.5, meanMs: 100 }),
          rerun: calls({ calls: 3, failedCalls: 1, inputTokens: 10, outputTokens: 1, usd: null }),
        },
      }),
      evaluation({
        changed: [{ words: 'b' }, { words: 'c' }],
        degraded: [{ ...step, count: 3 }],
        cost: { recorded: calls({ calls: 3, usd: null, meanMs: 200 }), rerun: calls() },
      }),
    ])
    expect(pooled).toMatchObject({ runs: 2, items: { recorded: 4, rerun: 2 }, gold: null, changed: 3, degraded: [{ ...step, count: 5 }] })
    expect(pooled.cost.recorded).toEqual(calls({ calls: 4, usd: 0.5, meanMs: 175 }))
    // A run without a call has a price of 0, which tells nothing of the calls of others.
    expect(pooled.cost.rerun).toEqual(calls({ calls: 3, failedCalls: 1, inputTokens: 10, outputTokens: 1, usd: null, meanMs: 0 }))
  })
  test('labels: of the runs that have them, and again of those that were run again', () => {
    const labelled = evaluation({ gold: { recorded: { documents: 2, recall: 1 }, rerun: null } })
    expect(pooledEvaluation([labelled, evaluation()]).gold).toEqual({ recorded: { documents: 2, recall: 1 }, rerun: null })
    const again = evaluation({ gold: { recorded: { documents: 2, recall: 0 }, rerun: { documents: 2, recall: 0.5 } } })
    expect(pooledEvaluation([labelled, again]).gold).toEqual({
      recorded: { documents: 4, recall: 0.5 },
      rerun: { documents: 2, recall: 0.5 },
    })
  })
})

describe('ablations of several runs', () => {
  const chain = (n: number, gold: ChainFigures['gold'] = null): ChainFigures => ({
    operations: n,
    documents: 2 * n,
    included: 3 * n,
    read: 4 * n,
    evidence: 5 * n,
    evidenceDocuments: 6 * n,
    cited: 7 * n,
    gold,
  })
  const gold = (works: number, found: number, included: number) => ({
    works,
    found,
    included,
    withEvidence: 1,
    cited: 1,
    recallFound: 0,
    recallIncluded: 0,
  })
  const ablation = (parts: Partial<RunAblation>): RunAblation => ({
    stage: 'search',
    runId: 'r',
    ablation: 'critic',
    method: 'from the log',
    nothingToAblate: null,
    subquestionId: null,
    assumptions: [],
    with: chain(1),
    without: chain(1),
    lostCitations: [],
    cost: null,
    ...parts,
  })
  const cost = (tokens: number | null, usd: number | null) => {
    const sum = { calls: 0, tokens: 0, usd: 0 }
    return { recorded: sum, saved: sum, share: { tokens, usd } }
  }
  test('are summed; shares of the gold are those of the sums, shares of the cost means', () => {
    const pooled = pooledAblation([
      ablation({
        with: chain(1, gold(4, 4, 2)),
        without: chain(2, gold(4, 2, 1)),
        lostCitations: [{ documentId: 'D1', title: '' }],
        cost: cost(0.5, null),
      }),
      ablation({ with: chain(10, gold(1, 0, 0)), without: chain(20, gold(1, 0, 0)), nothingToAblate: 'x', cost: cost(0.1, 0.3) }),
      ablation({}),
    ])
    expect(pooled).toMatchObject({ runs: 3, nothingToAblate: 1, lostCitations: 1, costShare: { tokens: 0.3, usd: 0.3 } })
    expect(pooled.with).toEqual(
      chain(12, { works: 5, found: 4, included: 2, withEvidence: 2, cited: 2, recallFound: 0.8, recallIncluded: 0.4 }),
    )
    expect(pooled.without).toEqual(
      chain(23, { works: 5, found: 2, included: 1, withEvidence: 2, cited: 2, recallFound: 0.4, recallIncluded: 0.2 }),
    )
  })
  test('without labels, without a labelled work, and without a known cost', () => {
    expect(pooledAblation([ablation({})])).toMatchObject({ with: { gold: null }, costShare: { tokens: null, usd: null } })
    expect(pooledAblation([ablation({ with: chain(1, gold(0, 0, 0)) })]).with.gold).toMatchObject({
      recallFound: null,
      recallIncluded: null,
    })
  })
})
