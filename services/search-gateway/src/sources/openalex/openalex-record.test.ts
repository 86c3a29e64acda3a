import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openalexWork } from '../../testing/openalex-works.ts'
import { openalexRecord, workId } from './openalex-record.ts'

const recorded = (file: string): unknown => JSON.parse(readFileSync(new URL(`../../fixtures/openalex/${file}`, import.meta.url), 'utf8'))
const recordOf = (parts: { readonly [field: string]: unknown }, from: 'list' | 'alone' = 'alone') =>
  openalexRecord(openalexWork('W1', parts), from)
const people = (count: number) => Array.from({ length: count }, (_, n) => ({ raw_author_name: `Ann Author${n}` }))

describe('openalexRecord of recorded answers', () => {
  it('a corrected article with a PubMed Central number', () => {
    const { abstract, references, openAccess, authors, ...rest } =
      openalexRecord(recorded('work-by-doi-pnas.1414271111.json'), 'alone') ?? never()
    expect(rest).toEqual({
      recordId: 'W2109415576',
      source: 'openalex',
      ids: { doi: '10.1073/pnas.1414271111', pmid: '25349395', pmcid: 'PMC4234579', openalex: 'W2109415576' },
      title: 'Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking',
      year: 2014,
      venue: 'Proceedings of the National Academy of Sciences',
      volume: '111',
      issue: '45',
      publisher: 'National Academy of Sciences',
      type: 'article',
      rawType: 'article',
      language: 'en',
      citedByCount: 138,
      url: 'https://doi.org/10.1073/pnas.1414271111',
      retracted: false,
    })
    expect(authors[0]).toEqual({ given: 'Eleftherios A.', family: 'Makris', orcid: '0000-0003-4136-4620' })
    expect(authors).toHaveLength(5)
    expect(abstract).toMatch(/^Significance The inadequate mechanical properties of engineered/)
    expect(references).toHaveLength(73)
    expect(references?.every((reference) => /^openalex:W\d+$/.test(reference))).toBe(true)
    expect(openAccess?.[0]).toEqual({ url: 'https://europepmc.org/articles/pmc4234579?pdf=render', kind: 'pdf' })
  })
  it('an article that OpenAlex calls a chapter', () => {
    const record = openalexRecord(recorded('work-W2741809807-2026-07.json'), 'alone') ?? never()
    expect(record).toMatchObject({ type: 'article', rawType: 'book-chapter; journal-article', pages: 'e4375', volume: '6', venue: 'PeerJ' })
    expect(record).not.toHaveProperty('issue')
    expect(record.abstract).toMatch(/^Despite growing interest in Open Access \(OA\) to scholarly literature,/)
  })
  it('article and preprint are two works', () => {
    const body = recorded('title-search-chemcrow-two-works.json') as { readonly results: readonly unknown[] }
    expect(body.results.map((work) => openalexRecord(work, 'list'))).toMatchObject([
      {
        recordId: 'W4396723768',
        ids: { doi: '10.1038/s42256-024-00832-8', pmid: '38799228' },
        type: 'article',
        pages: '525-535',
        year: 2024,
      },
      { recordId: 'W4365597205', ids: { doi: '10.48550/arxiv.2304.05376' }, type: 'preprint', year: 2023 },
    ])
  })
})

describe('openalexRecord', () => {
  it('the least', () => {
    expect(recordOf({})).toEqual({
      recordId: 'W1',
      source: 'openalex',
      ids: { openalex: 'W1' },
      title: 'Title W1',
      authors: [],
      type: 'other',
      url: 'https://openalex.org/W1',
    })
  })
  it.each([
    ['no work', {}],
    ['an institution', { id: 'https://openalex.org/I1', display_name: 'x' }],
    ['a work without a title', { id: 'https://openalex.org/W1', title: null, display_name: null }],
    ['null', null],
    ['a list', []],
  ])('%s is no record', (_, work) => {
    expect(openalexRecord(work, 'alone')).toBeNull()
  })
  it('odd members cost themselves only', () => {
    const odd = {
      ids: 'x',
      authorships: [null, 7, { author: 'x' }, { raw_author_name: 'Ola Vik' }],
      biblio: null,
      referenced_works: [null, 'W2', {}],
      locations: 'x',
    }
    expect(recordOf({ ...odd, publication_year: 'soon', cited_by_count: -1, abstract_inverted_index: [], language: null })).toEqual({
      ...recordOf({}),
      authors: [{ given: 'Ola', family: 'Vik' }],
      references: ['openalex:W2'],
    })
  })
  it.each([
    { name: 'the title', parts: { title: '<i>In vivo</i> &amp; more', display_name: 'x' }, out: { title: 'In vivo & more' } },
    { name: 'the display name for want of a title', parts: { title: null, display_name: 'x' }, out: { title: 'x' } },
    {
      name: 'a DOI among the ids',
      parts: { doi: null, ids: { doi: 'https://doi.org/10.5555/X' } },
      out: { ids: { openalex: 'W1', doi: '10.5555/x' } },
    },
    {
      name: 'its address is its DOI',
      parts: { doi: 'https://doi.org/10.5555/x', primary_location: { landing_page_url: 'https://a/b' } },
      out: { url: 'https://doi.org/10.5555/x' },
    },
    {
      name: 'without a DOI its landing page',
      parts: { primary_location: { landing_page_url: 'https://a/b' } },
      out: { url: 'https://a/b' },
    },
    {
      name: 'the venue as the source has it',
      parts: { primary_location: { source: null, raw_source_name: 'J Test' } },
      out: { venue: 'J Test' },
    },
    {
      name: 'the venue as OpenAlex has it',
      parts: { primary_location: { source: { display_name: 'Journal of Tests' }, raw_source_name: 'J Test' } },
      out: { venue: 'Journal of Tests' },
    },
    {
      name: 'a publisher',
      parts: { primary_location: { source: { host_organization: 'https://openalex.org/P1', host_organization_name: 'Press' } } },
      out: { publisher: 'Press' },
    },
    {
      name: 'an institution is no publisher',
      parts: { primary_location: { source: { host_organization: 'https://openalex.org/I1', host_organization_name: 'Cornell' } } },
      out: {},
      without: 'publisher',
    },
    { name: 'retracted', parts: { is_retracted: true }, out: { retracted: true } },
    { name: 'not retracted', parts: { is_retracted: false }, out: { retracted: false } },
    { name: 'it does not say', parts: { is_retracted: null }, out: {}, without: 'retracted' },
    { name: 'no citations are a count', parts: { cited_by_count: 0 }, out: { citedByCount: 0 } },
    { name: 'a dissertation', parts: { type: 'dissertation' }, out: { type: 'thesis' } },
    {
      name: 'the raw type is more special',
      parts: { type: 'article', primary_location: { raw_type: 'proceedings-article' } },
      out: { type: 'conference-paper' },
    },
    {
      name: 'a chapter of a book',
      parts: { type: 'book-chapter', primary_location: { source: { type: 'book series' } } },
      out: { type: 'book-chapter' },
    },
    {
      name: 'a book in a journal stays what it is',
      parts: { type: 'book', primary_location: { source: { type: 'journal' } } },
      out: { type: 'book' },
    },
  ])('$name', ({ parts, out, ...row }) => {
    expect(recordOf(parts)).toMatchObject(out)
    if ('without' in row) expect(recordOf(parts)).not.toHaveProperty(row.without)
  })
  it('names as printed, the display name for want of one; groups, and ORCIDs', () => {
    const authorships = [
      { raw_author_name: 'Bran, Andres M', author: { display_name: 'Andres Bran', orcid: 'https://orcid.org/0000-0002-4432-3667' } },
      { raw_author_name: ' - ', author: { display_name: 'Sam Cox', orcid: null } },
      { author: { display_name: 'Aurora Collaboration' } },
      { raw_author_name: null, author: { display_name: null } },
    ]
    expect(recordOf({ authorships })?.authors).toEqual([
      { given: 'Andres M', family: 'Bran', orcid: '0000-0002-4432-3667' },
      { given: 'Sam', family: 'Cox' },
      { collective: 'Aurora Collaboration' },
    ])
  })
  it.each([
    { name: '100 authors of a list', parts: { authorships: people(100) }, from: 'list', cut: true },
    { name: '99', parts: { authorships: people(99) }, from: 'list', cut: undefined },
    { name: '100 of a work alone', parts: { authorships: people(100) }, from: 'alone', cut: undefined },
    { name: 'it says that it cut them', parts: { authorships: people(1), is_authors_truncated: true }, from: 'alone', cut: true },
    { name: 'it says that it did not', parts: { authorships: people(100), is_authors_truncated: false }, from: 'list', cut: undefined },
    { name: '"et al." among the names', parts: { authorships: [...people(1), { raw_author_name: 'et al.' }] }, from: 'alone', cut: true },
  ] as const)('cut authors: $name', ({ parts, from, cut }) => {
    expect(recordOf(parts, from)?.authorsTruncated).toBe(cut)
  })
})

describe('workId', () => {
  it.each([
    ['https://openalex.org/W12', 'W12'],
    ['W12', 'W12'],
    ['https://openalex.org/A12', null],
    [12, null],
  ])('%j', (id, out) => {
    expect(workId({ id })).toBe(out)
  })
})

function never(): never {
  throw new Error('no record')
}
