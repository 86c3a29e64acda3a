import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, test } from 'vitest'
import type { LookedUp } from '../../core/conversation.ts'
import type { SearchRequest, WorkId } from '../../core/source.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { pubmedApi } from './pubmed-api.ts'

const { search, lookup, findTitle, backward, forward } = pubmedApi
if (lookup === undefined || findTitle === undefined || backward === undefined || forward === undefined) throw new Error('not whole')

const asked = (parts: Partial<SearchRequest> = {}): SearchRequest => ({
  query: 'river ecology',
  limit: 10,
  fromYear: null,
  toYear: null,
  ...parts,
})
const pmids = (count: number, from = 1) => Array.from({ length: count }, (_, n) => String(from + n))
const esearched = (ids: readonly string[], count = ids.length, parts: object = {}) =>
  answered({
    header: { type: 'esearch' },
    esearchresult: { count: String(count), retmax: String(ids.length), retstart: '0', idlist: ids, ...parts },
  })
const article = (pmid: string, data = '', title = `Title ${pmid}`) =>
  `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>${title}</ArticleTitle></Article></MedlineCitation><PubmedData><ArticleIdList>${data}</ArticleIdList></PubmedData></PubmedArticle>`
const fetched = (...articles: readonly string[]) => answered(`<PubmedArticleSet>${articles.join('')}</PubmedArticleSet>`)
const linkSet = (name: string, ids: readonly string[]) =>
  `<LinkSetDb><DbTo>pubmed</DbTo><LinkName>${name}</LinkName>${ids.map((id) => `<Link><Id>${id}</Id></Link>`).join('')}</LinkSetDb>`
const linked = (...sets: readonly string[]) =>
  answered(`<eLinkResult><LinkSet><DbFrom>pubmed</DbFrom><IdList><Id>100</Id></IdList>${sets.join('')}</LinkSet></eLinkResult>`)
const ids = (answer: object) =>
  'records' in answer && Array.isArray(answer.records) ? answer.records.map(({ recordId }: Record) => recordId) : []
const field = (request: ApiRequest, name: string) =>
  request.body !== undefined && 'form' in request.body ? request.body.form.find(([key]) => key === name)?.[1] : parameter(request, name)
const fetchedIds = (request: ApiRequest) => (parameter(request, 'id') ?? '').split(',')

/** A PubMed with `count` hits for any search, that has a record of each. */
const library =
  (count: number, page = count) =>
  (request: ApiRequest): ApiReply => {
    if (request.path.endsWith('efetch.fcgi'))
      return fetched(
        ...fetchedIds(request)
          .map((id) => article(id))
          .reverse(),
      )
    const [start, most] = [Number(parameter(request, 'retstart')), Number(parameter(request, 'retmax'))]
    return esearched(pmids(Math.max(0, Math.min(most, page, count - start)), start + 1), count)
  }

describe('search', () => {
  test('the requests: ids by relevance, then their records', () => {
    const { requests } = converse(search(asked()), library(2))
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/entrez/eutils/esearch.fcgi',
        query: [
          ['db', 'pubmed'],
          ['retmode', 'json'],
          ['term', 'river ecology'],
          ['retmax', '10'],
          ['retstart', '0'],
          ['sort', 'relevance'],
        ],
      },
      {
        method: 'GET',
        path: '/entrez/eutils/efetch.fcgi',
        query: [
          ['db', 'pubmed'],
          ['retmode', 'xml'],
          ['id', '1,2'],
        ],
      },
    ])
  })
  test('years, type and language', () => {
    const { requests } = converse(search(asked({ fromYear: 2019, toYear: null, type: 'letter', language: 'de' })), [esearched([])])
    expect(requests[0]?.query).toEqual([
      ['db', 'pubmed'],
      ['retmode', 'json'],
      ['term', '(river ecology) AND letter[pt] AND german[la]'],
      ['datetype', 'pdat'],
      ['mindate', '2019'],
      ['maxdate', '3000'],
      ['retmax', '10'],
      ['retstart', '0'],
      ['sort', 'relevance'],
    ])
  })
  test.each([
    [500, 'GET'],
    [501, 'POST'],
  ])('a term of %i characters goes by %s', (length, method) => {
    const query = 'x'.repeat(length)
    const [request] = converse(search(asked({ query })), [esearched([])]).requests
    expect(request?.method).toBe(method)
    const parameters = request?.query ?? (request?.body !== undefined && 'form' in request.body ? request.body.form : [])
    expect(parameters).toContainEqual(['term', query])
    expect(parameters).toHaveLength(6)
    expect(request?.path).toBe('/entrez/eutils/esearch.fcgi')
  })

  test.each([
    [0, { outcome: 'none', total: 0 }, 1],
    [9, { outcome: 'hits', total: 9 }, 2],
    [10, { outcome: 'hits', total: 10 }, 2],
    [11, { outcome: 'truncated', total: 11 }, 2],
  ])('%i hits', (count, expected, requests) => {
    const found = converse(search(asked()), library(count))
    expect(found.result).toMatchObject({ ...expected, unresolved: 0 })
    expect(found.result).not.toHaveProperty('note')
    expect(ids(found.result)).toEqual(pmids(Math.min(10, count)))
    expect(found.requests).toHaveLength(requests)
  })
  test('records in the order of the search, two hundred a request', () => {
    const { result, requests } = converse(search(asked({ limit: 401 })), library(1000))
    expect(requests.slice(1).map((request) => fetchedIds(request).length)).toEqual([200, 200, 1])
    expect(ids(result)).toEqual(pmids(401))
  })
  test('two hundred are one request', () => {
    expect(converse(search(asked({ limit: 200 })), library(1000)).requests).toHaveLength(2)
  })
  test('ids that come in short pages', () => {
    const { result, requests } = converse(search(asked()), library(8, 3))
    expect(requests.slice(0, 3).map((request) => [parameter(request, 'retstart'), parameter(request, 'retmax')])).toEqual([
      ['0', '10'],
      ['3', '7'],
      ['6', '4'],
    ])
    expect(requests).toHaveLength(4)
    expect(ids(result)).toEqual(pmids(8))
    expect(result).toMatchObject({ outcome: 'hits', total: 8 })
  })
  test('a page that brings nothing new is the end', () => {
    const { result, requests } = converse(search(asked()), (request) =>
      request.path.includes('esearch') ? esearched(['1', '2'], 500) : fetched(article('1'), article('2')),
    )
    expect(requests).toHaveLength(3)
    expect(result).toMatchObject({ outcome: 'truncated', total: 500 })
  })
  test('an id that comes twice is there once', () => {
    const { result } = converse(search(asked()), [esearched(['1', '2', '1']), fetched(article('1'), article('2'))])
    expect(ids(result)).toEqual(['1', '2'])
  })
  const idsOnly = (count: number, page?: number) => (request: ApiRequest) =>
    request.path.includes('esearch') ? library(count, page)(request) : faulted('broken')
  test('the first 9,999 hits, no more', () => {
    const { requests } = converse(search(asked({ limit: 20_000 })), idsOnly(50_000))
    expect(requests.map((request) => parameter(request, 'retmax'))).toEqual(['9999', undefined])
  })
  test('no start beyond 9,998', () => {
    const { requests } = converse(search(asked({ limit: 20_000 })), idsOnly(50_000, 3333))
    expect(requests.map((request) => parameter(request, 'retstart'))).toEqual(['0', '3333', '6666', undefined])
  })
  test('no start beyond 9,998 where ids come twice', () => {
    const { requests } = converse(search(asked({ limit: 20_000 })), (request) =>
      request.path.includes('esearch')
        ? esearched([...pmids(3000, Number(parameter(request, 'retstart'))), '1'], 50_000)
        : faulted('broken'),
    )
    expect(requests.map((request) => parameter(request, 'retstart'))).toEqual(['0', '3001', '6002', '9003', undefined])
  })
  test('more ids than were asked for', () => {
    const { result, requests } = converse(search(asked({ limit: 2 })), (request) =>
      request.path.includes('esearch') ? esearched(pmids(3), 3) : fetched(...fetchedIds(request).map((id) => article(id))),
    )
    expect(requests.map((request) => parameter(request, 'id'))).toEqual([undefined, '1,2'])
    expect(result).toMatchObject({ outcome: 'truncated', total: 3 })
  })

  test('what of the query was not found is told', () => {
    const parts = {
      querytranslation: '(abcxyz[All Fields])',
      errorlist: { phrasesnotfound: ['abcxyz', 'abcxyz'], fieldsnotfound: ['foo'] },
    }
    expect(converse(search(asked()), [esearched([], 0, parts)]).result).toEqual({
      outcome: 'none',
      records: [],
      total: 0,
      unresolved: 0,
      note: 'PubMed did not find "abcxyz", "foo"; it searched for (abcxyz[All Fields])',
    })
    const { result } = converse(search(asked()), [
      esearched(['1'], 1, { warninglist: { quotedphrasesnotfound: ['"a b"'] } }),
      fetched(article('1')),
    ])
    expect(result).toMatchObject({ outcome: 'hits', note: 'PubMed did not find ""a b""' })
  })
  test('hits without a record are told', () => {
    const { result } = converse(search(asked()), [esearched(pmids(3)), fetched(article('1'), article('3'), article('9'))])
    expect(ids(result)).toEqual(['1', '3'])
    expect(result).toMatchObject({ outcome: 'truncated', total: 3, note: '1 of 3 hits have no record' })
  })
  test('hits without any record are a failure, no empty search', () => {
    expect(converse(search(asked()), [esearched(pmids(3)), fetched()]).result).toEqual({
      outcome: 'failed',
      reason: 'PubMed named 3 hits and gave no record of any',
    })
  })

  test('one hit without a record is a failure too', () => {
    expect(converse(search(asked()), [esearched(['1']), fetched()]).result).toMatchObject({ outcome: 'failed' })
  })
  test('all that is to be told', () => {
    const parts = { errorlist: { phrasesnotfound: ['abcxyz'] } }
    const { result } = converse(search(asked()), [esearched(['1'], 30, parts), faulted('throttled', 'said'), fetched(article('1'))])
    expect(result).toMatchObject({ note: 'not whole: said; PubMed did not find "abcxyz"' })
  })

  test.each([
    ['throttled', 'throttled'],
    ['refused', 'skipped'],
    ['bad-request', 'failed'],
  ] as const)('%s is %s, wherever it comes', (kind, outcome) => {
    expect(converse(search(asked()), [faulted(kind, 'said')]).result).toEqual({ outcome, reason: 'said' })
    expect(converse(search(asked()), [esearched(['1']), faulted(kind, 'said')]).result).toEqual({ outcome, reason: 'said' })
  })
  test('a later page that fails leaves the records of those before', () => {
    const { result } = converse(search(asked()), [esearched(['1'], 30), faulted('throttled', 'said'), fetched(article('1'))])
    expect(result).toMatchObject({ outcome: 'truncated', total: 30, note: 'not whole: said' })
    expect(ids(result)).toEqual(['1'])
  })
  test('a later block that fails leaves those before, and is not a lack of records', () => {
    const { result } = converse(search(asked({ limit: 300 })), (request) =>
      fetchedIds(request).includes('201') ? faulted('broken', 'said') : library(300)(request),
    )
    expect(ids(result)).toEqual(pmids(200))
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: said' })
  })
  test.each([
    ['esearch', answered('<PubmedArticleSet/>'), 'a list of ids'],
    ['esearch, JSON', answered({ result: {} }), 'a list of ids'],
  ])('another shape of %s is a failure', (_, reply, wanted) => {
    expect(converse(search(asked()), [reply]).result).toEqual({
      outcome: 'failed',
      reason: `PubMed answered in an unknown shape, without ${wanted}`,
    })
  })
  test.each(['<eSearchResult><Count>1</Count></eSearchResult>', '<PubmedArticleSet>', '{}', '<!DOCTYPE html><html></html>'])(
    'efetch that is answered %j is a failure',
    (body) => {
      expect(converse(search(asked()), [esearched(['1']), answered(body)]).result).toEqual({
        outcome: 'failed',
        reason: 'PubMed answered in an unknown shape, without records',
      })
    },
  )
  test.each(['PubmedArticleSet', 'PubmedBookArticleSet'])('a %s', (root) => {
    const { result } = converse(search(asked()), [esearched(['1']), answered(`<${root}>${article('1')}</${root}>`)])
    expect(ids(result)).toEqual(['1'])
  })
  test('one that stands alone', () => {
    expect(ids(converse(search(asked()), [esearched(['1']), answered(article('1'))]).result)).toEqual(['1'])
    const book = '<PubmedBookArticle><BookDocument><PMID>1</PMID><ArticleTitle>B</ArticleTitle></BookDocument></PubmedBookArticle>'
    expect(ids(converse(search(asked()), [esearched(['1']), answered(book)]).result)).toEqual(['1'])
  })
})

describe('findTitle', () => {
  test('the five best of its words', () => {
    const { result, requests } = converse(findTitle('tides and trade'), library(30))
    expect(requests.map((request) => [parameter(request, 'term'), parameter(request, 'retmax'), parameter(request, 'id')])).toEqual([
      ['tides[ti] AND trade[ti]', '5', undefined],
      [undefined, undefined, '1,2,3,4,5'],
    ])
    expect(result).toMatchObject({ outcome: 'truncated', total: 30 })
  })
  test('none', () => {
    expect(converse(findTitle('tides'), library(0)).result).toMatchObject({ outcome: 'none' })
  })
})

describe('lookup', () => {
  const found = (result: LookedUp) =>
    result.outcome === 'answered' ? [...result.records].map(([key, { recordId }]) => `${key} ${recordId}`) : result
  const doi = (value: string): WorkId => ({ scheme: 'doi', value })
  const pmid = (value: string): WorkId => ({ scheme: 'pmid', value })
  const pmcid = (value: string): WorkId => ({ scheme: 'pmcid', value })
  const idOf = (type: string, value: string) => `<ArticleId IdType="${type}">${value}</ArticleId>`

  test('what it understands', () => {
    expect(pubmedApi.lookupSchemes).toEqual(['pmid', 'pmcid', 'doi'])
  })
  test('by PubMed id, in one request, matched by id', () => {
    const { result, requests } = converse(lookup([pmid('1'), pmid('2'), pmid('3')]), [fetched(article('3'), article('7'), article('1'))])
    expect(requests.map((request) => [request.path, parameter(request, 'id')])).toEqual([['/entrez/eutils/efetch.fcgi', '1,2,3']])
    expect(found(result)).toEqual(['pmid:1 1', 'pmid:3 3'])
  })
  test('by DOI and PMC id: a search, then the records, matched by id', () => {
    const { result, requests } = converse(lookup([doi('10.5555/a(1)'), pmcid('PMC7123'), doi('10.5555/none'), pmid('5')]), [
      esearched(['1', '2', '3']),
      fetched(
        article('1', idOf('doi', '10.5555/A(1)')),
        article('2', idOf('pmc', 'PMC7123')),
        article('3', idOf('doi', '10.5555/other')),
        article('5'),
      ),
    ])
    expect(requests.map((request) => [parameter(request, 'term'), parameter(request, 'retmax'), parameter(request, 'id')])).toEqual([
      ['"10.5555/a(1)"[doi] OR PMC7123[pmcid] OR "10.5555/none"[doi]', '6', undefined],
      [undefined, undefined, '5,1,2,3'],
    ])
    expect(found(result)).toEqual(['doi:10.5555/a(1) 1', 'pmcid:PMC7123 2', 'pmid:5 5'])
  })
  test('one work by two identifiers', () => {
    const { result } = converse(lookup([pmid('1'), doi('10.5555/a')]), [esearched(['1']), fetched(article('1', idOf('doi', '10.5555/a')))])
    expect(found(result)).toEqual(['pmid:1 1', 'doi:10.5555/a 1'])
  })
  test('fifty identifiers a search', () => {
    const { requests } = converse(lookup(pmids(101).map((n) => doi(`10.5555/${n}`))), () => esearched([]))
    expect(requests.map((request) => [field(request, 'term')?.split(' OR ').length, field(request, 'retmax')])).toEqual([
      [50, '100'],
      [50, '100'],
      [1, '2'],
    ])
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET'])
  })
  test('one that PubMed does not know', () => {
    expect(found(converse(lookup([pmid('1')]), [fetched()]).result)).toEqual([])
    expect(found(converse(lookup([doi('10.5555/a')]), [esearched([])]).result)).toEqual([])
  })
  test('other identifiers are not asked for', () => {
    const { result, requests } = converse(
      lookup([
        { scheme: 'arxiv', value: '2301.00001' },
        { scheme: 'openalex', value: 'W1' },
      ]),
      [],
    )
    expect([found(result), requests]).toEqual([[], []])
  })
  test('a failure is one of all', () => {
    expect(converse(lookup([doi('10.5555/a')]), [faulted('throttled', 'said')]).result).toEqual({ outcome: 'throttled', reason: 'said' })
    expect(converse(lookup([pmid('1')]), [faulted('broken', 'said')]).result).toEqual({ outcome: 'failed', reason: 'said' })
  })
})

describe('references and citing works', () => {
  const seed = (references?: readonly string[]): Record => ({
    recordId: '100',
    source: 'pubmed',
    ids: { pmid: '100' },
    title: 'Seed',
    authors: [],
    type: 'article',
    ...(references === undefined ? {} : { references: [...references] }),
  })
  const other = linkSet('pubmed_pubmed', ['100', '55'])
  const all = (request: ApiRequest) => fetched(...fetchedIds(request).map((id) => article(id)))

  test.each([
    ['backward', backward, 'pubmed_pubmed_refs'],
    ['forward', forward, 'pubmed_pubmed_citedin'],
  ] as const)('%s: the links of one kind, then their records', (_, follow, linkname) => {
    const { result, requests } = converse(follow(seed(), 10), [
      linked(other, linkSet(linkname, ['3', '1', '100', '3'])),
      fetched(article('1'), article('3')),
    ])
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/entrez/eutils/elink.fcgi',
        query: [
          ['dbfrom', 'pubmed'],
          ['db', 'pubmed'],
          ['linkname', linkname],
          ['retmode', 'xml'],
          ['id', '100'],
        ],
      },
      {
        method: 'GET',
        path: '/entrez/eutils/efetch.fcgi',
        query: [
          ['db', 'pubmed'],
          ['retmode', 'xml'],
          ['id', '3,1'],
        ],
      },
    ])
    expect(ids(result)).toEqual(['3', '1'])
    expect(result).toMatchObject({ outcome: 'hits', total: 2, unresolved: 0 })
  })
  test('references that the record states, besides those that are linked', () => {
    const { requests } = converse(backward(seed(['pmid:4', 'doi:10.5555/a', 'pmid:1', 'xpmid:5', 'pmid:6x']), 10), (request) =>
      request.path.includes('elink') ? linked(linkSet('pubmed_pubmed_refs', ['1'])) : all(request),
    )
    expect(requests.map((request) => parameter(request, 'id'))).toEqual(['100', '1,4'])
  })
  test('what cites a work is never what it states to cite', () => {
    const { result, requests } = converse(forward(seed(['pmid:4']), 10), [linked()])
    expect(requests).toHaveLength(1)
    expect(result).toMatchObject({ outcome: 'none', total: 0, unresolved: 0 })
  })
  test('ids without a record are unresolved', () => {
    const { result } = converse(backward(seed(), 10), [linked(linkSet('pubmed_pubmed_refs', pmids(3))), fetched(article('2'))])
    expect(result).toMatchObject({ outcome: 'hits', total: 3, unresolved: 2 })
  })
  test('as many as asked for, and no request more', () => {
    const reply = (request: ApiRequest) =>
      request.path.includes('elink') ? linked(linkSet('pubmed_pubmed_refs', pmids(500, 1000))) : all(request)
    const { result, requests } = converse(backward(seed(), 200), reply)
    expect(requests).toHaveLength(2)
    expect(ids(result)).toEqual(pmids(200, 1000))
    expect(result).toMatchObject({ outcome: 'truncated', total: 500 })
    expect(converse(backward(seed(), 201), reply).requests).toHaveLength(3)
  })
  test('failures', () => {
    expect(converse(backward(seed(), 10), [faulted('throttled', 'said')]).result).toEqual({ outcome: 'throttled', reason: 'said' })
    expect(converse(backward(seed(), 10), [linked(linkSet('pubmed_pubmed_refs', ['1'])), faulted('broken', 'said')]).result).toEqual({
      outcome: 'failed',
      reason: 'said',
    })
  })
  test('of several sets that of the work', () => {
    const set = (id: string, cited: string) => `<LinkSet><IdList><Id>${id}</Id></IdList>${linkSet('pubmed_pubmed_refs', [cited])}</LinkSet>`
    const { requests } = converse(backward(seed(), 10), (request) =>
      request.path.includes('elink') ? answered(`<eLinkResult>${set('99', '1')}${set('100', '2')}</eLinkResult>`) : all(request),
    )
    expect(requests.map((request) => parameter(request, 'id'))).toEqual(['100', '2'])
  })
  test.each([
    '<PubmedArticleSet/>',
    '<eLinkResult>',
    '',
    '<eLinkResult/>',
    '<eLinkResult><LinkSet><IdList><Id>99</Id></IdList></LinkSet></eLinkResult>',
    '<eLinkResult><LinkSet><IdList><Id>100</Id><Id>99</Id></IdList></LinkSet></eLinkResult>',
    '<eLinkResult><LinkSet><IdList><Id>10</Id><Id>0</Id></IdList></LinkSet></eLinkResult>',
  ])('%j in place of links is a failure', (body) => {
    expect(converse(forward(seed(), 10), [answered(body)]).result).toEqual({
      outcome: 'failed',
      reason: 'PubMed answered in an unknown shape, without the links of the work',
    })
  })
})
