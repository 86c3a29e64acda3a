import { expect, test } from 'vitest'
import { authorLine, onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readNbib } from './nbib.ts'

const ENTRY = `PMID- 11225955
OWN - NLM
TI  - A long title that
      goes on.
LID - S0002(02) [pii]
LID - 10.1000/X1 [doi]
FAU - Lim, Sue May
AU  - Lim SM
CN  - WHO Group
FAU - Shiau, Cy
AU  - Shiau C
LA  - eng
PT  - Journal Article
PT  - Review
DP  - 2002 Mar
JT  - Behavior therapy
TA  - Behav Ther
VI  - 53
IP  - 2
PG  - 334-347
PMC - PMC8669585
OT  - chatbot
MH  - *Depression
AB  - First part
      second part.`

test('every field of a PubMed entry', () => {
  expect(onlyRecord(readNbib(ENTRY))).toEqual({
    recordId: '11225955',
    source: 'library',
    ids: { doi: '10.1000/x1', pmid: '11225955', pmcid: 'PMC8669585' },
    title: 'A long title that goes on',
    authors: [{ family: 'Lim', given: 'Sue May' }, { collective: 'WHO Group' }, { family: 'Shiau', given: 'Cy' }],
    year: 2002,
    venue: 'Behavior therapy',
    volume: '53',
    issue: '2',
    pages: '334-347',
    type: 'review',
    rawType: 'Journal Article; Review',
    language: 'eng',
    abstract: 'First part second part.',
    keywords: ['chatbot', 'Depression'],
    origin: { file: 'f', line: 1 },
  })
})

test('entries are parted by blank lines, or by a new PMID', () => {
  const result = readNbib('\nPMID- 1\nTI  - A\n\n\nPMID- 2\nTI  - B\nPMID- 3\nTI  - C\n')
  expect(recordsOf(result).map((record) => [record.recordId, record.title, record.origin?.line])).toEqual([
    ['1', 'A', 2],
    ['2', 'B', 6],
    ['3', 'C', 8],
  ])
})

test.each<[name: string, lines: string, expected: object]>([
  [
    'ERIC',
    'OWN - ERIC\nAU  - Smith, Tom\nOID - EJ1\nAID - http://dx.doi.org/10.1000/12\nLID - http://eric.ed.gov/?id=EJ1\nISSN - ISSN-1234-4567',
    { recordId: 'EJ1', ids: { doi: '10.1000/12' }, url: 'http://eric.ed.gov/?id=EJ1' },
  ],
  ['a DOI in AID', 'AID - 10.1000/12 [doi]\nAID - x [pii]', { ids: { doi: '10.1000/12' } }],
  ['LID before AID', 'AID - 10.1000/a [doi]\nLID - 10.1000/b [doi]', { ids: { doi: '10.1000/b' } }],
  ['an identifier of another kind', 'AID - 10.1000/a [pii]', { ids: {} }],
  ['the short journal name', 'TA  - Behav Ther', { venue: 'Behav Ther' }],
  ['a chapter in a book', 'BTI - Book', { venue: 'Book', title: 'T' }],
  ['the date of the electronic version', 'DEP - 20211012', { year: 2021 }],
  ['a book', 'ISBN- 9780306406157\nPB  - P', { ids: { isbn: '9780306406157' }, publisher: 'P' }],
])('%s', (_, lines, expected) => {
  const record = onlyRecord(readNbib(`TI  - T\n${lines}`))
  expect(record).toMatchObject(expected)
  if ('ids' in expected) expect(record.ids).toEqual(expected.ids)
})

test('short names serve where there are no full ones', () => {
  expect(authorLine(onlyRecord(readNbib('TI  - T\nAU  - Lim SM\nAU  - Lau Y')).authors)).toEqual(['Lim|SM', 'Lau|Y'])
})

test.each<[title: string, kept: string]>([
  ['Title.', 'Title'],
  ['Title?', 'Title?'],
  ['Title...', 'Title...'],
  ['In the U.S.', 'In the U.S.'],
])('the stop after the title %j', (title, kept) => {
  expect(onlyRecord(readNbib(`TI  - ${title}`)).title).toBe(kept)
})

test('a book title alone is the title, not the venue too', () => {
  const record = onlyRecord(readNbib('BTI - Book'))
  expect([record.title, record.venue]).toEqual(['Book', undefined])
})

test.each<[tag: string, kind: string, direction: string, retracted: boolean | undefined]>([
  ['RIN', 'retraction', 'by', true],
  ['ROF', 'retraction', 'of', undefined],
  ['EIN', 'erratum', 'by', undefined],
  ['EFR', 'erratum', 'of', undefined],
  ['ECI', 'expression-of-concern', 'by', undefined],
  ['ECF', 'expression-of-concern', 'of', undefined],
])('%s is a notice: %s %s', (tag, kind, direction, retracted) => {
  const record = onlyRecord(readNbib(`TI  - T\n${tag.padEnd(4)}- Nature. 2020;1:2. doi: 10.1038/N1. PMID: 123`))
  expect(record.notices).toEqual([{ kind, direction, doi: '10.1038/n1', pmid: '123', from: `pubmed ${tag}` }])
  expect(record.retracted).toBe(retracted)
})

test('a notice that names nothing is kept all the same', () => {
  expect(onlyRecord(readNbib('TI  - T\nEIN - Nature. 2020')).notices).toEqual([{ kind: 'erratum', direction: 'by', from: 'pubmed EIN' }])
})
