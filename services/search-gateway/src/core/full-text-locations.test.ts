import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { addressKey, fullTextLocations } from './full-text-locations.ts'

const bases = { pubmed: 'https://eutils.example', arxiv: 'https://arxiv.example' }
type Links = NonNullable<Record['openAccess']>
const links = (...urls: string[]): Links => urls.map((url) => ({ url, kind: /landing/.test(url) ? 'landing' : 'pdf' }))
const from = (source: string, ...urls: string[]) => libraryRecord(source, { source, openAccess: links(...urls) })
const placesOf = (records: readonly Record[], unpaywall: Links = []) =>
  fullTextLocations(records, unpaywall, bases).map(({ from: source, url }) => `${source} ${url}`)

test('the best first: PMC, arXiv, the sources in their order, pages, landing pages, the DOI', () => {
  const records = [
    from('crossref', 'https://x.example/crossref', 'https://x.example/landing/crossref'),
    libraryRecord('w', { source: 'web', url: 'https://x.example/page' }),
    libraryRecord('d', { source: 'pubmed', ids: { doi: '10.5555/x', pmcid: 'PMC7', arxiv: '2301.00001' } }),
    from('semantic-scholar', 'https://x.example/s2'),
  ]
  expect(placesOf(records, links('https://x.example/unpaywall'))).toEqual([
    'pmc https://eutils.example/entrez/eutils/efetch.fcgi?db=pmc&id=7&retmode=xml',
    'arxiv https://arxiv.example/pdf/2301.00001',
    'unpaywall https://x.example/unpaywall',
    'semantic-scholar https://x.example/s2',
    'crossref https://x.example/crossref',
    'web https://x.example/page',
    'crossref https://x.example/landing/crossref',
    'doi https://doi.org/10.5555/x',
  ])
})

test('the links of a source stay in its order; OpenAlex goes before Unpaywall, landing pages alike', () => {
  const records = [
    from('crossref', 'https://x.example/c'),
    from('openalex', 'https://x.example/landing/1', 'https://x.example/2', 'https://x.example/3'),
  ]
  expect(placesOf(records, links('https://x.example/landing/u', 'https://x.example/u'))).toEqual([
    'openalex https://x.example/2',
    'openalex https://x.example/3',
    'unpaywall https://x.example/u',
    'crossref https://x.example/c',
    'openalex https://x.example/landing/1',
    'unpaywall https://x.example/landing/u',
  ])
})

test('at most eight places', () => {
  expect(placesOf([from('openalex', ...Array.from({ length: 12 }, (_, index) => `https://x.example/${index}`))])).toHaveLength(8)
})

test('a place knows its kind, its record, and the identifier in its address', () => {
  const records = [
    libraryRecord('first', { openAccess: [{ url: 'https://x.example/h', kind: 'html' }] }),
    libraryRecord('a', { source: 'openalex', ids: { doi: '10.5555/x' } }),
    libraryRecord('b', { source: 'pubmed', ids: { pmcid: 'PMC7' } }),
    libraryRecord('c', { source: 'arxiv', ids: { arxiv: 'hep-th/9901001' } }),
  ]
  expect(fullTextLocations(records, links('https://x.example/u'), bases)).toEqual([
    {
      url: 'https://eutils.example/entrez/eutils/efetch.fcgi?db=pmc&id=7&retmode=xml',
      kind: 'xml',
      from: 'pmc',
      recordKey: 'pubmed:b',
      by: 'pmcid',
    },
    { url: 'https://arxiv.example/pdf/hep-th/9901001', kind: 'pdf', from: 'arxiv', recordKey: 'arxiv:c', by: 'arxiv' },
    { url: 'https://x.example/u', kind: 'pdf', from: 'unpaywall', recordKey: 'openalex:a' },
    { url: 'https://x.example/h', kind: 'html', from: 'library', recordKey: 'library:first' },
    { url: 'https://doi.org/10.5555/x', kind: 'landing', from: 'doi', recordKey: 'openalex:a' },
  ])
})

test.each<[name: string, records: readonly Record[], unpaywall: Links, places: readonly string[]]>([
  ['nothing is known', [libraryRecord('a')], [], []],
  ['there is no record', [], links('https://x.example/u'), []],
  [
    'Unpaywall’s copy is of the first record where none has a DOI',
    [libraryRecord('a')],
    links('https://x.example/u'),
    ['unpaywall https://x.example/u'],
  ],
  [
    'the same copy of two sources is asked once',
    [from('openalex', 'https://x.example/a'), from('crossref', 'http://www.x.example/a/')],
    [],
    ['openalex https://x.example/a'],
  ],
  [
    'an arXiv DOI is an arXiv id',
    [libraryRecord('a', { ids: { doi: '10.48550/arXiv.2301.00001' } })],
    [],
    ['arxiv https://arxiv.example/pdf/2301.00001'],
  ],
  [
    'arXiv’s own links are the same copy',
    [
      libraryRecord('a', {
        ids: { arxiv: '2301.00001' },
        openAccess: links('https://arxiv.org/pdf/2301.00001v2', 'https://arxiv.org/abs/2301.00001'),
      }),
    ],
    [],
    ['arxiv https://arxiv.example/pdf/2301.00001'],
  ],
  [
    'a DOI with signs',
    [libraryRecord('a', { ids: { doi: '10.1016/s0140-6736(05)<1>' } })],
    [],
    ['doi https://doi.org/10.1016/s0140-6736(05)%3C1%3E'],
  ],
  [
    'a page of the open corpus',
    [libraryRecord('a', { source: 'open-corpus', url: 'https://x.example/p' })],
    [],
    ['open-corpus https://x.example/p'],
  ],
  ['an address in a library', [libraryRecord('a', { url: 'https://x.example/p' })], [], ['library https://x.example/p']],
  ['an address that is none', [libraryRecord('a', { url: 'www.x.example/p' })], [], []],
  ['the page of an index about a work is no copy', [libraryRecord('a', { source: 'openalex', url: 'https://openalex.org/W1' })], [], []],
])('%s', (_, records, unpaywall, places) => {
  expect(placesOf(records, unpaywall)).toEqual(places)
})

test.each([
  ['web', true],
  ['open-corpus', true],
  ['library', undefined],
])('what lies at the address of a record of source %s is the work itself: %s', (source, isWork) => {
  expect(fullTextLocations([libraryRecord('a', { source, url: 'https://x.example/p' })], [], bases)[0]?.isWork).toBe(isWork)
})

test.each([
  ['https://x.example/a.pdf', 'pdf'],
  ['https://x.example/a.PDF?x=1', 'pdf'],
  ['https://x.example/a.pdf#page=2', 'pdf'],
  ['https://x.example/a.pdfx', 'html'],
  ['https://x.example/a', 'html'],
])('the address %s in a library is of kind %s', (url, kind) => {
  expect(fullTextLocations([libraryRecord('a', { url })], [], bases)[0]?.kind).toBe(kind)
})

test.each<[url: string, key: string]>([
  ['https://arxiv.org/abs/2301.00001', 'arxiv:2301.00001'],
  ['http://export.arxiv.org/pdf/2301.00001v12.pdf', 'arxiv:2301.00001'],
  ['https://arxiv.org/html/2301.00001/', 'arxiv:2301.00001'],
  ['https://arxiv.org/pdf/hep-th/9901001', 'arxiv:hep-th/9901001'],
  ['https://arxiv.org/abs/math.GT/0309136v1', 'arxiv:math.gt/0309136'],
  ['https://x.example/pdf/2301.00001/cover', 'x.example/pdf/2301.00001/cover'],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7', 'pmc:7'],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/7/', 'pmc:7'],
  ['https://europepmc.org/pmc/articles/7/pdf', 'europepmc.org/pmc/articles/7/pdf'],
  ['https://pmc.ncbi.nlm.nih.gov/articles/PMC7/', 'pmc:7'],
  ['https://x.example/articles/PMC7/', 'x.example/articles/pmc7'],
  ['http://www.x.example/A%2Fb/?q=1#top', 'x.example/a/b?q=1'],
  ['https://x.example:8080/?a=B', 'x.example:8080?a=B'],
  ['no address', 'no address'],
])('%s is the copy %s', (url, key) => {
  expect(addressKey(url)).toBe(key)
})
