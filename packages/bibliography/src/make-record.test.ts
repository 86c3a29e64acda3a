import { record as recordSchema } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { apiRecord, isBare, makeRecord } from './make-record.ts'
import type { RawEntry } from './raw-entry.ts'

const make = (raw: RawEntry) => makeRecord(raw, 'refs.ris', 3)
const AUTHORS = { authors: [{ family: 'Lee' }], truncated: false }

test('an entry without an id is named by its file and place', () => {
  expect(make({ title: 'T' }).record?.recordId).toBe('refs.ris:3')
  expect(make({ title: 'T', id: '  ' }).record?.recordId).toBe('refs.ris:3')
  expect(make({ title: 'T', id: ' k 1 ' }).record?.recordId).toBe('k 1')
})

test('the place in the file is kept', () => {
  expect(make({ title: 'T', line: 7 }).record?.origin).toEqual({ file: 'refs.ris', line: 7 })
  expect(make({ title: 'T' }).record?.origin).toEqual({ file: 'refs.ris' })
})

test.each<[name: string, raw: RawEntry]>([
  ['a DOI', { doi: '10.5555/x' }],
  ['an abstract', { abstract: 'We tested.' }],
  ['an author', { authors: AUTHORS }],
])('without a title, %s makes a record with a problem', (_, raw) => {
  expect(make(raw)).toMatchObject({ record: { title: '' }, problem: 'an entry without a title' })
  expect(isBare({ title: '', ids: {}, authors: [], ...make(raw).record })).toBe(false)
})

test.each<[name: string, raw: RawEntry]>([
  ['nothing', {}],
  ['an id', { id: 'k' }],
  ['a year and venue', { year: '2020', venue: 'J' }],
  ['a placeholder abstract', { abstract: 'No abstract available' }],
  ['a title of markup', { title: '<b></b>' }],
])('%s alone makes no record', (_, raw) => {
  const made = make(raw)
  expect(made.record).toBeUndefined()
  expect(made.problem).toBe('an entry with neither title, identifier, abstract nor author: not a record')
  if (made.record !== undefined) return
  expect(recordSchema.parse(made.bare)).toEqual(made.bare)
  expect(isBare(made.bare)).toBe(true)
})

test('what there is of an entry that is no record', () => {
  expect(make({ id: 'k', year: '2020', venue: 'J' })).toMatchObject({ bare: { recordId: 'k', title: '', year: 2020, venue: 'J' } })
})

test('a title makes a record', () => {
  expect(isBare({ title: 'T', ids: {}, authors: [] })).toBe(false)
})

test('a whole entry has no problem and fits the schema', () => {
  const made = make({
    title: 'T',
    authors: AUTHORS,
    year: '2020',
    types: ['article'],
    notices: [{ kind: 'erratum', direction: 'by', from: 'x' }],
    citedByCount: '7',
  })
  expect(made).not.toHaveProperty('problem')
  expect(recordSchema.parse(made.record)).toEqual(made.record)
})

test.each<[name: string, raw: RawEntry, ids: object]>([
  ['a DOI address', { url: 'https://doi.org/10.5555/X' }, { doi: '10.5555/x' }],
  ['its own DOI before the address', { doi: '10.5555/a', url: 'https://doi.org/10.5555/b' }, { doi: '10.5555/a' }],
  ['another address', { url: 'https://x.org/10.5555/b' }, {}],
  ['a DOI as key', { id: 'doi:10.5555/X' }, { doi: '10.5555/x' }],
  ['an address as key', { id: 'https://doi.org/10.5555/X' }, { doi: '10.5555/x' }],
  ['a bare DOI as key', { id: '10.5555/X' }, { doi: '10.5555/x' }],
  ['T&F key', { id: 'doi:https://doi.org/10.5555/X' }, { doi: '10.5555/x' }],
  ['a PMID as key', { id: 'PMID:123' }, { pmid: '123' }],
  ['a number is no PMID', { id: '123' }, {}],
  ['an arXiv id as key', { id: '2301.00001v2' }, { arxiv: '2301.00001' }],
  ['an OpenAlex id as key', { id: 'W12' }, { openalex: 'W12' }],
  ['its own OpenAlex id first', { id: 'W12', openalex: 'W13' }, { openalex: 'W13' }],
  ['a small w is a key of its own', { id: 'w12' }, {}],
  [
    'all at once',
    { doi: '10.5555/x', arxiv: 'arXiv:2301.00001', pmid: '1', pmcid: 'PMC123', s2: ' ab ', isbn: '9780306406157' },
    { doi: '10.5555/x', arxiv: '2301.00001', pmid: '1', pmcid: 'PMC123', s2: 'ab', isbn: '9780306406157' },
  ],
  ['empty values', { doi: '', pmid: ' ', s2: ' ' }, {}],
])('identifiers from %s', (_, raw, ids) => {
  expect(make({ title: 'T', ...raw }).record?.ids).toEqual(ids)
})

test.each<[types: string[], expected: object]>([
  [
    ['Journal Article', 'Retracted Publication'],
    { type: 'article', retracted: true, notices: [{ kind: 'retraction', direction: 'by', from: 'publication type' }] },
  ],
  [['Retraction of Publication'], { type: 'notice', notices: [{ kind: 'retraction', direction: 'of', from: 'publication type' }] }],
  [['retracted'], { retracted: true, notices: [{ kind: 'retraction', direction: 'by', from: 'publication type' }] }],
  [['Retraction'], { type: 'notice', notices: [{ kind: 'retraction', direction: 'of', from: 'publication type' }] }],
  [['Published Erratum'], { type: 'notice', notices: [{ kind: 'erratum', direction: 'of', from: 'publication type' }] }],
  [['article', 'Erratum'], { type: 'notice', notices: [{ kind: 'erratum', direction: 'of', from: 'publication type' }] }],
  [['Corrigendum'], { type: 'notice', notices: [{ kind: 'correction', direction: 'of', from: 'publication type' }] }],
  [['Correction'], { type: 'notice', notices: [{ kind: 'correction', direction: 'of', from: 'publication type' }] }],
  [['Expression of Concern'], { type: 'notice', notices: [{ kind: 'expression-of-concern', direction: 'of', from: 'publication type' }] }],
  [['Withdrawal'], { type: 'notice', notices: [{ kind: 'withdrawal', direction: 'of', from: 'publication type' }] }],
])('the types %j tell of the work', (types, expected) => {
  const { record } = make({ title: 'T', types })
  expect(record).toMatchObject(expected)
  expect(record?.retracted).toBe('retracted' in expected ? true : undefined)
})

test('a notice of its own retraction makes a work retracted, whatever a flag says', () => {
  expect(make({ title: 'T', retracted: false, notices: [{ kind: 'retraction', direction: 'by', from: 'x' }] }).record?.retracted).toBe(true)
  expect(make({ title: 'T', retracted: false, notices: [{ kind: 'retraction', direction: 'of', from: 'x' }] }).record?.retracted).toBe(
    false,
  )
  expect(make({ title: 'T', retracted: false, notices: [{ kind: 'erratum', direction: 'by', from: 'x' }] }).record?.retracted).toBe(false)
})

test('fields are cleaned, empty ones are absent, lists are without doubles', () => {
  const { record } = make({
    title: '<i>T</i>\n x',
    venue: ' J &amp; K ',
    volume: '',
    keywords: ['*a', 'a', ' ', 'b'],
    url: ' https://x.org/a b',
    language: '\n',
    citedByCount: ' ',
    references: ['W1', '', 'W1'],
    authors: { authors: [{ family: 'Lee' }, { family: '' }, { collective: 'G' }], truncated: true },
    types: ['', 'article '],
  })
  expect(record).toEqual({
    recordId: 'refs.ris:3',
    source: 'library',
    ids: {},
    title: 'T x',
    authors: [{ family: 'Lee' }, { collective: 'G' }],
    authorsTruncated: true,
    venue: 'J & K',
    type: 'article',
    rawType: 'article',
    keywords: ['a', 'b'],
    url: 'https://x.org/a',
    references: ['openalex:W1'],
    origin: { file: 'refs.ris' },
  })
})

test.each<[value: string | number, count: number | undefined]>([
  [0, 0],
  ['12', 12],
  [-1, undefined],
  [1.5, undefined],
  ['many', undefined],
  ['', undefined],
])('cited by %j', (value, count) => {
  expect(make({ title: 'T', citedByCount: value }).record?.citedByCount).toBe(count)
})

test('an abstract of 2 MB, NUL and lone surrogates pass through', () => {
  const { record } = make({ title: 'a\u0000b\ud83d', abstract: 'word '.repeat(400_000) })
  expect(record?.title).toBe('a\uFFFDb\uFFFD')
  expect(record?.abstract).toHaveLength(400_000 * 5 - 1)
})

test.each([
  ['999', undefined],
  ['1000', 1000],
  ['2100', 2100],
  ['2101', undefined],
  ['n.d.', undefined],
])('a year that an API gives as %s is %s', (year, expected) => {
  expect(apiRecord({ title: 'T', year }, 'openalex', 'W1')?.year).toBe(expected)
})

test('a library may hold older works than an API', () => {
  expect(make({ title: 'T', year: '888' }).record?.year).toBe(888)
})

test.each(['UNKNOWN', 'unknown', 'n/a', 'N/A', 'NA', 'nan', 'None', 'NULL', 'nil', 'undefined', '-', '--', '–', '?', '???'])(
  'the placeholder %s is no value of a short field, but may be a title',
  (value) => {
    const { record } = make({ title: value, venue: value, volume: value, issue: value, pages: value, publisher: value, language: value })
    for (const field of ['venue', 'volume', 'issue', 'pages', 'publisher', 'language']) expect(record).not.toHaveProperty(field)
    expect(make({ title: value, abstract: 'We tested.' }).record?.title).toBe(value)
  },
)

test.each(['Nature', 'Unknown Worlds', 'Annals of None', '1-', 'e-1'])('%s is a venue', (venue) => {
  expect(make({ title: 'T', venue }).record?.venue).toBe(venue)
})
