import { expect, test } from 'vitest'
import { onlyRecord } from '../fixtures/records-of.ts'
import { readJson } from './json.ts'

const read = (object: object) => onlyRecord(readJson(JSON.stringify(object)))

test.each<[name: string, entry: object, expected: object]>([
  [
    'ASReview',
    { record_id: 7, title: 'T', authors: 'A. Bee and C. Dee', keywords: 'x; y', label_included: 0 },
    { recordId: '7', keywords: ['x', 'y'] },
  ],
  [
    'LDD',
    { id: 'id_1', type: 'inproceedings', title: 'T', booktitle: 'ICIS', number: '4', pages: '1--2', cluster: null },
    { recordId: 'id_1', type: 'conference-paper', venue: 'ICIS', issue: '4', pages: '1-2' },
  ],
  ['an id before a number of the record', { id: 'own', 'Record ID': '9', title: 'T' }, { recordId: 'own' }],
  ['the id 0', { id: 0, title: 'T' }, { recordId: '0' }],
  ['an id that is none', { id: null, key: 'k', title: 'T' }, { recordId: 'k' }],
  ["PubMed's number at EndNote", { title: 'T', accession: '30137454', provider: 'NLM' }, { ids: { pmid: '30137454' } }],
  ["PubMed's number by the database", { title: 'T', 'Accession Number': '5', Database: 'Embase; Medline' }, { ids: { pmid: '5' } }],
  ["another database's number", { title: 'T', accession: '30137454', provider: 'Embase' }, { ids: {} }],
  ['a number of no database', { title: 'T', accession: '30137454' }, { ids: {} }],
  ['no number of PubMed', { title: 'T', accession: 'CN-01425991', provider: 'NLM' }, { ids: {} }],
  [
    'keywords of all columns, once',
    { title: 'T', keywords: 'a; b', mesh: ['b', 'c'], concepts: [{ display_name: 'd' }] },
    { keywords: ['a', 'b', 'c', 'd'] },
  ],
  ['sweep', { id: 'r1', type: 'Journal Article', title: 'T', isbn: '1932-6203', journal: 'PLoS ONE' }, { ids: {}, venue: 'PLoS ONE' }],
  [
    'Crossref',
    {
      DOI: '10.5555/X',
      title: ['Main'],
      subtitle: ['Sub'],
      'container-title': ['J'],
      issued: { 'date-parts': [[2019, 5]] },
      type: 'journal-article',
      'is-referenced-by-count': 3,
      page: '1-2',
      publisher: 'P',
      reference: [
        { key: 'a', DOI: '10.5555/Y' },
        { key: 'b', unstructured: 'x' },
      ],
    },
    {
      ids: { doi: '10.5555/x' },
      title: 'Main: Sub',
      venue: 'J',
      year: 2019,
      citedByCount: 3,
      pages: '1-2',
      publisher: 'P',
      references: ['doi:10.5555/y'],
      recordId: 'f:1',
    },
  ],
  [
    'OpenAlex',
    {
      id: 'https://openalex.org/W9',
      ids: { openalex: 'https://openalex.org/W9', pmid: 'https://pubmed.ncbi.nlm.nih.gov/5', doi: 'https://doi.org/10.5555/X' },
      display_name: 'T',
      publication_year: 2018,
      authorships: [{ author: { display_name: 'Ann Lee' } }],
      primary_location: { source: { display_name: 'J' } },
      biblio: { volume: '3', issue: '4', first_page: '5', last_page: '6' },
      abstract_inverted_index: { We: [0], tested: [1, 3], and: [2] },
      referenced_works: ['https://openalex.org/W1'],
      best_oa_location: { pdf_url: null, landing_page_url: 'https://x.org/l' },
      open_access: { oa_url: 'https://x.org/o' },
      is_retracted: false,
      type: 'preprint',
    },
    {
      recordId: 'https://openalex.org/W9',
      ids: { doi: '10.5555/x', pmid: '5', openalex: 'W9' },
      title: 'T',
      year: 2018,
      venue: 'J',
      volume: '3',
      issue: '4',
      pages: '5-6',
      abstract: 'We tested and tested',
      references: ['openalex:W1'],
      openAccess: [
        { url: 'https://x.org/l', kind: 'landing' },
        { url: 'https://x.org/o', kind: 'landing' },
      ]
        .toReversed()
        .toReversed(),
      retracted: false,
      type: 'preprint',
    },
  ],
  [
    'Semantic Scholar',
    {
      paperId: 'ab12',
      externalIds: { DOI: '10.5555/X', ArXiv: '2301.00001', PubMed: '5', PubMedCentral: '12345' },
      title: 'T',
      journal: { name: 'J', volume: '3', pages: '5 - 6' },
      citationCount: 8,
      publicationTypes: ['Review'],
      references: [{ paperId: 'cd' }, { paperId: 'ef', externalIds: { DOI: '10.5555/Z' } }, { externalIds: { ArXiv: '2301.00002' } }],
      openAccessPdf: { url: 'https://x.org/a.pdf' },
    },
    {
      recordId: 'ab12',
      ids: { doi: '10.5555/x', arxiv: '2301.00001', pmcid: 'PMC12345', s2: 'ab12' },
      venue: 'J',
      volume: '3',
      pages: '5-6',
      citedByCount: 8,
      type: 'review',
      references: ['s2:cd', 'doi:10.5555/z', 'arxiv:2301.00002'],
      openAccess: [{ url: 'https://x.org/a.pdf', kind: 'pdf' }],
    },
  ],
  [
    'CSL-JSON',
    {
      id: 'k',
      type: 'article-journal',
      title: 'T',
      author: [{ family: 'Lee', given: 'A' }],
      issued: { raw: '2012-05' },
      'container-title': 'J',
      DOI: '10.5555/X',
      PMID: '5',
      PMCID: 'PMC12345',
      ISBN: '9780306406157',
      URL: 'https://x.org',
      custom: { arxiv: '2301.00001' },
    },
    {
      recordId: 'k',
      year: 2012,
      ids: { doi: '10.5555/x', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC12345', isbn: '9780306406157' },
      url: 'https://x.org',
    },
  ],
  [
    'Publish or Perish',
    {
      uid: 'GS:1',
      title: 'T',
      source: 'MIS Quarterly',
      year: 2021,
      volume: 0,
      issue: 0,
      startpage: 0,
      endpage: 0,
      cites: 9,
      article_url: 'https://x.org/a',
      fulltext_url: 'https://x.org/f.pdf',
      authors: ['W Guo'],
    },
    {
      recordId: 'GS:1',
      venue: 'MIS Quarterly',
      citedByCount: 9,
      url: 'https://x.org/a',
      openAccess: [{ url: 'https://x.org/f.pdf', kind: 'pdf' }],
    },
  ],
  [
    'arXiv',
    { source: 'arxiv', id: 'arXiv:1303.99062', title: 'T' },
    { ids: { arxiv: '1303.99062' }, type: 'preprint', recordId: 'arXiv:1303.99062' },
  ],
  ['sentences', { id: '1', title: 'T', sentences: ['One.', 'Two.'] }, { abstract: 'One. Two.' }],
  ['abstract in parts', { title: 'T', abstract: ['One.', 'Two.'] }, { abstract: 'One. Two.' }],
  ['cites as a list', { title: 'T', cites: ['10.5555/A', 'x'] }, { references: ['doi:10.5555/a', 'id:x'] }],
  [
    'references in one text',
    { title: 'T', references: 'Smith J, 2010, DOI 10.5555/A; smith2011; Roe R, 2012' },
    { references: ['doi:10.5555/a', 'id:smith2011'] },
  ],
  ['references by number', { title: 'T', references: [12, { id: 'q' }, null] }, { references: ['id:12', 'id:q'] }],
  ['a blank that gives way', { title: 'T', abstract: ' ', summary: 'S' }, { abstract: 'S' }],
  ['a number as id', { id: 5, title: 'T' }, { recordId: '5' }],
  ['no year 0', { title: 'T', year: 0, date: '2011-02-03' }, { year: 2011 }],
  ['a year as text', { title: 'T', year: '(1989b).' }, { year: 1989 }],
  ['yes and no', { title: 'T', is_retracted: 'Yes' }, { retracted: true }],
  ['no', { title: 'T', is_retracted: 'false' }, { retracted: false }],
  [
    'keywords as objects',
    { title: 'T', keywords: [{ display_name: 'x' }, { keyword: 'y' }, { name: 'z' }] },
    { keywords: ['x', 'y', 'z'] },
  ],
  ['article number', { title: 'T', 'Art. No.': '1023' }, { pages: '1023' }],
])('the dialect of %s', (_, entry, expected) => {
  expect(read(entry)).toMatchObject(expected)
})

test('an ISSN in the field isbn is no ISBN', () => {
  expect(read({ title: 'T', isbn: '1932-6203' }).ids).toEqual({})
})

test('a database that names itself is no venue', () => {
  expect(read({ title: 'T', source: 'Scopus' })).not.toHaveProperty('venue')
})
