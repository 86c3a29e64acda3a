import { makeRecord } from '@winnow/bibliography/make-record.ts'
import { readJson } from '@winnow/bibliography/read/json.ts'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { buildState, document, evidence, operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { documentOutcomes } from './document-outcome.ts'
import { documentRecord } from './document-record.ts'
import { documentRows } from './documents.ts'
import { longAbstracts } from './run-material.ts'
import { records } from './testing/example-parts.ts'
import { material } from './testing/example-run.ts'
import { materialOf } from './testing/log-of.ts'

const rows = documentRows(material)
const row = (id: string) => rows.find(({ documentId }) => documentId === id)

test('a row has what the issue names: the merged record, where it came from and how far it came', () => {
  expect(row('D1')).toEqual({
    documentId: 'D1',
    recordIds: ['paging', 'paging-v1'],
    ids: { doi: '10.5555/paging', arxiv: '2310.00001' },
    title: 'Paging memory for agents',
    authors: records.paging.authors,
    year: 2024,
    venue: 'Journal of Tests',
    abstract: 'Paging helps agents recall earlier sessions.\n\nIt costs more calls.',
    type: 'article',
    volume: '7',
    issue: '2',
    pages: '11-19',
    keywords: ['memory', 'agents'],
    publisher: 'Test Press',
    language: 'en',
    url: 'https://example.org/paging',
    cited_by_count: 12,
    refs: ['id:graph', 'id:recall', 'doi:10.5555/elsewhere'],
    sources: ['library'],
    scores: { RQ1: 0.9, RQ2: 0.6 },
    status: 'cited',
    decision: 'included',
    reason: null,
    citation: 2,
    editorial: 'ok',
    read: 'abstract',
    depth: 0,
    foundBy: { intentId: 'RQ1.i1', operationId: 'S1' },
    operationIds: ['S1'],
    mergedBy: [{ tier: 'doi', signals: ['same DOI'] }],
  })
})

test('missing fields are null or absent; a snowballed document tells its seed', () => {
  expect(row('D4')).toMatchObject({ recordIds: ['cooking'], year: null, venue: null, abstract: null, authors: [], mergedBy: [] })
  expect(Object.keys(row('D4') ?? {})).not.toContain('url')
  expect(row('D5')).toMatchObject({ depth: 1, foundBy: { intentId: null, operationId: 'S3', from: 'D1' } })
})

test('rows stand by document number', () => {
  const documents = [document('D10'), document('D2')]
  const state = buildState({ documents })
  const found = new Map(
    documents.flatMap(({ records: keys }) => keys.map((key) => [key, { ...records.graph, recordId: key.split(':')[1] ?? '' }])),
  )
  const built = documentRows({ ...material, state, corpus: { ...material.corpus, records: found }, content: null })
  expect(built.map(({ documentId, foundBy }) => [documentId, foundBy])).toEqual([
    ['D2', null],
    ['D10', null],
  ])
})

test('the operation that found a document is the first by number', () => {
  const state = buildState({
    documents: [document('D1', { foundBy: ['S10', 'S9'] })],
    operations: [operation('S9', { intentId: 'RQ2.i1' }), operation('S10')],
  })
  const corpus = { ...material.corpus, records: new Map([['library:r1', { ...records.graph, recordId: 'r1' }]]) }
  expect(documentRows({ ...material, state, corpus })[0]?.foundBy).toEqual({ intentId: 'RQ2.i1', operationId: 'S9' })
})

test('further identifiers of its records are kept', () => {
  const merged = new Map([
    ...material.corpus.records,
    ['library:paging-v1', { ...records.pagingPreprint, ids: { doi: '10.5555/preprint' } }],
  ])
  const [first] = documentRows({ ...material, corpus: { ...material.corpus, records: merged } })
  expect(first?.ids.doi).toBe('10.5555/paging')
  expect(first?.otherIds).toEqual(['doi:10.5555/preprint'])
})

describe('the file is a library: read back, the records are the same', () => {
  const { entries, problems } = readJson(writeJsonl(rows))
  const back = entries.map((entry, index) => makeRecord(entry, 'documents.jsonl', index + 1).record)

  test('nothing is a problem', () => {
    expect(problems).toEqual([])
    expect(back.map((record) => record?.recordId)).toEqual(['D1', 'recall', 'faked', 'cooking', 'graph'])
  })

  test.each(rows.map((entry, index) => [entry.documentId, index]))('%s', (documentId, index) => {
    const { ids, title, authors, year, venue, abstract, volume, issue, pages, type, citedByCount, keywords, retracted, notices } =
      documentRecord(material, String(documentId))
    expect(back[Number(index)]).toMatchObject({ ids, title, authors, type })
    expect(back[Number(index)]).toEqual(
      expect.objectContaining(
        Object.fromEntries(
          Object.entries({ year, venue, abstract, volume, issue, pages, citedByCount, keywords, retracted, notices }).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ),
    )
  })

  test('references survive, and those to a document of several records lead to its new id', () => {
    expect(back[0]?.references).toEqual(['id:graph', 'id:recall', 'doi:10.5555/elsewhere'])
    expect(back[1]?.references).toEqual(['id:D1'])
  })
})

test('a long abstract is whole where it was loaded', () => {
  const several = new Map<string, Record>([
    ['b', { ...records.graph, abstractHash: 'b' }],
    ['a', { ...records.graph, abstractHash: 'a' }],
    ['c', { ...records.graph, abstractHash: 'b' }],
    ['d', records.graph],
  ])
  const long = { ...records.graph, abstract: 'Graphs', abstractHash: 'f00' }
  const corpus = { ...material.corpus, records: new Map([...material.corpus.records, ['library:graph', long]]) }
  expect(longAbstracts({ records: several })).toEqual(['a', 'b'])
  expect(documentRecord({ ...material, corpus }, 'D5').abstract).toBe('Graphs')
  expect(documentRecord({ ...material, corpus, abstracts: new Map([['f00', 'Graphs link all.']]) }, 'D5').abstract).toBe('Graphs link all.')
})

test('a document without a record breaks an invariant', () => {
  expect(() => documentRecord(material, 'D99')).toThrow('no record of D99')
})

const reading = document('D4', { scores: { RQ1: 0.9 }, readFor: { RQ1: 'allocated' } })
const documents = [
  document('D1'),
  document('D2', { scores: { RQ1: 0.49 }, exclusionReason: 'off topic' }),
  document('D3', { scores: { RQ1: 0.9 } }),
  reading,
  { ...reading, documentId: 'D5', records: ['library:r5'], readFor: { RQ1: 'failed' as const } },
  { ...reading, documentId: 'D6', records: ['library:r6'], readFor: { RQ1: 'read' as const } },
  { ...reading, documentId: 'D7', records: ['library:r7'], readFor: { RQ1: 'read' as const } },
  document('D8', { override: 'exclude', scores: { RQ1: 0.9 } }),
  document('D9', { editorial: 'retracted' }),
  document('D10', { editorial: 'notice' }),
  document('D11', { scores: { RQ1: 0.1 } }),
  document('D12', { override: 'exclude' }),
  document('D13', { override: 'exclude' }),
]
const overrides = [
  { commandId: 'a', documentId: 'D8', action: 'exclude' as const, records: [], reason: 'first' },
  { commandId: 'b', documentId: 'D20', action: 'exclude' as const, records: [], reason: 'a duplicate' },
  { commandId: 'c', documentId: 'D8', action: 'include' as const, records: [], reason: 'no' },
  { commandId: 'd', documentId: 'D12', action: 'exclude' as const, records: [], reason: '' },
]

test.each([
  ['D1', 'found', 'not screened', 'the run ended without screening it'],
  ['D2', 'screened-out', 'excluded by screening', 'off topic'],
  ['D3', 'relevant', 'not read', 'not read: the reading budget did not reach it'],
  ['D4', 'relevant', 'reading', 'its reading had not ended'],
  ['D5', 'relevant', 'reading failed', 'its reading failed'],
  ['D6', 'read', 'without evidence', 'read, without evidence that counts'],
  ['D7', 'read', 'included', null],
  ['D8', 'screened-out', 'excluded by user', 'excluded by the user: a duplicate'],
  ['D9', 'screened-out', 'retracted', 'retracted'],
  ['D10', 'screened-out', 'notice', 'notice about another work'],
  ['D11', 'screened-out', 'excluded by screening', 'no reason given'],
  ['D12', 'screened-out', 'excluded by user', 'excluded by the user'],
  ['D13', 'screened-out', 'excluded by user', 'excluded by the user'],
])('outcome of %s: %s, %s', (documentId, status, decision, reason) => {
  const state = buildState({ documents, evidence: [evidence('D7.e1')], aliases: { D20: 'D8' } })
  const outcomes = documentOutcomes({ ...materialOf([]), state, corpus: { ...material.corpus, overrides } })
  expect(outcomes.get(documentId)).toEqual({ status, decision, reason, citation: null })
})
