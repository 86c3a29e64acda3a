import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { arxiv } from './arxiv.ts'
import { crossref } from './crossref.ts'
import { openAlex } from './openalex.ts'
import { pubmed } from './pubmed.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { ask, bodyOf, soilCorpus, someWork } from './testing-corpus.ts'
import { unpaywall } from './unpaywall.ts'
import type { WorldAnswer, WorldApi } from './world-exchange.ts'
import { faultAnswer, type WorldFault } from './world-fault.ts'

/** Answers of the real APIs lie beside the repository, and not in it. */
const recorded = new URL('../../../../../shared/recorded/', import.meta.url)
const there = existsSync(recorded)
const body = (file: string) => readFileSync(new URL(file, recorded), 'utf8')

const corpus = soilCorpus()
const work = someWork(
  corpus,
  ({ ids, foundIn, references, openCopy }) =>
    ids.pmcid !== undefined &&
    ids.doi !== undefined &&
    foundIn.has('openalex') &&
    foundIn.has('semanticscholar') &&
    references.length === 3 &&
    openCopy === 'pdf',
)
const doi = encodeURIComponent(work.ids.doi ?? '')

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null

/** Names of an object's fields, of what a path of them leads to; "0" is the first of a list. */
function keysAt(value: Json | undefined, ...path: readonly string[]): readonly string[] {
  const found = path.reduce<Json | undefined>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as { readonly [key: string]: Json })[key] : undefined),
    value,
  )
  if (found === null || typeof found !== 'object') throw new Error(`nothing at ${path.join('.')}`)
  return Object.keys(found).sort()
}

const real = (file: string) => JSON.parse(body(file)) as Json
const json = (answer: WorldAnswer) => bodyOf<Json>(answer)

describe.skipIf(!there)('the shapes of the real APIs', () => {
  test('OpenAlex: a work by itself and in a search', () => {
    const single = json(ask(openAlex, corpus, `/works/${work.ids.openalex}`))
    const found = json(ask(openAlex, corpus, '/works?search=soil'))
    const [ours, theirs] = [found, real('openalex/works-search-fulltext-2026-07.json')]
    expect(keysAt(found)).toEqual(keysAt(theirs))
    expect(keysAt(ours, 'results', '0')).toEqual(keysAt(theirs, 'results', '0'))
    expect(keysAt(single)).toEqual(keysAt(real('openalex/work-W2741809807-2026-07.json')))
    for (const path of [
      ['open_access'],
      ['biblio'],
      ['primary_location'],
      ['primary_location', 'source'],
      ['locations', '0'],
      ['authorships', '0', 'author'],
      ['authorships', '0'],
      ['has_content'],
    ])
      expect(keysAt(single, ...path)).toEqual(keysAt(theirs, 'results', '0', ...path))
    const meta = new Set(keysAt(theirs, 'meta').filter((key) => key !== 'x_query'))
    expect(keysAt(found, 'meta')).toEqual([...meta])
  })

  test('Crossref: lists, works and what is in them', () => {
    const list = json(ask(crossref, corpus, '/works?query=soil&rows=2'))
    const theirs = real('crossref/works-query-rows2.json')
    expect(keysAt(list)).toEqual(keysAt(theirs))
    expect(keysAt(list, 'message')).toEqual(keysAt(theirs, 'message'))
    expect(keysAt(list, 'message', 'query')).toEqual(keysAt(theirs, 'message', 'query'))
    expect(keysAt(json(ask(crossref, corpus, '/works?cursor=*')), 'message')).toEqual(
      keysAt(real('crossref/cursor-first-page.json'), 'message'),
    )
    const single = json(ask(crossref, corpus, `/works/${doi}`))
    const known = new Set(
      ['pone.0033693', 'jats-significance-updated-by', 'preprint-biorxiv-2024', 'xgen.2025.100814', 'addr.2015.01.008'].flatMap((name) =>
        keysAt(real(name === 'pone.0033693' ? `crossref/work-by-doi-${name}.json` : `crossref/work-${name}.json`), 'message'),
      ),
    )
    expect(keysAt(single, 'message').filter((key) => !known.has(key))).toEqual([])
    const always = [
      'DOI',
      'URL',
      'created',
      'deposited',
      'indexed',
      'is-referenced-by-count',
      'issued',
      'member',
      'prefix',
      'publisher',
      'reference-count',
      'references-count',
      'resource',
      'score',
      'source',
      'title',
      'type',
    ]
    expect(always.filter((key) => !keysAt(single, 'message').includes(key))).toEqual([])
  })

  test('Semantic Scholar: pages, papers, batches, links', () => {
    const fields =
      'fields=authors,citationCount,citationStyles,externalIds,influentialCitationCount,isOpenAccess,journal,openAccessPdf,publicationDate,publicationTypes,title,url,venue,year'
    const paper = json(ask(semanticScholar, corpus, `/graph/v1/paper/${work.ids.s2}?${fields}`))
    const theirs = real('semanticscholar/paper-full.json')
    expect(keysAt(paper)).toEqual(keysAt(theirs))
    for (const path of [['journal'], ['openAccessPdf'], ['authors', '0']]) expect(keysAt(paper, ...path)).toEqual(keysAt(theirs, ...path))
    expect(keysAt(paper, 'externalIds').filter((key) => !keysAt(theirs, 'externalIds').includes(key))).toEqual([])
    const search = (limit: number) => json(ask(semanticScholar, corpus, `/graph/v1/paper/search?query=soil&limit=${limit}`))
    expect(keysAt(search(2))).toEqual(keysAt(real('semanticscholar/search-page1.json')))
    expect(keysAt(search(100))).toEqual(keysAt(real('semanticscholar/search-year-1936.json')))
    expect(json(ask(semanticScholar, corpus, '/graph/v1/paper/search?query=volcano'))).toEqual(
      real('semanticscholar/empty-search-no-data-key.json'),
    )
    expect(keysAt(json(ask(semanticScholar, corpus, '/graph/v1/paper/search/bulk?query=soil')))).toEqual(
      keysAt(real('semanticscholar/bulk-last-token-null.json')),
    )
    const match = json(ask(semanticScholar, corpus, `/graph/v1/paper/search/match?query=soil&fields=authors,externalIds,title`))
    expect(keysAt(match, 'data', '0')).toEqual(keysAt(real('semanticscholar/match-with-authors.json'), 'data', '0'))
    for (const [links, file] of [
      ['references', 'references-page1'],
      ['citations', 'citations-page1'],
    ] as const) {
      const page = json(ask(semanticScholar, corpus, `/graph/v1/paper/${work.ids.s2}/${links}?fields=title&limit=1`))
      expect(keysAt(page)).toEqual(keysAt(real(`semanticscholar/${file}.json`)))
      expect(keysAt(page, 'data', '0')).toEqual(keysAt(real(`semanticscholar/${file}.json`), 'data', '0'))
    }
  })

  test('Unpaywall: open and closed', () => {
    const asked = (one: typeof work) => json(ask(unpaywall, corpus, `/v2/${one.ids.doi}?email=me@example.org`))
    const theirs = real('unpaywall/xgen.2025.100814.json')
    expect(keysAt(asked(work))).toEqual(keysAt(theirs))
    for (const path of [['best_oa_location'], ['oa_locations', '0'], ['z_authors', '0']])
      expect(keysAt(asked(work), ...path)).toEqual(keysAt(theirs, ...path))
    const closed = someWork(corpus, ({ ids, openCopy }) => ids.doi !== undefined && openCopy === 'closed')
    expect(asked(closed)).toMatchObject({ is_oa: false, oa_status: 'closed', best_oa_location: null, oa_locations: [] })
    expect(keysAt(asked(closed))).toEqual(keysAt(real('unpaywall/a1007154515475-closed.json')))
  })

  const elements = (xml: string) => new Set([...xml.matchAll(/<([a-zA-Z:_-]+)[\s>/]/g)].map((match) => match[1] ?? ''))

  test('arXiv: only elements and attributes of the real feed', () => {
    const ours = String(ask(arxiv, corpus, '/api/query?search_query=soil').body)
    const theirs = elements(body('arxiv/search-page1.xml'))
    expect([...elements(ours)].filter((name) => !theirs.has(name))).toEqual([])
    for (const name of [
      'feed',
      'id',
      'title',
      'updated',
      'link',
      'entry',
      'summary',
      'category',
      'published',
      'arxiv:primary_category',
      'author',
      'name',
      'opensearch:totalResults',
    ])
      expect(elements(ours)).toContain(name)
    expect(ours.split('\n').slice(0, 2)).toEqual(body('arxiv/search-page1.xml').split('\n').slice(0, 2))
    const [error, theirError] = [String(ask(arxiv, corpus, '/api/query?id_list=abc').body), body('arxiv/error-400-malformed-id.xml')]
    const undated = (feed: string) => feed.replace(/<updated>.*?<\/updated>/g, '')
    expect(undated(error)).toBe(undated(theirError))
  })

  test('PubMed: only elements of real answers', () => {
    const asked = (target: string) => elements(String(ask(pubmed, corpus, `/entrez/eutils/${target}`).body))
    const known = (...files: readonly string[]) => new Set(files.flatMap((file) => [...elements(body(`pubmed/${file}`))]))
    const records = known(
      'efetch-29768149-nejm.xml',
      'efetch-26568896-suffix.xml',
      'efetch-38534005-collective-labels-italic.xml',
      'efetch-20729678-medlinedate.xml',
      'efetch-retracted-publication.xml',
    )
    const pmids = corpus.works.flatMap(({ ids }) => ids.pmid ?? []).join(',')
    expect([...asked(`efetch.fcgi?db=pubmed&id=${pmids}`)].filter((name) => !records.has(name))).toEqual([])
    expect(asked('esearch.fcgi?db=pubmed&term=soil')).toEqual(known('esearch-hits.xml'))
    expect(asked('esearch.fcgi?db=pubmed&term=volcano')).toEqual(known('esearch-zero-hits-warnings.xml'))
    expect(asked(`elink.fcgi?dbfrom=pubmed&db=pubmed&linkname=pubmed_pubmed&id=${work.ids.pmid}`)).toEqual(known('elink-neighbor.xml'))
    const search = json(ask(pubmed, corpus, '/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term=soil'))
    expect(keysAt(search)).toEqual(keysAt(real('pubmed/esearch-2026-03.json')))
    expect(keysAt(search, 'esearchresult')).toEqual(keysAt(real('pubmed/esearch-2026-03.json'), 'esearchresult'))
  })

  test('refusals, word for word', () => {
    expect(ask(crossref, corpus, '/works/10.1/none').body).toBe(body('crossref/error-404-unknown-doi.txt'))
    expect(json(ask(crossref, corpus, '/works?rows=things'))).toEqual(real('crossref/error-400-rows-not-integer.json'))
    expect(json(ask(crossref, corpus, '/works?cursor=thing'))).toEqual(real('crossref/error-404-bad-cursor.json'))
    expect(json(ask(crossref, corpus, `/works/${doi}?query.author=carl`))).toEqual(real('crossref/error-400-query-on-single-doi.json'))
    expect(json(ask(crossref, corpus, '/works?query=abs12032jsdafn&rows=1'))).toMatchObject({
      'message-type': 'work-list',
      message: { 'total-results': 0, items: [] },
    })
    expect(json(ask(semanticScholar, corpus, '/graph/v1/paper/0?fields=unknown'))).toEqual(
      real('semanticscholar/error-400-unknown-field.json'),
    )
    expect(json(ask(semanticScholar, corpus, '/graph/v1/paper/0'))).toEqual(real('semanticscholar/error-404-paper.json'))
    expect(String(ask(openAlex, corpus, '/works/doi:10.1%2Fnone').body).trim()).toBe(body('openalex/error-404-html.html').trim())
    expect(keysAt(json(ask(openAlex, corpus, '/works?filter=foo:1')))).toEqual(keysAt(real('_observed/openalex-400-invalid-field.json')))
  })

  test.each([
    ['arxiv', 'throttled', '_observed/arxiv-429.txt'],
    ['openalex', 'throttled', '_observed/openalex-429-per-second.json'],
    ['openalex', 'budget', '_observed/openalex-429-budget.json'],
    ['openalex', 'unauthorised', '_observed/openalex-401-bad-key.json'],
    ['pubmed', 'throttled', '_observed/ncbi-rate-limit.json'],
    ['semanticscholar', 'throttled', '_observed/s2-429.json'],
    ['semanticscholar', 'unauthorised', 'semanticscholar/error-403-forbidden.json'],
  ] as const)('the fault of %s: %s', (api: WorldApi, fault: WorldFault, file) => {
    const answer = faultAnswer(api, fault, {
      method: 'GET',
      path: '/',
      query: new URLSearchParams(),
      body: '',
      headers: {},
      origin: '',
      wrongWork: false,
    })
    if (!file.endsWith('.json')) return expect(String(answer?.body).trim()).toBe(body(file).trim())
    expect(Object.keys(JSON.parse(String(answer?.body)) as object).sort()).toEqual(keysAt(real(file)))
  })
})
