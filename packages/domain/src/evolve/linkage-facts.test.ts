import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { resolveDocument } from '../state.ts'

type Entry = EventData<'DocumentsRegistered'>['documents'][number]
const features = (n: number, parts: Partial<Entry['features']> = {}) => ({ ...document(`D${n}`).features, ...parts })
const entry = (n: number, operationId: string, parts: Partial<Entry> = {}): Entry => ({
  documentId: `D${n}`,
  isNew: true,
  records: [{ source: 'library', recordId: `r${n}`, operationId }],
  features: features(n),
  decisions: [],
  linked: [],
  ...parts,
})
const decision = { a: 'library:r1', b: 'library:r2', tier: 'fuzzy', signals: ['same year'] }

const linking = (history: History, workId: string, phase: 'search' | 'snowball' = 'search') =>
  history.add('DedupRequested', { workId, phase, iteration: 1, operations: [], firstDocument: 1, split: null })

/** D1 and D2 from search S1; S2 is a snowball operation from D1, S3 one from D2. */
function registered(): History {
  const search = {
    workId: 'search:S1',
    operationId: 'S1',
    intentId: 'RQ1.i1',
    source: 'library',
    query: 'q',
    limit: 200,
    fromYear: null,
    toYear: null,
  }
  const reference = (id: string, seed: string) => ({
    workId: `search:${id}`,
    operationId: id,
    seedDocumentId: seed,
    direction: 'backward' as const,
    source: 'library',
    limit: 200,
  })
  const history = new History()
    .request()
    .add('SearchesRequested', { iteration: 1, operations: [search], unaffordable: 0, reserve: {} })
    .add('CandidatesFound', {
      workId: 'search:S1',
      part: 1,
      parts: 1,
      operationId: 'S1',
      intentId: 'RQ1.i1',
      source: 'library',
      query: 'q',
      outcome: 'hits',
      asked: 200,
      returned: 2,
      total: 2,
      records: ['r1', 'r2'].map((recordId) => ({ recordId, source: 'library', ids: {}, title: '', authors: [], type: 'article' as const })),
    })
  linking(history, 'd1').add('DocumentsRegistered', { workId: 'd1', part: 1, parts: 1, documents: [entry(1, 'S1'), entry(2, 'S1')] })
  return history.add('SnowballRequested', { iteration: 1, round: 1, operations: [reference('S2', 'D1'), reference('S3', 'D2')] })
}

describe('documents', () => {
  test('appear with their records, finder and features', () => {
    const { state } = registered()
    expect(state.documents.D1).toMatchObject({
      documentId: 'D1',
      records: ['library:r1'],
      foundBy: ['S1'],
      depth: 0,
      editorial: 'ok',
      features: features(1),
      nextEvidence: 1,
      readFor: {},
      scores: {},
    })
    expect(state.records).toEqual({ 'library:r1': 'D1', 'library:r2': 'D2' })
  })
  test('found by snowballing are one deeper than the nearest seed', () => {
    const history = linking(registered(), 'd2', 'snowball').add('DocumentsRegistered', {
      workId: 'd2',
      part: 1,
      parts: 1,
      documents: [entry(3, 'S2')],
    })
    expect(history.state.documents.D3?.depth).toBe(1)
    history.add('SnowballRequested', {
      iteration: 1,
      round: 2,
      operations: [{ workId: 'search:S4', operationId: 'S4', seedDocumentId: 'D3', direction: 'forward', source: 'library', limit: 200 }],
    })
    const both = entry(4, 'S4', {
      records: [
        { source: 'library', recordId: 'r4', operationId: 'S4' },
        { source: 'library', recordId: 'r4', operationId: 'S2' },
      ],
    })
    linking(history, 'd3', 'snowball').add('DocumentsRegistered', { workId: 'd3', part: 1, parts: 1, documents: [both, entry(5, 'S4')] })
    expect(history.state.documents.D4).toMatchObject({ depth: 1, foundBy: ['S2', 'S4'] })
    expect(history.state.documents.D5?.depth).toBe(2)
  })
  test('that are new in a round count for it; known ones and those of searches do not', () => {
    const history = linking(registered(), 'd2', 'snowball').add('DocumentsRegistered', {
      workId: 'd2',
      part: 1,
      parts: 1,
      documents: [entry(3, 'S2'), entry(1, 'S3', { isNew: false })],
    })
    expect(history.state.snowballRounds).toMatchObject([{ returned: 0, newDocuments: 1 }])
    linking(history, 'd3').add('DocumentsRegistered', { workId: 'd3', part: 1, parts: 1, documents: [entry(4, 'S1')] })
    expect(history.state.snowballRounds).toMatchObject([{ newDocuments: 1 }])
  })
  test('that grow get the new records, finders, decisions, features and links', () => {
    const grown = entry(1, 'S2', {
      isNew: false,
      records: [{ source: 'library', recordId: 'r0', operationId: 'S2' }],
      features: features(1, { editorial: 'corrected', citations: 9 }),
      decisions: [decision],
      linked: [{ documentId: 'D2', kind: 'erratum by' }],
    })
    const history = linking(registered(), 'd2').add('DocumentsRegistered', { workId: 'd2', part: 1, parts: 1, documents: [grown] })
    linking(history, 'd3').add('DocumentsRegistered', { workId: 'd3', part: 1, parts: 1, documents: [{ ...grown, decisions: [] }] })
    expect(history.state.documents.D1).toMatchObject({
      records: ['library:r0', 'library:r1'],
      foundBy: ['S1', 'S2'],
      depth: 0,
      editorial: 'corrected',
      features: { citations: 9 },
      merges: [decision],
      linked: [{ documentId: 'D2', kind: 'erratum by' }],
    })
  })
  test('keep every link, each once', () => {
    const links = [
      { documentId: 'D2', kind: 'erratum by' },
      { documentId: 'D2', kind: 'reply by' },
    ]
    const grown = (linked: typeof links) => entry(1, 'S2', { isNew: false, records: [], linked })
    const history = linking(registered(), 'd2').add('DocumentsRegistered', { workId: 'd2', part: 1, parts: 1, documents: [grown(links)] })
    linking(history, 'd3').add('DocumentsRegistered', {
      workId: 'd3',
      part: 1,
      parts: 1,
      documents: [
        grown([
          { documentId: 'D3', kind: 'erratum by' },
          { documentId: 'D2', kind: 'reply by' },
        ]),
      ],
    })
    expect(history.state.documents.D1?.linked).toEqual([links[0], { documentId: 'D3', kind: 'erratum by' }, links[1]])
  })
  test('have their records in the order of their keys', () => {
    const unsorted = entry(3, 'S2', { records: ['z', 'a'].map((recordId) => ({ source: 'library', recordId, operationId: 'S2' })) })
    const history = linking(registered(), 'd2')
      .add('DocumentsRegistered', { workId: 'd2', part: 1, parts: 2, documents: [unsorted] })
      .add('DocumentsMerged', merged({ part: 2, parts: 2, into: 'D3', from: 'D1' }))
    expect(history.state.documents.D3?.records).toEqual(['library:a', 'library:r1', 'library:z'])
  })
  test('come in parts', () => {
    const history = linking(registered(), 'd2').add('DocumentsRegistered', { workId: 'd2', part: 1, parts: 2, documents: [entry(3, 'S2')] })
    expect(history.state.work.d2?.status).toBe('open')
    history.add('DocumentsRegistered', { workId: 'd2', part: 2, parts: 2, documents: [entry(4, 'S2')] })
    expect(history.state.work.d2?.status).toBe('done')
  })
})

const merged = (parts: Partial<EventData<'DocumentsMerged'>> = {}): EventData<'DocumentsMerged'> => ({
  workId: 'd2',
  part: 1,
  parts: 1,
  into: 'D1',
  from: 'D2',
  tier: 'fuzzy',
  signals: [],
  decision,
  features: features(1, { citations: 5 }),
  ...parts,
})

describe('a merge', () => {
  const screening = (history: History) =>
    history
      .add('ScreeningRequested', {
        iteration: 1,
        phase: 'search',
        round: 0,
        items: [{ workId: 'w', documentIds: ['D1', 'D2'], subquestionIds: ['RQ1', 'RQ2'] }],
        reserve: {},
      })
      .add('DocumentScreened', {
        workId: 'w',
        part: 1,
        parts: 2,
        documentId: 'D1',
        scores: { RQ1: 0.3 },
        note: '',
        screener: 'm1',
        degraded: [],
      })
      .add('DocumentScreened', {
        workId: 'w',
        part: 2,
        parts: 2,
        documentId: 'D2',
        scores: { RQ1: 0.8, RQ2: 0.1 },
        note: '',
        screener: 'm1',
        degraded: [],
      })
  test('makes the other id an alias, unites records and takes the higher scores', () => {
    const { state } = linking(screening(registered()), 'd2').add('DocumentsMerged', merged())
    expect(state.aliases).toEqual({ D2: 'D1' })
    expect(state.documents.D2).toBeUndefined()
    expect(state.documents.D1).toMatchObject({
      records: ['library:r1', 'library:r2'],
      features: { citations: 5 },
      merges: [decision],
      scores: { RQ1: { score: 0.8, by: { m1: 0.8 } }, RQ2: { score: 0.1, by: { m1: 0.1 } } },
    })
    expect(state.records).toEqual({ 'library:r1': 'D1', 'library:r2': 'D1' })
    expect(resolveDocument(state, 'D2')).toBe('D1')
  })
  test('keeps what was read, overridden and noted of either', () => {
    const part = { iteration: 1, phase: 'queue' as const, reserve: {} }
    const read = {
      workId: 'read:D2:1:queue',
      documentId: 'D2',
      subquestionIds: ['RQ1'],
      firstEvidence: 1,
      score: 1,
      lambda: 1,
      parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
    }
    const history = screening(registered())
      .add('ReadingAllocated', {
        ...part,
        entries: [read, { ...read, workId: 'read:D1:1:queue', documentId: 'D1', subquestionIds: ['RQ1', 'RQ2'] }],
      })
      .add('EvidenceExtracted', {
        workId: 'read:D2:1:queue',
        documentId: 'D2',
        recordId: 'library:r2',
        items: [],
        depth: 'full text',
        textHash: 'a'.repeat(64),
        addressedToModel: ['x'],
        reader: 'm',
        degraded: [],
      })
      .add('ReadingFailed', { workId: 'read:D1:1:queue', documentId: 'D1', reason: '', degraded: [] })
      .add('DocumentOverridden', { commandId: 'c', documentId: 'D2', action: 'include', records: [], reason: '' })
    const { state } = linking(history, 'd2').add('DocumentsMerged', merged())
    expect(state.documents.D1).toMatchObject({
      readFor: { RQ1: 'read', RQ2: 'failed' },
      readDepth: 'full text',
      override: 'include',
      addressedToModel: true,
    })
  })
  test('never forgets that the survivor was read', () => {
    const part = { iteration: 1, phase: 'queue' as const, reserve: {} }
    const read = {
      workId: 'read:D1:1:queue',
      documentId: 'D1',
      subquestionIds: ['RQ1'],
      firstEvidence: 1,
      score: 1,
      lambda: 1,
      parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
    }
    const history = registered()
      .add('ReadingAllocated', { ...part, entries: [read, { ...read, workId: 'read:D2:1:queue', documentId: 'D2' }] })
      .add('EvidenceExtracted', {
        workId: 'read:D1:1:queue',
        documentId: 'D1',
        recordId: 'library:r1',
        items: [],
        depth: 'abstract',
        textHash: 'a'.repeat(64),
        addressedToModel: [],
        reader: 'm',
        degraded: [],
      })
      .add('ReadingFailed', { workId: 'read:D2:1:queue', documentId: 'D2', reason: '', degraded: [] })
    expect(linking(history, 'd2').add('DocumentsMerged', merged()).state.documents.D1?.readFor).toEqual({ RQ1: 'read' })
  })
  test('of a document with itself or with nothing known changes nothing', () => {
    const before = registered().state.documents
    expect(linking(registered(), 'd2').add('DocumentsMerged', merged({ from: 'D1' })).state.documents).toEqual(before)
    expect(linking(registered(), 'd2').add('DocumentsMerged', merged({ from: 'D9' })).state.documents).toEqual(before)
  })
  test('into a document that was merged away goes to the survivor', () => {
    const history = linking(registered(), 'd2').add('DocumentsMerged', merged())
    linking(history, 'd3')
      .add('DocumentsRegistered', { workId: 'd3', part: 1, parts: 2, documents: [entry(3, 'S2')] })
      .add('DocumentsMerged', merged({ workId: 'd3', part: 2, parts: 2, into: 'D2', from: 'D3' }))
    expect(history.state.aliases).toEqual({ D2: 'D1', D3: 'D1' })
    expect(history.state.documents.D1?.depth).toBe(0)
  })
  test('takes the smaller depth', () => {
    const history = linking(registered(), 'd2', 'snowball').add('DocumentsRegistered', {
      workId: 'd2',
      part: 1,
      parts: 1,
      documents: [entry(3, 'S2')],
    })
    linking(history, 'd3').add('DocumentsMerged', merged({ workId: 'd3', into: 'D3', from: 'D1' }))
    expect(history.state.documents.D3?.depth).toBe(0)
  })
})

describe('a split', () => {
  const split = (parts: Partial<EventData<'DocumentSplit'>> = {}): EventData<'DocumentSplit'> => ({
    workId: 'd3',
    part: 1,
    parts: 1,
    commandId: 'c',
    documentId: 'D1',
    features: features(1),
    into: [{ documentId: 'D3', isNew: true, records: ['library:r2'], features: features(2) }],
    ...parts,
  })
  const joined = () => {
    const history = linking(registered(), 'd2', 'snowball')
      .add('DocumentsMerged', merged())
      .add('DocumentOverridden', { commandId: 'c', documentId: 'D2', action: 'split', records: ['library:r2'], reason: '' })
    expect(history.state.pendingSplits).toEqual([{ commandId: 'c', documentId: 'D1', records: ['library:r2'] }])
    return history.add('DedupRequested', {
      workId: 'd3',
      phase: 'search',
      iteration: 1,
      operations: [],
      firstDocument: 3,
      split: { commandId: 'c', documentId: 'D1', records: ['library:r2'] },
    })
  }
  test('gives the records that leave a document of their own, unscreened and unread, and never joins them again', () => {
    const { state } = joined().add('DocumentSplit', split())
    expect(state.pendingSplits).toEqual([])
    expect(state.documents.D1).toMatchObject({ records: ['library:r1'], foundBy: ['S1'] })
    expect(state.documents.D3).toMatchObject({
      records: ['library:r2'],
      foundBy: ['S1'],
      scores: {},
      readFor: {},
      nextEvidence: 1,
      depth: 0,
    })
    expect(state.records).toEqual({ 'library:r1': 'D1', 'library:r2': 'D3' })
    expect(state.apart).toEqual([['library:r1', 'library:r2']])
    expect(state.step).toBe('dedup-snowball')
  })
  test('back to an id that was an alias goes on with its evidence numbers', () => {
    const history = registered()
      .add('ReadingAllocated', {
        iteration: 1,
        phase: 'queue',
        entries: [
          {
            workId: 'read:D2:1:queue',
            documentId: 'D2',
            subquestionIds: ['RQ1'],
            firstEvidence: 1,
            score: 1,
            lambda: 1,
            parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
          },
        ],
        reserve: {},
      })
      .add('EvidenceExtracted', {
        workId: 'read:D2:1:queue',
        documentId: 'D2',
        recordId: 'library:r2',
        items: [1, 2].map((n) => ({
          evidenceId: `D2.e${n}`,
          subquestionId: 'RQ1',
          claim: `c${n}`,
          quote: '',
          quoteCheck: 'short' as const,
          location: { section: 'Abstract' },
          support: 'supports' as const,
          strength: 0.1,
        })),
        depth: 'abstract',
        textHash: 'a'.repeat(64),
        addressedToModel: [],
        reader: 'm',
        degraded: [],
      })
    linking(history, 'd2').add('DocumentsMerged', merged())
    const { state } = history
      .add('DedupRequested', {
        workId: 'd3',
        phase: 'search',
        iteration: 1,
        operations: [],
        firstDocument: 3,
        split: { commandId: 'c', documentId: 'D1', records: ['library:r2'] },
      })
      .add('DocumentSplit', split({ into: [{ documentId: 'D2', isNew: false, records: ['library:r2'], features: features(2) }] }))
    expect(state.aliases).toEqual({})
    expect(state.documents.D2?.nextEvidence).toBe(3)
  })
  test('that takes nothing ends its work and changes nothing', () => {
    const history = joined()
    const { apart, records } = history.state
    history.add('DocumentSplit', split({ into: [] }))
    expect(history.state.work.d3?.status).toBe('done')
    expect(history.state).toMatchObject({ apart, records })
  })
  test('of a document nobody knows changes nothing', () => {
    const before = structuredClone(joined().state.documents)
    expect(joined().add('DocumentSplit', split({ documentId: 'D9' })).state.documents).toEqual(before)
  })
})

test('an override of a document that was merged away, in several steps, is one of its survivor', () => {
  const history = linking(registered(), 'd2').add('DocumentsRegistered', { workId: 'd2', part: 1, parts: 1, documents: [entry(3, 'S1')] })
  linking(history, 'd3').add('DocumentsMerged', merged({ workId: 'd3', into: 'D2', from: 'D3' }))
  linking(history, 'd4').add('DocumentsMerged', merged({ workId: 'd4', into: 'D1', from: 'D2' }))
  const { state } = history.add('DocumentOverridden', { commandId: 'c', documentId: 'D3', action: 'exclude', records: [], reason: '' })
  expect(state.aliases).toEqual({ D3: 'D2', D2: 'D1' })
  expect(state.documents.D1?.override).toBe('exclude')
})

test('an override of a document that is not there is not kept', () => {
  const { state } = registered().add('DocumentOverridden', { commandId: 'c', documentId: 'D9', action: 'exclude', records: [], reason: '' })
  expect(Object.values(state.documents).every((document) => document.override === null)).toBe(true)
  expect(
    registered().add('DocumentOverridden', { commandId: 'c', documentId: 'D1', action: 'exclude', records: [], reason: '' }).state.documents
      .D1?.override,
  ).toBe('exclude')
})
