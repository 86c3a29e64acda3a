import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { buildState, document, evidence, intent, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { newCorpus } from '../../corpus.ts'
import { ablate } from './ablate.ts'
import type { RecordedRun } from './remaining.ts'

const question = 'How does paging help agents?'
const reference = (id: string, seed: string, keys: readonly string[], parts: Parameters<typeof operation>[1] = {}) =>
  operation(id, { seed, keys, ...parts })
const read = { readFor: { RQ1: 'read' as const } }
const state = buildState({
  question,
  subquestions: [
    subquestion('RQ1', { text: 'What does memory cost?', priority: 1 }),
    subquestion('RQ2', { text: 'Does paging help agents?', priority: 3 }),
    subquestion('RQ3', { text: 'Paging and whales', priority: 1 }),
  ],
  intents: [intent('RQ1.i1'), intent('RQ2.i1'), intent('RQ3.i1')],
  operations: [
    operation('S1', { intentId: 'RQ1.i1', keys: ['x:1', 'x:2'] }),
    operation('S2', { intentId: 'RQ2.i1', keys: ['x:2', 'x:3'] }),
    operation('S3', { intentId: 'RQ3.i1', keys: ['x:9'] }),
    operation('S4', { kind: 'seed', intentId: null, keys: ['x:4'] }),
    // The second round's seed comes of the first round's references.
    reference('S9', 'D5', ['x:6'], { round: 2 }),
    reference('S10', 'D8', ['x:5']),
    reference('S11', 'D1', ['x:7']),
  ],
  documents: [
    document('D1', { records: ['x:1'], foundBy: ['S1'], scores: { RQ1: 0.9 }, ...read }),
    document('D2', { records: ['x:2'], foundBy: ['S1', 'S2'], scores: { RQ1: 0.9 }, ...read }),
    document('D3', { records: ['x:3'], foundBy: ['S2'], scores: { RQ2: 0.3 } }),
    document('D4', { records: ['x:4'], foundBy: ['S4'], scores: { RQ2: 0.8 } }),
    document('D5', { records: ['x:5'], foundBy: ['S10'], scores: { RQ2: 0.8 } }),
    document('D6', { records: ['x:6'], foundBy: ['S9'], scores: { RQ2: 0.8 }, ...read }),
    document('D7', { records: ['x:7'], foundBy: ['S11'], scores: { RQ2: 0.8 } }),
    document('D9', { records: ['x:9'], foundBy: ['S3'] }),
  ],
  aliases: { D8: 'D2' },
  evidence: [
    evidence('D1.e1', { recordKey: 'x:1' }),
    evidence('D2.e1', { recordKey: 'x:2' }),
    evidence('D2.e2', { recordKey: 'x:2' }),
    evidence('D6.e1', { recordKey: 'x:6' }),
  ],
  report: { contentHash: '', checked: true, citations: ['D6', 'D8', 'D1'] },
})
const run: RecordedRun = { state, corpus: newCorpus(), events: [] }
const gold = [
  { work: 'D1', records: ['x:1'] },
  { work: 'D3', records: ['x:3'] },
  { work: 'D6', records: ['x:6'] },
  { work: 'gone', records: [] },
]
const whole = {
  operations: 7,
  documents: 8,
  included: 6,
  read: 3,
  evidence: 4,
  evidenceDocuments: 3,
  cited: 3,
  gold: { works: 4, found: 3, included: 2, withEvidence: 2, cited: 2, recallFound: 0.75, recallIncluded: 0.5 },
}

describe('without decomposition', () => {
  test('the searches of the closest subquestion, named works, and what their documents lead to', () => {
    const result = ablate('decomposition', run, gold)
    expect(result).toMatchObject({
      ablation: 'decomposition',
      method: 'from the log',
      nothingToAblate: null,
      subquestionId: 'RQ2',
      with: whole,
    })
    // S2, S4, S10 (its seed is D2, found by S2) and S9, whose seed S10 brought; not S11 of D1.
    expect(result.without).toEqual({
      operations: 4,
      documents: 5,
      included: 4,
      read: 2,
      evidence: 3,
      evidenceDocuments: 2,
      cited: 2,
      gold: { works: 4, found: 2, included: 1, withEvidence: 1, cited: 1, recallFound: 0.5, recallIncluded: 0.25 },
    })
    expect(result.lostCitations).toEqual(['D1'])
    expect(result.assumptions).toHaveLength(2)
  })
  test.each([
    [
      'equally close: the more important one',
      [subquestion('RQ1', { text: 'Whales', priority: 2 }), subquestion('RQ2', { text: 'Ships', priority: 1 })],
      'RQ2',
    ],
    ['as important: the first', [subquestion('RQ10', { text: 'Whales' }), subquestion('RQ2', { text: 'Ships' })], 'RQ2'],
  ])('%s', (_, subquestions, expected) => {
    expect(ablate('decomposition', { ...run, state: buildState({ question, subquestions }) }, null).subquestionId).toBe(expected)
  })
  test.each([
    ['one subquestion', [subquestion('RQ1')]],
    ['none', []],
  ])('%s: there is nothing to leave out', (_, subquestions) => {
    const result = ablate('decomposition', { ...run, state: buildState({ subquestions }) }, null)
    expect(result.nothingToAblate).toBe('the run had one subquestion')
    expect(result.without).toEqual(result.with)
    expect([result.subquestionId, result.lostCitations]).toEqual([null, []])
  })
})

describe('without snowballing', () => {
  test('only what searches and lookups found', () => {
    const { without, lostCitations, subquestionId } = ablate('snowballing', run, gold)
    expect(without).toMatchObject({
      operations: 4,
      documents: 5,
      included: 3,
      read: 2,
      evidence: 3,
      cited: 2,
      gold: { found: 2, cited: 1, recallFound: 0.5 },
    })
    expect([lostCitations, subquestionId]).toEqual([['D6'], null])
  })
  test('a run that did not', () => {
    const plain = { ...run, state: buildState({ operations: [operation('S1')] }) }
    expect(ablate('snowballing', plain, null).nothingToAblate).toBe('the run did not snowball')
  })
  test('without labels, and without a work that is labelled relevant', () => {
    expect(ablate('snowballing', run, null).without.gold).toBeNull()
    expect(ablate('snowballing', run, []).without.gold).toMatchObject({ works: 0, recallFound: null, recallIncluded: null })
  })
})

describe('without full texts', () => {
  const text = (evidenceId: string, documentId: string, depth: 'full text' | 'abstract', quote: string) => {
    const item: EvidenceItem = {
      evidenceId,
      subquestionId: 'RQ1',
      claim: 'c',
      quote,
      quoteCheck: 'verified',
      location: { section: 'Results' },
      support: 'supports',
      strength: 0.5,
    }
    return [evidenceId, { ...item, documentId, recordId: '', depth, textHash: '', reader: 'm', pos: 1 }] as const
  }
  const corpus = newCorpus()
  for (const [key, value] of [
    text('D1.e1', 'D1', 'full text', 'paging helps agents in many tasks'),
    text('D2.e1', 'D2', 'full text', 'only the full text says so at length'),
    text('D2.e2', 'D2', 'abstract', 'whatever the abstract says of it'),
    text('D6.e1', 'D6', 'full text', 'only the full text says so at length'),
  ])
    corpus.evidence.set(key, value)
  for (const n of ['1', '2', '6'])
    corpus.records.set(`x:${n}`, {
      source: 'x',
      recordId: n,
      ids: {},
      title: `T${n}`,
      authors: [],
      type: 'article',
      abstract: 'We show that paging helps agents in many tasks.',
    })
  const withTexts = {
    ...run,
    corpus,
    state: {
      ...state,
      documents: Object.fromEntries(
        Object.entries(state.documents).map(([id, one]) => [
          id,
          { ...one, features: { ...one.features, survivor: { source: 'x', recordId: id.slice(1) } } },
        ]),
      ),
    },
  }
  test('a quote that the abstract has as well stays, and so does evidence from abstracts', () => {
    const { without, lostCitations, cost } = ablate('full-text', withTexts, null)
    expect(without).toMatchObject({ operations: 7, documents: 8, evidence: 2, evidenceDocuments: 2, cited: 2 })
    expect([lostCitations, cost]).toEqual([['D6'], null])
  })
  test('a run that read none', () => {
    const none = {
      ...withTexts,
      corpus: { ...corpus, evidence: new Map([...corpus.evidence].map(([id, one]) => [id, { ...one, depth: 'abstract' as const }])) },
    }
    const { nothingToAblate, cost } = ablate('full-text', none, null)
    expect(nothingToAblate).toBe('no evidence is from a full text')
    expect(cost).toEqual({
      recorded: { calls: 0, tokens: 0, usd: 0 },
      saved: { calls: 0, tokens: 0, usd: 0 },
      share: { tokens: null, usd: null },
    })
  })
})

const call = (callId: string, tokens: number, costUsd: number | null, inherited = false): Usage => ({
  callId,
  role: 'reader',
  stage: 'reading',
  model: 'm',
  inputTokens: tokens - 1,
  outputTokens: 1,
  cachedTokens: null,
  costUsd,
  ms: 1,
  outcome: 'ok',
  ...(inherited ? { inherited: true as const } : {}),
})
const told = (...events: readonly (readonly [NewEvent, ...Usage[]])[]): readonly TypedEvent[] =>
  events.map(([event, ...usage], index) => sealForTest({ ...event, usage }, index + 1))
const event = <T extends EventType>(type: T, data: EventData<T>) => ({ type, data }) as NewEvent

describe('what the calls would not have cost', () => {
  const screened = (workId: string, documentId: string, part: number) =>
    event('DocumentScreened', { workId, part, parts: 2, documentId, scores: { RQ1: 1 }, note: '', screener: 'm', degraded: [] })
  const extracted = (documentId: string) =>
    event('EvidenceExtracted', {
      workId: documentId,
      documentId,
      recordId: '',
      items: [],
      depth: 'abstract',
      textHash: '0'.repeat(64),
      addressedToModel: [],
      reader: 'm',
      degraded: [],
    })
  const events = told(
    [
      event('IntentCreated', { workId: 'i1', part: 1, parts: 1, intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 't', degraded: [] }),
      call('a', 100, 1),
    ],
    [
      event('IntentCreated', { workId: 'i2', part: 1, parts: 1, intentId: 'RQ2.i1', subquestionId: 'RQ2', text: 't', degraded: [] }),
      call('b', 10, 0.1),
    ],
    [event('QueriesWritten', { workId: 'q1', intentId: 'RQ1.i1', queries: [], degraded: [] }), call('c', 200, 2)],
    [event('QueriesWritten', { workId: 'q2', intentId: 'RQ2.i1', queries: [], degraded: [] }), call('d', 20, 0.2)],
    [screened('s1', 'D1', 1), call('e', 400, 4)],
    [screened('s1', 'D8', 2), call('e', 400, 4)],
    [extracted('D6'), call('f', 800, 8)],
    [
      event('ReadingFailed', { workId: 'r2', documentId: 'D7', reason: '', degraded: [] }),
      call('g', 1600, 16),
      call('old', 5000, 50, true),
    ],
    [extracted('D2'), call('h', 70, 0.7)],
  )
  test('without decomposition: other intents and queries, half of a batch, and what is not read', () => {
    const { cost } = ablate('decomposition', { ...run, events }, null)
    // a + c + e/2 + g; D1 is not found, D8 is D2, D6 is found by way of D2, D7 is not.
    expect(cost?.recorded).toMatchObject({ calls: 8, tokens: 3200 })
    expect(cost?.recorded.usd).toBeCloseTo(32, 9)
    expect(cost?.saved).toEqual({ calls: 3.5, tokens: 2100, usd: 21 })
    expect(cost?.share.tokens).toBeCloseTo(2100 / 3200, 12)
    expect(cost?.share.usd).toBeCloseTo(21 / 32, 12)
  })
  test('without snowballing: what is read and screened of documents that only it found', () => {
    expect(ablate('snowballing', { ...run, events }, null).cost?.saved).toEqual({ calls: 2, tokens: 2400, usd: 24 })
  })
  test('prices that are not known', () => {
    const unpriced = events.map((one) => ({ ...one, usage: one.usage.map((usage) => ({ ...usage, costUsd: null })) }))
    const { cost } = ablate('snowballing', { ...run, events: unpriced }, null)
    expect([cost?.saved.usd, cost?.recorded.usd, cost?.share.usd]).toEqual([null, null, null])
    expect(cost?.share.tokens).toBe(0.75)
    const lost = ['f', 'g']
    const mixed = events.map((one) => ({
      ...one,
      usage: one.usage.map((usage) => (lost.includes(usage.callId) ? { ...usage, costUsd: null } : usage)),
    }))
    expect(ablate('snowballing', { ...run, events: mixed }, null).cost).toMatchObject({
      saved: { usd: null },
      share: { tokens: 0.75, usd: null },
    })
    const kept = unpriced.filter(({ type }) => type !== 'EvidenceExtracted' && type !== 'ReadingFailed')
    expect(ablate('snowballing', { ...run, events: kept }, null).cost).toMatchObject({
      recorded: { usd: null },
      saved: { calls: 0, tokens: 0, usd: 0 },
      share: { tokens: 0, usd: null },
    })
    const free = events.map((one) => ({
      ...one,
      usage: one.usage.map((usage) => ({ ...usage, costUsd: 0, inputTokens: null, outputTokens: null })),
    }))
    expect(ablate('snowballing', { ...run, events: free }, null).cost?.share).toEqual({ tokens: null, usd: null })
  })
})

describe('without a critic', () => {
  const found = (documentId: string, recordId: string, operationId: string) =>
    event('DocumentsRegistered', {
      workId: `w${operationId}`,
      part: 1,
      parts: 1,
      documents: [
        {
          documentId,
          isNew: true,
          records: [{ source: 'x', recordId, operationId }],
          features: document(documentId).features,
          decisions: [],
          linked: [],
        },
      ],
    })
  const search = (iteration: number, operationId: string) =>
    event('SearchesRequested', {
      iteration,
      operations: [
        { workId: operationId, operationId, intentId: 'RQ1.i1', source: 'x', query: operationId, limit: 5, fromYear: null, toYear: null },
      ],
      unaffordable: 0,
      reserve: {},
    })
  const asked = event('CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} })
  const empty = event('SubquestionAnswered', {
    workId: 'y',
    subquestionId: 'RQ1',
    answer: [],
    notEstablished: [],
    contradictions: [],
    coverage: 0,
    evidenceIds: [],
    removedCitations: 0,
    synthesizer: 'm',
    degraded: [],
  })
  const report = event('ReportWritten', {
    workId: 'z',
    contentHash: '0'.repeat(64),
    sections: 0,
    citations: [],
    removedCitations: 0,
    writer: 'm',
    degraded: [],
  })
  const checked = event('CitationsChecked', {
    workId: 'k',
    contentHash: '0'.repeat(64),
    method: 'lexical',
    verdicts: { supported: 0, partial: 0, unsupported: 0, cannotCheck: 0 },
    rewritten: 0,
    flagged: 0,
    citations: [],
    degraded: [],
  })
  const dedup = (workId: string) =>
    event('DedupRequested', { workId, phase: 'search', iteration: 1, operations: [], firstDocument: 1, split: null })
  const events = told(
    [search(1, 'S1')],
    [dedup('wS1')],
    [found('D1', '1', 'S1')],
    [empty, call('a', 10, 1)],
    [asked],
    [search(2, 'S2'), call('b', 20, 2)],
    [dedup('wS2')],
    [found('D2', '2', 'S2')],
    [empty, call('c', 40, 4)],
    [report, call('d', 80, 8)],
    [checked, call('e', 160, 16)],
    [{ ...asked, data: { ...(asked.data as EventData<'CritiqueRequested'>), workId: 'c2', iteration: 2 } } as NewEvent],
  )
  const folded = (all: readonly TypedEvent[]) => ({
    state: buildState({
      operations: [operation('S1', { keys: ['x:1'] }), operation('S2', { keys: ['x:2'], iteration: 2 })],
      documents: [document('D1', { records: ['x:1'], foundBy: ['S1'] }), document('D2', { records: ['x:2'], foundBy: ['S2'] })],
    }),
    corpus: newCorpus(),
    events: all,
  })
  test('the run as it was when it was first asked; all calls after that are saved, but for the report', () => {
    const { with: before, without, cost, nothingToAblate } = ablate('critic', folded(events), null)
    expect([before.operations, before.documents, nothingToAblate]).toEqual([2, 2, null])
    expect([without.operations, without.documents]).toEqual([1, 1])
    expect(cost?.saved).toEqual({ calls: 2, tokens: 60, usd: 6 })
    expect(cost?.recorded).toEqual({ calls: 5, tokens: 310, usd: 31 })
  })
  test('a run that never asked one', () => {
    const without = folded(events.filter(({ type }) => type !== 'CritiqueRequested'))
    expect(ablate('critic', without, null).nothingToAblate).toBe('the run never asked a critic')
    expect(ablate('critic', without, null).cost?.saved).toEqual({ calls: 0, tokens: 0, usd: 0 })
  })
})
