import { expect, test } from 'vitest'
import { authorLine, onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readJson } from './json.ts'

const read = (object: object) => onlyRecord(readJson(JSON.stringify(object)))

test('SYNERGY: every field that the record has room for; unknown columns pass', () => {
  const line = {
    id: 'W2082805624',
    doi: '10.1177/X',
    pmid: '11225955',
    title: 'Botulinum',
    abstract: 'We tested.',
    year: 2001,
    type: 'journal-article',
    venue: 'J Child Neurol',
    authors: ['Jonathan Barker', 'Ann van Dijk'],
    volume: '16',
    issue: '1',
    first_page: '37',
    last_page: '46',
    cited_by_count: 12,
    oa_status: 'gold',
    oa_url: 'https://x.org/a.pdf',
    refs: ['W1', 'W2', 'W1'],
    mesh: ['Child', 'Humans'],
    concepts: ['Medicine'],
    label_included: 1,
    is_retracted: true,
  }
  expect(read(line)).toEqual({
    recordId: 'W2082805624',
    source: 'library',
    ids: { doi: '10.1177/x', pmid: '11225955', openalex: 'W2082805624' },
    title: 'Botulinum',
    authors: [
      { family: 'Barker', given: 'Jonathan' },
      { family: 'van Dijk', given: 'Ann' },
    ],
    year: 2001,
    venue: 'J Child Neurol',
    volume: '16',
    issue: '1',
    pages: '37-46',
    type: 'article',
    rawType: 'journal-article',
    abstract: 'We tested.',
    keywords: ['Child', 'Humans', 'Medicine'],
    citedByCount: 12,
    openAccess: [{ url: 'https://x.org/a.pdf', kind: 'pdf' }],
    references: ['openalex:W1', 'openalex:W2'],
    retracted: true,
    origin: { file: 'f', line: 1 },
  })
})

const DOCUMENT = {
  documentId: 'D12',
  recordIds: ['w2'],
  ids: { doi: '10.5555/x', arxiv: '2301.00001', pmid: '1', openalex: 'W7', s2: 'ab' },
  title: 'T',
  authors: [{ family: 'Lee', given: 'Ann' }, { collective: 'WHO' }],
  year: 2020,
  venue: 'V',
  abstract: 'A.',
  sources: ['library'],
  scores: { RQ1: 0.7 },
  status: 'read',
  reason: 'x',
  depth: 0,
  foundBy: { intentId: 'RQ1.i1', operationId: 'o' },
  mergedBy: [],
}

test('documents.jsonl comes home: one record under its own id, several under the id of the document', () => {
  expect(read(DOCUMENT)).toEqual({
    recordId: 'w2',
    source: 'library',
    ids: DOCUMENT.ids,
    title: 'T',
    authors: DOCUMENT.authors,
    year: 2020,
    venue: 'V',
    abstract: 'A.',
    type: 'article',
    origin: { file: 'f', line: 1 },
  })
  expect(read({ ...DOCUMENT, recordIds: ['w2', 'w3'] }).recordId).toBe('D12')
  expect(read({ ...DOCUMENT, recordIds: [] }).recordId).toBe('D12')
})

test('a record as we store it comes back whole', () => {
  const record = {
    recordId: 'r1',
    source: 'library',
    ids: { doi: '10.5555/x', pmcid: 'PMC12345', isbn: '9780306406157' },
    title: 'T',
    authors: [{ family: 'Lee' }],
    year: 2020,
    venue: 'V',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'P',
    type: 'review',
    rawType: 'Review',
    language: 'en',
    abstract: 'A.',
    keywords: ['k, l', 'm'],
    citedByCount: 0,
    url: 'https://x.org/a',
    openAccess: [{ url: 'https://x.org/pdf/1', kind: 'pdf' }],
    references: ['doi:10.5555/y', 'id:z', 'pmid:3'],
    notices: [{ kind: 'correction', direction: 'by', doi: '10.5555/c', from: 'crossref' }],
    retracted: false,
  }
  expect(read(record)).toEqual({ ...record, rawType: 'review; Review', origin: { file: 'f', line: 1 } })
})

test('members without a value leave no trace', () => {
  const record = read({
    title: 'T',
    doi: '',
    abstract: null,
    volume: '',
    keywords: [],
    refs: [],
    authors: [],
    is_retracted: 'maybe',
    cited_by_count: 'many',
    oa_url: 'see x',
  })
  expect(Object.keys(record).toSorted()).toEqual(['authors', 'ids', 'origin', 'recordId', 'source', 'title', 'type'])
})

test.each<[name: string, text: string, ids: string[], lines: number[]]>([
  ['lines', '{"id":"a","title":"A"}\n\n{"id":"b","title":"B"}', ['a', 'b'], [1, 3]],
  ['one line', '{"id":"a","title":"A"}', ['a'], [1]],
  ['an array', '[\n{"id":"a","title":"A"},\n{"id":"b","title":"B"}]', ['a', 'b'], [2, 3]],
  ['one object over lines', '{\n "id": "a",\n "title": "A"\n}', ['a'], [1]],
  ['objects over lines', '{\n "id": "a",\n "title": "A"\n}\n{\n "id": "b",\n "title": "B"\n}', ['a', 'b'], [1, 5]],
  ['results of an answer', '{"meta": {"count": 2},\n"results": [\n{"id":"a","title":"A"},\n{"id":"b","title":"B"}]}', ['a', 'b'], [3, 4]],
  ['Crossref message', '{"status":"ok","message":{"items":[{"id":"a","title":"A"}]}}', ['a'], [1]],
  ['one record with references inside', '{"id":"a","title":"A","references":[{"id":"x","title":"X"}]}', ['a'], [1]],
  ['an empty array', '[]', [], []],
])('the shape: %s', (_, text, ids, lines) => {
  const result = readJson(text)
  expect(result.problems).toEqual([])
  expect(recordsOf(result).map((record) => record.recordId)).toEqual(ids)
  expect(recordsOf(result).map((record) => record.origin?.line)).toEqual(lines)
})

test.each<[name: string, text: string, ids: string[], lines: number[]]>([
  ['a cut line', '{"id":"a","title":"A"}\n{"id":"b","tit\n{"id":"c","title":"C"}', ['a', 'c'], [2]],
  ['a cut first line', '{"id":"a","tit\n{"id":"b","title":"B"}', ['b'], [1]],
  ['a broken member of an array', '[{"id":"a","title":"A"},\n{"id":"b" "title":"B"},\n{"id":"c","title":"C"}]', ['a', 'c'], [2]],
  ['an array cut off', '[{"id":"a","title":"A"},\n{"id":"b","ti', ['a'], [2]],
  ['values that are no objects', '[{"id":"a","title":"A"}, 7, "x", ["y"]]', ['a'], [1, 1, 1]],
])('%s costs only itself', (_, text, ids, lines) => {
  const result = readJson(text)
  expect(recordsOf(result).map((record) => record.recordId)).toEqual(ids)
  expect(result.problems.map((problem) => problem.line)).toEqual(lines)
  for (const problem of result.problems) expect(problem.problem).toMatch(/broken JSON|no object/)
})

test('authors of an entry keep their order', () => {
  expect(authorLine(read({ title: 'T', author: 'Bee, A and Dee, C' }).authors)).toEqual(['Bee|A', 'Dee|C'])
  expect(authorLine(read({ title: 'T', authors: { name: 'Ann Lee' } }).authors)).toEqual(['Lee|Ann'])
})
