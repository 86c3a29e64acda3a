import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paperFields, paperRecord } from './semantic-scholar-record.ts'

const fixture = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/semantic-scholar/${file}.json`, import.meta.url), 'utf8'))

test("every field is one of the API's; one unknown name would reject each request (facts §2)", () => {
  const known =
    'paperId, corpusId, externalIds, url, title, abstract, venue, publicationVenue, year, referenceCount, citationCount, influentialCitationCount, isOpenAccess, openAccessPdf, fieldsOfStudy, s2FieldsOfStudy, publicationTypes, publicationDate, journal, citationStyles, authors, citations, references, embedding.specter_v2, tldr, textAvailability'
  expect(paperFields.filter((field) => !known.split(', ').includes(field))).toEqual([])
  expect([...paperFields]).toEqual(
    'paperId externalIds url title abstract venue publicationVenue year citationCount openAccessPdf publicationTypes publicationDate journal authors'.split(
      ' ',
    ),
  )
})

test('a whole paper; the DOI of the journal beside the year of the preprint stays so (gotcha 5)', () => {
  expect(paperRecord(fixture('paper-full'))).toEqual({
    recordId: '354dcdebf3f8b5feeed5c62090e0bc1f0c28db06',
    source: 'semantic-scholar',
    ids: {
      doi: '10.1038/s42256-024-00832-8',
      arxiv: '2304.05376',
      pmid: '38799228',
      pmcid: 'PMC11116106',
      s2: '354dcdebf3f8b5feeed5c62090e0bc1f0c28db06',
    },
    title: 'Augmenting large language models with chemistry tools',
    authors: [
      { family: 'Bran', given: 'Andrés M' },
      { family: 'Cox', given: 'Sam' },
      { family: 'Schilter', given: 'Oliver' },
      { family: 'Baldassari', given: 'Carlo' },
      { family: 'White', given: 'Andrew D.' },
      { family: 'Schwaller', given: 'P.' },
    ],
    year: 2023,
    venue: 'Nat. Mac. Intell.',
    volume: '6',
    pages: '525-535',
    type: 'article',
    rawType: 'JournalArticle',
    citedByCount: 500,
    url: 'https://www.semanticscholar.org/paper/354dcdebf3f8b5feeed5c62090e0bc1f0c28db06',
    openAccess: [
      { url: 'https://www.nature.com/articles/s42256-024-00832-8.pdf', kind: 'pdf' },
      { url: 'https://arxiv.org/pdf/2304.05376', kind: 'pdf' },
    ],
  })
})

test('without authors and without an address of a PDF (gotchas 6, 7)', () => {
  const record = paperRecord(fixture('paper-no-authors-empty-pdf-url'))
  expect(record).toMatchObject({ authors: [], ids: { doi: '10.1007/s40278-023-41815-2' }, citedByCount: 0, pages: '145' })
  expect(record).not.toHaveProperty('openAccess')
})

test('an arXiv paper that is "not open access" has its PDF at arXiv, and no volume', () => {
  const record = paperRecord(fixture('paper-arxiv-not-open-access'))
  expect(record).toMatchObject({
    type: 'preprint',
    venue: 'arXiv.org',
    openAccess: [{ url: 'https://arxiv.org/pdf/2312.07559', kind: 'pdf' }],
  })
  expect(record).not.toHaveProperty('volume')
})

const paper = (changes: object) => paperRecord({ paperId: 'aa11', title: 'Reef noise', ...changes })

test.each<[name: string, changes: object, expected: object]>([
  ['a year as it stands', { year: 2020, publicationDate: '2021-02-03' }, { year: 2020 }],
  ['a missing year is the date’s', { year: null, publicationDate: '2021-02-03' }, { year: 2021 }],
  ['year 0 is none', { year: 0, publicationDate: '2021-02-03' }, { year: 2021 }],
  ['ids that are numbers', { externalIds: { PubMed: 123, CorpusId: 5 } }, { ids: { s2: 'aa11', pmid: '123' } }],
  ['odd ids fall out alone', { externalIds: { DOI: null, ArXiv: {}, PubMedCentral: '777' } }, { ids: { s2: 'aa11', pmcid: 'PMC777' } }],
  ['no ids', { externalIds: null }, { ids: { s2: 'aa11' } }],
  ['the full name of a venue first', { publicationVenue: { name: 'Nature' }, venue: 'Nat.', journal: { name: 'N' } }, { venue: 'Nature' }],
  [
    'then the venue',
    { publicationVenue: null, venue: 'NeurIPS', journal: { name: 'ArXiv', volume: 'abs/2301.00001' } },
    { venue: 'NeurIPS' },
  ],
  ['then the journal', { venue: '', journal: { name: 'eJournal', volume: '7' } }, { venue: 'eJournal', volume: '7' }],
  [
    'the type by all of its words',
    { publicationTypes: ['JournalArticle', null, 'Review'] },
    { type: 'review', rawType: 'JournalArticle; Review' },
  ],
  ['no types and no venue', { publicationTypes: null }, { type: 'other' }],
  ['no types and an arXiv id', { externalIds: { ArXiv: '2301.00001' } }, { type: 'preprint' }],
  ['markup in texts', { title: '<i>Reef</i> &amp; noise', abstract: 'A<sub>2</sub>' }, { title: 'Reef & noise', abstract: 'A2' }],
  [
    'authors without a name fall out',
    { authors: [{ authorId: '1', name: null }, { authorId: null, name: 'R. Imani' }, 5] },
    { authors: [{ family: 'Imani', given: 'R.' }] },
  ],
  ['authors that are no list', { authors: 'R. Imani' }, { authors: [] }],
  ['a count that is none', { citationCount: 'many' }, { recordId: 'aa11' }],
  ['a PDF', { openAccessPdf: { url: ' https://x.org/a.pdf ' } }, { openAccess: [{ url: 'https://x.org/a.pdf', kind: 'pdf' }] }],
  [
    'the DOI resolver is no PDF',
    { openAccessPdf: { url: 'https://doi.org/10.5555/x' } },
    { openAccess: [{ url: 'https://doi.org/10.5555/x', kind: 'landing' }] },
  ],
  ['nor by its old name', { openAccessPdf: { url: 'http://dx.doi.org/10.5555/x' } }, { openAccess: [{ kind: 'landing' }] }],
  [
    "arXiv's PDF stands once",
    { openAccessPdf: { url: 'http://arxiv.org/pdf/2301.00001' }, externalIds: { ArXiv: '2301.00001' } },
    { openAccess: [{ url: 'http://arxiv.org/pdf/2301.00001', kind: 'pdf' }] },
  ],
  [
    'another copy stands before it',
    { openAccessPdf: { url: 'https://x.org/arxiv.org/a.pdf' }, externalIds: { ArXiv: 'hep-th/9901001' } },
    { openAccess: [{ url: 'https://x.org/arxiv.org/a.pdf' }, { url: 'https://arxiv.org/pdf/hep-th/9901001' }] },
  ],
])('%s', (_name, changes, expected) => {
  expect(paper(changes)).toMatchObject(expected)
})

test.each<[name: string, changes: object, member: string]>([
  ['no year at all', { year: null, publicationDate: null }, 'year'],
  ['an empty abstract', { abstract: '' }, 'abstract'],
  ['a null abstract', { abstract: null }, 'abstract'],
  ['a script for a PDF', { openAccessPdf: { url: 'javascript:alert(1)' } }, 'openAccess'],
  ['null for a PDF', { openAccessPdf: null }, 'openAccess'],
  ['an arXiv id that is none', { externalIds: { ArXiv: '../../../x' } }, 'openAccess'],
  ['an arXiv id for a volume', { journal: { volume: 'abs/2301.00001' } }, 'volume'],
  ['a count that is none', { citationCount: null }, 'citedByCount'],
])('%s gives no member', (_name, changes, member) => {
  expect(paper(changes)).not.toHaveProperty(member)
})

test.each<[name: string, value: unknown]>([
  ['no id', { paperId: null, title: 'Reef noise' }],
  ['a blank id', { paperId: ' ', title: 'Reef noise' }],
  ['no title', { paperId: 'aa11', title: null }],
  ['an empty title', { paperId: 'aa11', title: '' }],
  ['null', null],
  ['a text', 'aa11'],
])('%s is no record', (_name, value) => {
  expect(paperRecord(value)).toBeNull()
})
