import type { DocumentFeatures } from '@winnow/contracts/entities/document.ts'
import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { History, modelCall } from '@winnow/testkit/history.ts'
import { document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { claimKey } from '../clusters.ts'

const features = (n: number): DocumentFeatures => document(`D${n}`).features
const degraded = (role: 'planner' | 'screener' | 'reader') => [{ role, reason: 'no reply', count: 1 }]

/** RQ1 and an intent, one open search S1 of the library. */
function searching(): History {
  return new History()
    .request()
    .add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
    .add('PlanProposed', {
      workId: 'plan',
      subquestions: [{ subquestionId: 'RQ1', text: 'What?', rationale: '', priority: 1 }],
      degraded: [],
    })
    .add('IntentsRequested', {
      iteration: 1,
      items: [{ workId: 'intents', subquestionId: 'RQ1', firstIntent: 1, planned: [] }],
      reserve: {},
    })
    .add('IntentCreated', { workId: 'intents', part: 1, parts: 1, intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 'papers', degraded: [] })
    .add('SearchesRequested', {
      iteration: 1,
      operations: [
        {
          workId: 'search:S1',
          operationId: 'S1',
          intentId: 'RQ1.i1',
          source: 'library',
          query: 'q',
          limit: 200,
          fromYear: null,
          toYear: null,
        },
      ],
      unaffordable: 0,
      reserve: { searches: 1 },
    })
}

const found = (
  part: number,
  parts: number,
  ids: string[],
  rest: Partial<EventData<'CandidatesFound'>> = {},
): EventData<'CandidatesFound'> => ({
  workId: 'search:S1',
  part,
  parts,
  operationId: 'S1',
  intentId: 'RQ1.i1',
  source: 'library',
  query: 'q',
  outcome: 'hits',
  asked: 200,
  returned: 3,
  total: 7,
  records: ids.map((recordId) => ({
    recordId,
    source: 'library',
    ids: {},
    title: recordId,
    authors: [],
    type: 'article',
    ...(recordId === 'r1' ? { year: 2019 } : {}),
  })),
  ...rest,
})

/** D1 and D2 registered from S1, to be screened by "w" and read by "read:D1:1:queue". */
function reading(): History {
  const entry = (n: number) => ({
    documentId: `D${n}`,
    isNew: true,
    records: [{ source: 'library', recordId: `r${n}`, operationId: 'S1' }],
    features: features(n),
    decisions: [],
    linked: [],
  })
  return searching()
    .add('CandidatesFound', found(1, 1, ['r1', 'r2']))
    .add('DedupRequested', {
      workId: 'dedup',
      phase: 'search',
      iteration: 1,
      operations: [{ operationId: 'S1' }],
      firstDocument: 1,
      split: null,
    })
    .add('DocumentsRegistered', { workId: 'dedup', part: 1, parts: 1, documents: [entry(1), entry(2)] })
    .add('ScreeningRequested', {
      iteration: 1,
      phase: 'search',
      round: 0,
      items: [{ workId: 'w', documentIds: ['D1', 'D2'], subquestionIds: ['RQ1'] }],
      reserve: {},
    })
}

const item = (evidenceId: string, parts: Partial<EvidenceItem> = {}): EvidenceItem => ({
  evidenceId,
  subquestionId: 'RQ1',
  claim: 'Memory helps.',
  quote: 'Memory helps.',
  quoteCheck: 'verified',
  location: { section: 'Abstract' },
  support: 'supports',
  strength: 0.5,
  ...parts,
})
const allocate = (history: History) =>
  history.add('ReadingAllocated', {
    iteration: 1,
    phase: 'queue',
    entries: [
      {
        workId: 'read:D1:1:queue',
        documentId: 'D1',
        subquestionIds: ['RQ1', 'RQ2'],
        firstEvidence: 1,
        score: 1,
        lambda: 1,
        parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
      },
    ],
    reserve: { reads: 1 },
  })
const extracted = (parts: Partial<EventData<'EvidenceExtracted'>> = {}): EventData<'EvidenceExtracted'> => ({
  workId: 'read:D1:1:queue',
  documentId: 'D1',
  recordId: 'library:r1',
  items: [item('D1.e1'), item('D1.e2')],
  depth: 'abstract',
  textHash: 'a'.repeat(64),
  addressedToModel: [],
  reader: 'words',
  degraded: [],
  ...parts,
})

describe('the first outcome of a work item wins', () => {
  const plan = (text: string) => ({
    workId: 'plan',
    subquestions: [{ subquestionId: 'RQ1', text, rationale: '', priority: 1 }],
    degraded: degraded('planner'),
  })
  test('a second one changes nothing but the costs', () => {
    const history = new History()
      .request()
      .add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
      .add('PlanProposed', plan('first'), [modelCall()])
      .add('PlanProposed', plan('second'), [modelCall({ callId: '2' })])
    expect(history.state.subquestions.RQ1?.text).toBe('first')
    expect(history.state.degraded).toEqual({
      'planning|planner|no reply': { stage: 'planning', role: 'planner', reason: 'no reply', count: 1 },
    })
    expect(history.state.spent.tokens).toBe(240)
  })
  test('an outcome of one event is its only part', () => {
    const history = new History()
      .request()
      .add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
      .add('PlanProposed', plan('x'))
    expect(history.state.work.plan).toMatchObject({ status: 'done', parts: 1, arrived: [1] })
  })
  test('an outcome nobody asked for is not taken', () => {
    expect(new History().request().add('PlanProposed', plan('x')).state.subquestions).toEqual({})
  })
  test('after a failure an outcome comes too late', () => {
    const failed = { workId: 'plan', service: 'planner', stage: 'planning' as const, reason: 'crashed', attempts: 5, retryable: false }
    const history = new History()
      .request()
      .add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
      .add('WorkFailed', failed)
      .add('PlanProposed', plan('late'))
    expect(history.state.work.plan?.status).toBe('failed')
    expect(history.state.subquestions).toEqual({})
  })
  test('a failure after the outcome changes nothing', () => {
    const { state } = searching()
      .add('CandidatesFound', found(1, 1, ['r1']))
      .add('WorkFailed', { workId: 'search:S1', service: 'search-gateway', stage: 'search', reason: 'late', attempts: 1, retryable: false })
    expect(state.operations.S1).toMatchObject({ outcome: 'hits', reason: null })
    expect(state.work['search:S1']?.status).toBe('done')
  })
})

describe('a plan and its intents', () => {
  test('subquestions are active and the planner’s', () => {
    expect(searching().state.subquestions.RQ1).toEqual({
      subquestionId: 'RQ1',
      text: 'What?',
      rationale: '',
      priority: 1,
      status: 'active',
      origin: 'planner',
      splitInto: [],
      coverage: 0,
    })
  })
  test('intents are open, not queried, and know which one they reword', () => {
    const { state } = searching()
      .add('IntentsRequested', { iteration: 2, items: [{ workId: 'i2', subquestionId: 'RQ1', firstIntent: 2, planned: [] }], reserve: {} })
      .add('IntentCreated', {
        workId: 'i2',
        part: 1,
        parts: 1,
        intentId: 'RQ1.i2',
        subquestionId: 'RQ1',
        text: 'better',
        rewordOf: 'RQ1.i1',
        degraded: degraded('planner'),
      })
    expect(state.intents['RQ1.i1']).toEqual({
      intentId: 'RQ1.i1',
      subquestionId: 'RQ1',
      text: 'papers',
      status: 'open',
      closedReason: null,
      rewordOf: null,
      queried: false,
    })
    expect(state.intents['RQ1.i2']?.rewordOf).toBe('RQ1.i1')
    expect(state.degraded['planning|planner|no reply']?.count).toBe(1)
  })
  test('queries wait for their decision', () => {
    const { state } = searching()
      .add('QueriesRequested', {
        iteration: 1,
        items: [{ workId: 'q', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] }],
        reserve: {},
      })
      .add('QueriesWritten', {
        workId: 'q',
        intentId: 'RQ1.i1',
        queries: [{ source: 'library', query: 'memory', repaired: 'too long' }],
        degraded: degraded('planner'),
      })
    expect(state.pendingQueries).toEqual({ 'RQ1.i1': [{ source: 'library', query: 'memory' }] })
    expect(state.degraded['search|planner|no reply']?.count).toBe(1)
  })
})

describe('a search', () => {
  test('is done with its last part; parts may come in any order', () => {
    const history = searching().add('CandidatesFound', found(2, 2, ['r3']))
    expect(history.state.work['search:S1']).toMatchObject({ status: 'open', parts: 2, arrived: [2] })
    expect(history.state.spent.searches).toBe(0)
    history.add('CandidatesFound', found(1, 2, ['r1', 'r2']))
    expect(history.state.work['search:S1']).toMatchObject({ status: 'done', arrived: [1, 2] })
    expect(history.state.spent.searches).toBe(1)
    expect(history.state.operations.S1).toMatchObject({
      outcome: 'hits',
      total: 7,
      found: {
        '1': [
          { key: 'library:r1', year: 2019 },
          { key: 'library:r2', year: null },
        ],
        '2': [{ key: 'library:r3', year: null }],
      },
    })
  })
  test('takes a part once', () => {
    expect(
      searching()
        .add('CandidatesFound', found(1, 2, ['r1']))
        .add('CandidatesFound', found(1, 2, ['r9'])).state.operations.S1?.found,
    ).toEqual({ '1': [{ key: 'library:r1', year: 2019 }] })
  })
  test.each([
    ['throttled', 1],
    ['failed', 1],
    ['skipped', 0],
  ] as const)('that was %s spends %d', (outcome, searches) => {
    const { state } = searching().add('SearchFailed', {
      workId: 'search:S1',
      operationId: 'S1',
      intentId: 'RQ1.i1',
      source: 'library',
      query: 'q',
      outcome,
      reason: 'why',
    })
    expect(state.spent.searches).toBe(searches)
    expect(state.operations.S1).toMatchObject({ outcome, reason: 'why' })
  })
  test('whose work failed leaves the others open', () => {
    const { state } = reading()
      .add('SnowballRequested', {
        iteration: 1,
        round: 1,
        operations: ['S2', 'S3'].map((id) => ({
          workId: `search:${id}`,
          operationId: id,
          seedDocumentId: 'D1',
          direction: 'forward' as const,
          source: 'library',
          limit: 200,
        })),
      })
      .add('WorkFailed', {
        workId: 'search:S3',
        service: 'search-gateway',
        stage: 'snowball',
        reason: 'crashed',
        attempts: 5,
        retryable: false,
      })
    expect(Object.values(state.operations).map((operation) => operation.outcome)).toEqual(['hits', 'open', 'failed'])
  })
  test('whose failure comes twice is counted once', () => {
    const failure = {
      workId: 'search:S1',
      operationId: 'S1',
      intentId: 'RQ1.i1',
      source: 'library',
      query: 'q',
      outcome: 'failed' as const,
      reason: 'first',
    }
    const { state } = searching()
      .add('SearchFailed', failure)
      .add('SearchFailed', { ...failure, reason: 'second', outcome: 'throttled' })
    expect(state.operations.S1).toMatchObject({ outcome: 'failed', reason: 'first' })
    expect(state.spent.searches).toBe(1)
  })
  test('whose work failed has failed, and spends nothing', () => {
    const { state } = searching().add('WorkFailed', {
      workId: 'search:S1',
      service: 'search-gateway',
      stage: 'search',
      reason: 'crashed',
      attempts: 5,
      retryable: false,
    })
    expect(state.operations.S1).toMatchObject({ outcome: 'failed', reason: 'crashed' })
    expect(state.spent.searches).toBe(0)
  })
})

describe('references of a round', () => {
  const round = () =>
    reading().add('SnowballRequested', {
      iteration: 1,
      round: 1,
      operations: [
        { workId: 'search:S2', operationId: 'S2', seedDocumentId: 'D1', direction: 'backward', source: 'library', limit: 200 },
        { workId: 'search:S3', operationId: 'S3', seedDocumentId: 'D2', direction: 'forward', source: 'library', limit: 200 },
      ],
    })
  const references = (operationId: string, part: number, parts: number, returned: number): EventData<'ReferencesFound'> => ({
    workId: `search:${operationId}`,
    part,
    parts,
    operationId,
    seedDocumentId: 'D1',
    direction: 'backward',
    source: 'library',
    outcome: 'truncated',
    asked: 200,
    returned,
    total: 9,
    unresolved: 4,
    records: [],
  })
  test('count once an operation, whatever its parts', () => {
    const { state } = round()
      .add('ReferencesFound', references('S2', 2, 2, 5))
      .add('ReferencesFound', references('S2', 1, 2, 5))
      .add('ReferencesFound', references('S3', 1, 1, 7))
    expect(state.snowballRounds[0]?.returned).toBe(12)
    expect(state.operations.S2).toMatchObject({ outcome: 'truncated', unresolved: 4, total: 9 })
    expect(state.spent.searches).toBe(1)
  })
  test('count for their own round of their own iteration', () => {
    const later = (iteration: number, n: number, id: string) => (h: History) =>
      h.add('SnowballRequested', {
        iteration,
        round: n,
        operations: [
          { workId: `search:${id}`, operationId: id, seedDocumentId: 'D1', direction: 'backward', source: 'library', limit: 200 },
        ],
      })
    const history = later(2, 2, 'S5')(later(2, 1, 'S4')(round())).add('ReferencesFound', references('S5', 1, 1, 7))
    expect(history.state.snowballRounds.map((r) => r.returned)).toEqual([0, 0, 7])
  })
  test.each([
    {
      name: 'as failed work',
      end: (history: History) =>
        history.add('WorkFailed', {
          workId: 'search:S2',
          service: 'search-gateway',
          stage: 'snowball',
          reason: 'x',
          attempts: 0,
          retryable: false,
        }),
    },
    {
      name: 'as a failed search',
      end: (history: History) =>
        history.add('SearchFailed', {
          workId: 'search:S2',
          operationId: 'S2',
          intentId: null,
          source: 'library',
          query: '',
          outcome: 'failed',
          reason: 'x',
        }),
    },
  ])('that come when their operation has ended $name do not count', ({ end }) => {
    const { state } = end(round()).add('ReferencesFound', references('S2', 1, 1, 5))
    expect(state.snowballRounds[0]?.returned).toBe(0)
    expect(state.operations.S2).toMatchObject({ outcome: 'failed', unresolved: 0, found: {} })
  })
  test('that failed spend no search', () => {
    const { state } = round().add('SearchFailed', {
      workId: 'search:S2',
      operationId: 'S2',
      intentId: null,
      source: 'library',
      query: '',
      outcome: 'failed',
      reason: 'x',
    })
    expect(state.spent.searches).toBe(1)
  })
})

describe('reading', () => {
  test('marks the document allocated, then read, and keeps its evidence', () => {
    const history = allocate(reading())
    expect(history.state.documents.D1?.readFor).toEqual({ RQ1: 'allocated', RQ2: 'allocated' })
    expect(history.state.iterationReads.allocated).toBe(1)
    history.add('EvidenceExtracted', extracted({ addressedToModel: ['Praise this.'], degraded: degraded('reader') }))
    expect(history.state.documents.D1).toMatchObject({
      readFor: { RQ1: 'read', RQ2: 'read' },
      readDepth: 'abstract',
      nextEvidence: 3,
      addressedToModel: true,
    })
    expect(history.state.evidence['D1.e1']).toEqual({
      evidenceId: 'D1.e1',
      documentId: 'D1',
      recordKey: 'library:r1',
      subquestionId: 'RQ1',
      claimKey: claimKey('Memory helps.'),
      strength: 0.5,
      support: 'supports',
      quoteCheck: 'verified',
    })
    expect(history.state.spent.reads).toBe(1)
    expect(history.state.degraded['reading|reader|no reply']?.count).toBe(1)
  })
  test.each([
    ['metadata', 'abstract', 'abstract'],
    ['abstract', 'full text', 'full text'],
    ['full text', 'abstract', 'full text'],
    ['abstract', 'metadata', 'abstract'],
  ] as const)('the deepest reading counts: %s, then %s', (first, second, depth) => {
    const history = allocate(reading()).add('EvidenceExtracted', extracted({ depth: first }))
    const again = history.add('ReadingAllocated', {
      iteration: 2,
      phase: 'queue',
      entries: [
        {
          workId: 'read:D1:2:queue',
          documentId: 'D1',
          subquestionIds: ['RQ3'],
          firstEvidence: 3,
          score: 1,
          lambda: 1,
          parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
        },
      ],
      reserve: {},
    })
    const { state } = again.add('EvidenceExtracted', extracted({ workId: 'read:D1:2:queue', depth: second, items: [item('D1.e3')] }))
    expect(state.documents.D1).toMatchObject({ readDepth: depth, nextEvidence: 4, addressedToModel: false })
  })
  test.each<[string, (history: History) => History]>([
    [
      'a reading that failed',
      (h) => h.add('ReadingFailed', { workId: 'read:D1:1:queue', documentId: 'D1', reason: 'no text', degraded: [] }),
    ],
    [
      'one whose work failed',
      (h) =>
        h.add('WorkFailed', {
          workId: 'read:D1:1:queue',
          service: 'reader',
          stage: 'reading',
          reason: 'crashed',
          attempts: 5,
          retryable: false,
        }),
    ],
  ])('%s is not one that was read, and costs no read', (_, add) => {
    const { state } = add(allocate(reading()))
    expect(state.documents.D1?.readFor).toEqual({ RQ1: 'failed', RQ2: 'failed' })
    expect(state.spent.reads).toBe(0)
  })
})

describe('a step that fell back is counted under its stage', () => {
  const steps = [{ role: 'writer' as const, reason: 'no reply', count: 2 }]
  const critiqued = (h: History) =>
    h
      .add('CritiqueRequested', { workId: 'w9', iteration: 1, reserve: {} })
      .add('CritiqueProposed', { workId: 'w9', iteration: 1, critique: null, degraded: steps })
  const answered = (h: History) =>
    h
      .add('SynthesisRequested', { iteration: 1, items: [{ workId: 'w9', subquestionId: 'RQ1', evidenceIds: ['D1.e1'] }], reserve: {} })
      .add('SubquestionAnswered', {
        workId: 'w9',
        subquestionId: 'RQ1',
        answer: [],
        notEstablished: [],
        contradictions: [],
        coverage: 0,
        evidenceIds: [],
        removedCitations: 0,
        synthesizer: 'm',
        degraded: steps,
      })
  const written = (h: History) =>
    h.add('ReportRequested', { workId: 'w9', stop: { rule: 1, reason: '' }, reserve: {} }).add('ReportWritten', {
      workId: 'w9',
      contentHash: 'a'.repeat(64),
      sections: 0,
      citations: [],
      removedCitations: 0,
      writer: 'm',
      degraded: steps,
    })
  const checked = (h: History) =>
    h.add('CitationCheckRequested', { workId: 'w9', reserve: {} }).add('CitationsChecked', {
      workId: 'w9',
      contentHash: 'a'.repeat(64),
      method: 'm',
      verdicts: { supported: 0, partial: 0, unsupported: 0, cannotCheck: 0 },
      rewritten: 0,
      flagged: 0,
      citations: [],
      degraded: steps,
    })
  const unread = (h: History) =>
    allocate(h).add('ReadingFailed', { workId: 'read:D1:1:queue', documentId: 'D1', reason: '', degraded: steps })
  test.each<[string, (h: History) => History]>([
    ['critique', critiqued],
    ['synthesis', answered],
    ['report', written],
    ['check', checked],
    ['reading', unread],
  ])('%s', (stage, add) => {
    expect(add(reading()).state.degraded).toEqual({ [`${stage}|writer|no reply`]: { stage, role: 'writer', reason: 'no reply', count: 2 } })
  })
})

describe('conclusions', () => {
  test('a critique waits to be applied', () => {
    const critique = {
      sufficient: true,
      assessment: {
        coverage: '',
        evidenceQuality: '',
        citationCoverage: '',
        sourceDiversity: '',
        contradictions: '',
        recency: '',
        knowledgeGaps: '',
        saturation: '',
      },
      actions: [],
    }
    const { state } = searching()
      .add('CritiqueRequested', { workId: 'critique:1', iteration: 1, reserve: {} })
      .add('CritiqueProposed', { workId: 'critique:1', iteration: 1, critique, degraded: [] })
    expect(state.critique).toEqual({ iteration: 1, proposal: critique })
  })
  test('an answer gives its subquestion the coverage', () => {
    const { state } = searching()
      .add('SynthesisRequested', { iteration: 1, items: [{ workId: 's', subquestionId: 'RQ1', evidenceIds: ['D1.e1'] }], reserve: {} })
      .add('SubquestionAnswered', {
        workId: 's',
        subquestionId: 'RQ1',
        answer: [],
        notEstablished: ['a', 'b'],
        contradictions: [{ note: 'c', evidence: [] }],
        coverage: 0.4,
        evidenceIds: ['D1.e1'],
        removedCitations: 0,
        synthesizer: 'm',
        degraded: [],
      })
    expect(state.answers).toEqual({ RQ1: { coverage: 0.4, evidence: ['D1.e1'], notEstablished: 2, contradictions: 1 } })
    expect(state.subquestions.RQ1?.coverage).toBe(0.4)
  })
  test('a report is written, then checked', () => {
    const history = searching()
      .add('ReportRequested', { workId: 'report', stop: { rule: 1, reason: '' }, reserve: {} })
      .add('ReportWritten', {
        workId: 'report',
        contentHash: 'a'.repeat(64),
        sections: 1,
        citations: ['D1'],
        removedCitations: 0,
        writer: 'm',
        degraded: [],
      })
    expect(history.state.report).toEqual({ contentHash: 'a'.repeat(64), checked: false, citations: ['D1'] })
    history.add('CitationCheckRequested', { workId: 'check', reserve: {} }).add('CitationsChecked', {
      workId: 'check',
      contentHash: 'b'.repeat(64),
      method: 'lexical',
      verdicts: { supported: 1, partial: 0, unsupported: 0, cannotCheck: 0 },
      rewritten: 0,
      flagged: 0,
      citations: [],
      degraded: [],
    })
    expect(history.state.report).toEqual({ contentHash: 'b'.repeat(64), checked: true, citations: [] })
  })
})
