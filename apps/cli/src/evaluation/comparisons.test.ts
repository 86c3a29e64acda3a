import type { Critique } from '@winnow/contracts/entities/critique.ts'
import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { modelCall, sealForTest } from '@winnow/testkit/history.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { compareCritique, sameAction } from './compare-critique.ts'
import { compareDedup } from './compare-dedup.ts'
import { comparePlanning, sameTexts } from './compare-planning.ts'
import { compareReading } from './compare-reading.ts'
import { compareScreening } from './compare-screening.ts'
import type { Comparison } from './comparison.ts'
import { callFigures } from './evaluate-stage.ts'
import { evaluationText } from './evaluation-text.ts'
import type { GoldLabels } from './gold-labels.ts'
import type { RerunItem } from './rerun-stage.ts'

const corpus = newCorpus()
const title = (recordId: string) => `Title of ${recordId}`
for (const recordId of ['1', '2', '3'])
  corpus.records.set(`a:${recordId}`, { recordId, source: 'a', ids: {}, title: title(recordId), authors: [], type: 'article' })
const documents = ['1', '2', '3'].map((n) => document(`D${n}`, { records: [`a:${n}`] }))
const state = buildState({ documents, aliases: { D9: 'D1' } })
const run: LoadedRun = { runId: 'r', workspaceId: 'w', traceId: '', state, corpus, events: [] }
const planning: NewEvent = { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 3, reserve: {} } }

/** One input with its recorded outcome and what came of it again. */
function rerun(recorded: readonly NewEvent[], again: readonly NewEvent[], decision = planning, of = state): RerunItem {
  const sealed = sealForTest(decision, 1)
  const before = { runId: 'r', workspaceId: 'w', traceId: '', state: of, corpus, decision: sealed }
  return { workId: 'w', decision: sealed, before, recorded: recorded.map((event, index) => sealForTest(event, index + 2)), again }
}
const compared = (comparison: Comparison, ...items: readonly RerunItem[]) => {
  for (const item of items) comparison.take(item)
  return comparison.result(null)
}
const labelled = (labels: { readonly [documentId: string]: string }): GoldLabels => ({
  path: 'gold.csv',
  missing: [],
  labels: Object.entries(labels).map(([id, label], index) => ({ line: index + 2, records: [`a:${id.slice(1)}`], documents: [id], label })),
})

describe('screening', () => {
  const screened = (documentId: string, scores: { [id: string]: number }, note = ''): NewEvent => ({
    type: 'DocumentScreened',
    data: { workId: 'w', part: 1, parts: 1, documentId, scores, note, screener: 'x', degraded: [] },
  })
  const items = [
    rerun(
      [screened('D1', { RQ1: 0.5, RQ2: 0.2 }, 'before'), screened('D2', { RQ1: 0.9 })],
      [screened('D2', { RQ1: 0.9 }), screened('D1', { RQ1: 0.49, RQ2: 0.3 }, 'after')],
    ),
    rerun([screened('D3', { RQ1: 0.1 })], [screened('D3', { RQ1: 0.7 })]),
  ]
  test('pairs by document and subquestion; 0.5 is relevant', () => {
    const { agreement, changed } = compared(compareScreening(run), ...items)
    expect(agreement).toMatchObject({ pairs: 4, decisionAgreement: 0.5, cohensKappa: 0 })
    expect(agreement.meanScoreDifference).toBeCloseTo((0.01 + 0.1 + 0.6) / 4, 12)
    expect(changed.map(({ words }) => words)).toEqual([
      `! D3 RQ1  0.10 → 0.70  ${title('3')}`,
      `  D1 RQ2  0.20 → 0.30  ${title('1')}`,
      `! D1 RQ1  0.50 → 0.49  ${title('1')}`,
    ])
    expect(changed[2]).toMatchObject({ recordedNote: 'before', rerunNote: 'after', recorded: 0.5, rerun: 0.49, decisionChanged: true })
  })
  test('a pair that only one has is none', () => {
    expect(
      compared(
        compareScreening(run),
        rerun([screened('D1', { RQ1: 1 })], [screened('D1', { RQ2: 1 })]),
        rerun([], [screened('D2', { RQ1: 1 })]),
      ).agreement.pairs,
    ).toBe(0)
  })
  test('against labels a document is included when one of its pairs is', () => {
    const comparison = compareScreening(run)
    for (const one of [...items, rerun([screened('D9', { RQ3: 0.2 })], [screened('D9', { RQ3: 0.6 })])]) comparison.take(one)
    const { gold } = comparison.result(labelled({ D1: '1', D2: '0', D3: '1' }))
    expect(gold?.recorded).toMatchObject({ documents: 3, recall: 0.5, precision: 0.5, f1: 0.5 })
    expect(gold?.recorded.workSavedAt95).toBeCloseTo(-0.05, 12)
    expect(gold?.rerun).toMatchObject({ documents: 3, recall: 1, precision: 2 / 3 })
    expect(comparison.result(labelled({ D2: '0' })).gold?.rerun).toMatchObject({
      documents: 1,
      recall: null,
      precision: 0,
      workSavedAt95: null,
    })
  })
})

describe('dedup', () => {
  const registered = (documentId: string, recordId: string): NewEvent => ({
    type: 'DocumentsRegistered',
    data: {
      workId: 'w',
      part: 1,
      parts: 1,
      documents: [
        {
          documentId,
          isNew: true,
          records: [{ source: 'a', recordId, operationId: 'S1' }],
          features: document('D1').features,
          decisions: [],
          linked: [],
        },
      ],
    },
  })
  const merged: NewEvent = {
    type: 'DocumentsMerged',
    data: {
      workId: 'w',
      part: 2,
      parts: 2,
      into: 'D1',
      from: 'D2',
      tier: 't',
      signals: [],
      decision: { a: 'x', b: 'y', tier: 't', signals: [] },
      features: document('D1').features,
    },
  }
  test('joined pairs of all decisions together, and which only one joined', () => {
    const { agreement, changed } = compared(
      compareDedup(run),
      rerun([registered('D1', 'x'), merged], [registered('D1', 'x')]),
      rerun([], [registered('D3', 'y')]),
    )
    // Recorded: 1–2, 1–x, 2–x; again: 1–x, then 3–y.
    expect(agreement).toEqual({ joinedRecorded: 3, joinedRerun: 2, joinedByBoth: 1, pairwiseAgreement: 0.4 })
    expect(changed.map(({ words }) => words)).toEqual([
      `+ a:3 and a:y: ${title('3')} / `,
      `- a:1 and a:2: ${title('1')} / ${title('2')}`,
      `- a:2 and a:x: ${title('2')} / `,
    ])
  })
  test('against labels of works', () => {
    const comparison = compareDedup(run)
    comparison.take(rerun([merged], []))
    expect(comparison.result(labelled({ D1: 'A', D2: 'A', D3: 'B' })).gold).toEqual({
      recorded: { records: 3, rightPairs: 1, recall: 1, precision: 1, f1: 1 },
      rerun: { records: 3, rightPairs: 0, recall: 0, precision: null, f1: null },
    })
  })
})

describe('reading', () => {
  const item = (parts: Partial<EvidenceItem>): EvidenceItem => ({
    evidenceId: 'D1.e1',
    subquestionId: 'RQ1',
    claim: 'It helps.',
    quote: 'It helps a lot',
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.6,
    ...parts,
  })
  const read = (documentId: string, ...items: readonly EvidenceItem[]): NewEvent => ({
    type: 'EvidenceExtracted',
    data: {
      workId: 'w',
      documentId,
      recordId: 'a:1',
      items: [...items],
      depth: 'abstract',
      textHash: '0'.repeat(64),
      addressedToModel: [],
      reader: 'x',
      degraded: [],
    },
  })
  const failed: NewEvent = { type: 'ReadingFailed', data: { workId: 'w', documentId: 'D2', reason: 'empty', degraded: [] } }
  const items = [
    rerun(
      [read('D1', item({}), item({ claim: 'B.', quote: 'b', quoteCheck: 'refused' }))],
      [read('D1', item({ quote: 'other' }), item({ claim: 'Else.', quote: 'B' }), item({ claim: 'C.', quote: 'c' }))],
    ),
    rerun([failed], [read('D2')]),
    rerun([read('D3', item({}))], [read('D3', item({ subquestionId: 'RQ2' }))]),
  ]
  test('items are the same by claim or by quote, for one subquestion', () => {
    const { agreement, changed } = compared(compareReading(run), ...items)
    expect(agreement).toEqual({
      documents: 3,
      itemsRecorded: 3,
      itemsRerun: 4,
      verifiedRecorded: 2 / 3,
      verifiedRerun: 1,
      sameItems: 2,
      overlap: 4 / 7,
    })
    expect(changed.map(({ words }) => words)).toEqual([
      `D1  2 → 3 items, 2 the same  ${title('1')}`,
      `D3  1 → 1 items, 0 the same  ${title('3')}`,
    ])
  })
  test('items without a quote are not the same by it', () => {
    expect(
      compared(compareReading(run), rerun([read('D1', item({ quote: '' }))], [read('D1', item({ claim: 'B.', quote: '' }))])).agreement
        .sameItems,
    ).toBe(0)
  })
  test('against labels a document is found relevant by a verified quote', () => {
    const comparison = compareReading(run)
    for (const one of [
      rerun([read('D1', item({ quoteCheck: 'refused' }))], [read('D1', item({}))]),
      rerun([read('D9', item({ quoteCheck: 'short' }))], [read('D9')]),
      rerun([read('D2')], []),
    ])
      comparison.take(one)
    const { gold } = comparison.result(labelled({ D1: 'yes', D2: 'no' }))
    expect(gold).toEqual({
      recorded: { documents: 2, recall: 0, precision: null, f1: null },
      rerun: { documents: 2, recall: 1, precision: 1, f1: 1 },
    })
  })
})

describe('planning', () => {
  const plan = (...texts: readonly string[]): NewEvent => ({
    type: 'PlanProposed',
    data: {
      workId: 'plan',
      subquestions: texts.map((text, index) => ({ subquestionId: `RQ${index + 1}`, text, rationale: '', priority: 1 })),
      degraded: [],
    },
  })
  const intent = (text: string): NewEvent => ({
    type: 'IntentCreated',
    data: { workId: 'i', part: 1, parts: 1, intentId: 'RQ1.i1', subquestionId: 'RQ1', text, degraded: [] },
  })
  const intents: NewEvent = { type: 'IntentsRequested', data: { iteration: 1, items: [], reserve: {} } }
  test('subquestions and intents that share half of their words are the same', () => {
    const { agreement, changed } = compared(
      comparePlanning(),
      rerun([plan('Does memory help agents?', 'What does it cost?')], [plan('Memory agents help?', 'Is it safe?')]),
      rerun([intent('paging memory')], [intent('paging memory')], intents),
    )
    expect(agreement).toEqual({
      subquestionsRecorded: 2,
      subquestionsRerun: 2,
      subquestionOverlap: 0.5,
      intentsRecorded: 1,
      intentsRerun: 1,
      intentOverlap: 1,
    })
    expect(changed.map(({ words }) => words)).toEqual(['w\n    - What does it cost?\n    + Is it safe?'])
  })
  test.each([
    ['memory agents', 'memory agents recall sessions', true],
    ['memory agents', 'memory agents recall sessions tasks', false],
    ['it', 'it', true],
    ['it', 'is', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameTexts(a, b)).toBe(same)
  })
})

describe('critiques', () => {
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
  const critique = (sufficient: boolean, ...actions: readonly ResearchAction[]): Critique => ({
    sufficient,
    assessment,
    actions: [...actions],
  })
  const proposed = (value: Critique | null, iteration = 2): NewEvent => ({
    type: 'CritiqueProposed',
    data: { workId: 'c', iteration, critique: value, degraded: [] },
  })
  const close = { kind: 'close', subquestionId: 'RQ1' } as const
  const add = { kind: 'add', text: 'What does memory cost?', rationale: '', priority: 1 } as const
  test('verdicts and actions', () => {
    const { agreement, changed } = compared(
      compareCritique(),
      rerun([proposed(critique(true, close, add))], [proposed(critique(false, { ...add, priority: 5 }))]),
      rerun([proposed(critique(false), 3)], [proposed(null, 3)]),
      rerun([proposed(critique(true, close), 4)], [proposed(critique(true, close), 4)]),
    )
    expect(agreement).toEqual({
      critiques: 3,
      usableRecorded: 3,
      usableRerun: 2,
      sufficientAgreement: 2 / 3,
      actionsRecorded: 3,
      actionsRerun: 2,
      actionOverlap: 0.8,
    })
    expect(changed.map(({ words }) => words)).toEqual([
      'iteration 2: sufficient → not sufficient\n    - close RQ1',
      'iteration 3: not sufficient → no critique',
    ])
  })
  test.each<[string, ResearchAction, ResearchAction, boolean]>([
    ['the same gap in other words', { kind: 'gap', text: 'costs of memory' }, { kind: 'gap', text: 'memory costs' }, true],
    ['another gap', { kind: 'gap', text: 'costs' }, { kind: 'gap', text: 'safety' }, false],
    ['an addition is no gap', add, { kind: 'gap', text: add.text }, false],
    ['closing and demoting', close, { kind: 'deprioritize', subquestionId: 'RQ1' }, false],
    ['closing another', close, { kind: 'close', subquestionId: 'RQ2' }, false],
    [
      'rephrasing',
      { kind: 'rephrase', subquestionId: 'RQ1', text: 'a memory' },
      { kind: 'rephrase', subquestionId: 'RQ1', text: 'memory' },
      true,
    ],
    [
      'an intent for another subquestion',
      { kind: 'add-intent', subquestionId: 'RQ1', text: 'x y' },
      { kind: 'add-intent', subquestionId: 'RQ2', text: 'x y' },
      false,
    ],
    [
      'rewording',
      { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'paging' },
      { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'safety' },
      false,
    ],
    ['closing an intent', { kind: 'close-intent', intentId: 'RQ1.i1' }, { kind: 'close-intent', intentId: 'RQ1.i1' }, true],
    [
      'snowballing in another direction',
      { kind: 'snowball', documentId: 'D1', direction: 'forward' },
      { kind: 'snowball', documentId: 'D1', direction: 'backward' },
      false,
    ],
    [
      'a split into the same',
      {
        kind: 'split',
        subquestionId: 'RQ1',
        into: [
          { text: 'memory', rationale: '', priority: 1 },
          { text: 'cost', rationale: '', priority: 2 },
        ],
      },
      {
        kind: 'split',
        subquestionId: 'RQ1',
        into: [
          { text: 'cost', rationale: 'x', priority: 1 },
          { text: 'memory', rationale: '', priority: 1 },
        ],
      },
      true,
    ],
    [
      'a contradiction of the same claims, whatever is noted',
      { kind: 'contradiction', subquestionId: 'RQ1', claims: ['D1.e1', 'D2.e1'], note: 'a', status: 'open' },
      { kind: 'contradiction', subquestionId: 'RQ1', claims: ['D2.e1', 'D1.e1'], note: 'b', status: 'resolved' },
      true,
    ],
    [
      'a contradiction of others',
      { kind: 'contradiction', subquestionId: 'RQ1', claims: ['D1.e1'], note: '', status: 'open' },
      { kind: 'contradiction', subquestionId: 'RQ1', claims: ['D2.e1'], note: '', status: 'open' },
      false,
    ],
  ])('%s', (_, a, b, same) => {
    expect(sameAction(a, b)).toBe(same)
  })
})

describe('model calls', () => {
  const call = (callId: string, parts: Partial<Usage> = {}) => modelCall({ callId, ...parts })
  test('each once; a price that is unknown is left out, and unknown when none is known', () => {
    expect(callFigures([call('1'), call('1'), call('2', { costUsd: null, outcome: 'timeout', inputTokens: null, ms: 15 })])).toEqual({
      calls: 2,
      failedCalls: 1,
      inputTokens: 100,
      outputTokens: 40,
      usd: 0.01,
      meanMs: 10,
    })
    expect(callFigures([call('1', { costUsd: null })]).usd).toBeNull()
    expect(callFigures([])).toEqual({ calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, meanMs: null })
  })
})

test('an evaluation in words', () => {
  const figures = { calls: 2, failedCalls: 1, inputTokens: 5, outputTokens: 6, usd: null, meanMs: 7.5 }
  const text = (stopped: 'limit' | 'max-cost' | null, changes: number, rerunModel: string | null = 'b') =>
    evaluationText({
      stage: 'reading',
      runId: 'r-1',
      models: { recorded: { reader: 'a' }, rerun: rerunModel },
      items: { recorded: 9, rerun: 8, stopped },
      agreement: { documents: 3, meanScoreDifference: 0.25, f1: null },
      gold: { recorded: { recall: 1, workSavedAt95: 0.1 }, rerun: { recall: 0.5, workSavedAt95: null } },
      cost: { recorded: figures, rerun: { ...figures, failedCalls: 0, usd: 0.5, meanMs: null } },
      degraded: [{ role: 'reader', reason: 'no JSON', count: 2 }],
      changed: Array.from({ length: changes }, (_, index) => ({ words: `change ${index}` })),
    }).split('\n')
  expect(text('limit', 1)).toEqual([
    'reading of r-1 again: 8 of 9 recorded inputs (--limit)',
    'Recorded with reader a; again with b',
    '',
    'Agreement',
    '  documents: 3',
    '  mean score difference: 0.250',
    '  f1: not defined',
    '',
    'Against the labels, recorded → again',
    '  recall: 1 → 0.500',
    '  work saved at 95: 0.100 → not defined',
    '',
    'Model calls',
    '  recorded: 2 calls (1 failed), 5 tokens in, 6 out, price unknown, 8 ms a call',
    '  again: 2 calls, 5 tokens in, 6 out, 0.5000 USD',
    '  degraded: reader, 2 (no JSON)',
    '',
    'Otherwise: 1',
    '  change 0',
  ])
  expect(text('max-cost', 0)[0]).toMatch(/ \(--max-cost reached\)$/)
  expect(text(null, 0)[0]).toMatch(/ 9 recorded inputs$/)
  expect(text(null, 0, null)[1]).toBe('')
  expect(text(null, 0).at(-1)).toBe('Nothing came out otherwise.')
  expect(text(null, 20).at(-1)).toBe('  change 19')
  expect(text(null, 21).at(-1)).toBe('  … and 1 more (--json has all)')
})
