import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'

/** S1 looks up a named work; D1 and D2 come of it, and full texts of both are sought. */
function looking(): History {
  const entry = (n: number) => ({
    documentId: `D${n}`,
    isNew: true,
    records: [{ source: 'openalex', recordId: `W${n}`, operationId: 'S1' }],
    features: document(`D${n}`).features,
    decisions: [],
    linked: [],
  })
  return new History()
    .request()
    .add('SeedsRequested', {
      iteration: 1,
      operations: [{ workId: 'search:S1', operationId: 'S1', source: 'openalex', identifier: 'doi:10.5555/x' }],
    })
    .add('DedupRequested', {
      workId: 'd',
      phase: 'search',
      iteration: 1,
      operations: [{ operationId: 'S1' }],
      firstDocument: 1,
      split: null,
    })
    .add('DocumentsRegistered', { workId: 'd', part: 1, parts: 1, documents: [entry(1), entry(2)] })
    .add('FullTextRequested', {
      iteration: 1,
      phase: 'queue',
      items: [1, 2].map((n) => ({ workId: `full-text:D${n}:1:queue`, documentId: `D${n}` })),
    })
}
const found: EventData<'CandidatesFound'> = {
  workId: 'search:S1',
  part: 1,
  parts: 1,
  operationId: 'S1',
  intentId: null,
  source: 'openalex',
  query: 'doi:10.5555/x',
  outcome: 'hits',
  asked: 1,
  returned: 1,
  total: 1,
  records: [{ recordId: 'W1', source: 'openalex', ids: {}, title: 'T', authors: [], type: 'article' }],
}
const copy = { recordId: 'openalex:W1', url: 'https://x.example/1.pdf', format: 'pdf', hash: 'a'.repeat(64), sections: 4, characters: 9000 }
const fetched = (n: number, rest: Partial<EventData<'FullTextFetched'>> = {}): EventData<'FullTextFetched'> => ({
  workId: `full-text:D${n}:1:queue`,
  documentId: `D${n}`,
  outcome: 'fetched',
  copy,
  tries: [],
  ...rest,
})

describe('the lookup of a named work', () => {
  test('is an operation of its own kind, and asks for one record', () => {
    expect(looking().state.operations.S1).toMatchObject({
      kind: 'seed',
      query: 'doi:10.5555/x',
      intentId: null,
      asked: 1,
      iteration: 1,
      outcome: 'open',
    })
    expect(looking().state.work['search:S1']).toMatchObject({ service: 'search-gateway', stage: 'search', status: 'open' })
  })
  test('costs no search, found or failed', () => {
    expect(looking().add('CandidatesFound', found).state.spent.searches).toBe(0)
    const failed = looking().add('SearchFailed', {
      workId: 'search:S1',
      operationId: 'S1',
      intentId: null,
      source: 'openalex',
      query: 'doi:10.5555/x',
      outcome: 'failed',
      reason: 'down',
    })
    expect(failed.state.spent.searches).toBe(0)
    expect(failed.state.operations.S1).toMatchObject({ outcome: 'failed', reason: 'down' })
  })
  test('keeps what was turned down, before or after its outcome', () => {
    const rejected = {
      workId: 'search:S1',
      operationId: 'S1',
      source: 'openalex',
      asked: 'doi:10.5555/x',
      foundTitle: 'Another',
      reason: 'another title',
    }
    const before = looking().add('LookupRejected', rejected).add('CandidatesFound', found).state.operations.S1
    expect(before?.rejected).toEqual({ 'doi:10.5555/x': { foundTitle: 'Another', reason: 'another title' } })
    expect(looking().add('CandidatesFound', found).add('LookupRejected', rejected).state.operations.S1).toEqual(before)
  })
  test('has the time of its outcome', () => {
    const { clock } = looking().add('CandidatesFound', found).state
    expect(Object.keys(clock.answeredAt)).toEqual(['S1'])
    expect(clock.answeredAt.S1).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(looking().state.clock.answeredAt).toEqual({})
  })
  test('says why an answer is not whole', () => {
    expect(looking().add('CandidatesFound', { ...found, note: 'page 2 failed' }).state.operations.S1?.note).toBe('page 2 failed')
    expect(looking().add('CandidatesFound', found).state.operations.S1).not.toHaveProperty('note')
  })
})

describe('a full text', () => {
  test('is being sought', () => {
    expect(looking().state.documents.D1?.fullText).toEqual({ outcome: 'open', copy: null, reason: null })
    expect(looking().state.work['full-text:D1:1:queue']).toMatchObject({ service: 'search-gateway', stage: 'reading', status: 'open' })
    expect(looking().state.step).toBe('full-text-queue')
  })
  test('that was fetched is known by record, hash and address', () => {
    const { state } = looking().add('FullTextFetched', fetched(1))
    expect(state.documents.D1?.fullText).toEqual({
      outcome: 'fetched',
      copy: { recordKey: 'openalex:W1', hash: 'a'.repeat(64), url: 'https://x.example/1.pdf' },
      reason: null,
    })
    expect(state.work['full-text:D1:1:queue']?.status).toBe('done')
  })
  test.each([
    ['none is known', 'none', [], 'no open-access copy is known'],
    [
      'all tries failed',
      'failed',
      [
        { url: 'https://a.example', reason: 'HTML' },
        { url: 'https://b.example', reason: 'cut' },
      ],
      'https://a.example: HTML; https://b.example: cut',
    ],
  ] as const)('says why there is none: %s', (_, outcome, tries, reason) => {
    const { state } = looking().add('FullTextFetched', fetched(2, { outcome, copy: null, tries: [...tries] }))
    expect(state.documents.D2?.fullText).toEqual({ outcome, copy: null, reason })
  })
  test('whose work failed is a failed one', () => {
    const { state } = looking().add('WorkFailed', {
      workId: 'full-text:D2:1:queue',
      service: 'search-gateway',
      stage: 'reading',
      reason: 'crashed',
      attempts: 5,
      retryable: false,
    })
    expect(state.documents.D2?.fullText).toEqual({ outcome: 'failed', copy: null, reason: 'crashed' })
    expect(state.documents.D1?.fullText?.outcome).toBe('open')
  })
  test('that a merged document brings along stays, whatever comes after', () => {
    const merge = {
      into: 'D1',
      from: 'D2',
      tier: 'doi',
      signals: [],
      decision: { a: 'openalex:W1', b: 'openalex:W2', tier: 'doi' as const, signals: [] },
      features: document('D1').features,
    }
    const history = looking()
      .add('FullTextFetched', fetched(2))
      .add('DedupRequested', { workId: 'm', phase: 'search', iteration: 1, operations: [], firstDocument: 3, split: null })
      .add('DocumentsMerged', { workId: 'm', part: 1, parts: 1, ...merge })
      .add('FullTextFetched', fetched(1, { outcome: 'none', copy: null }))
    expect(history.state.documents.D1?.fullText?.copy?.hash).toBe('a'.repeat(64))
  })
})
