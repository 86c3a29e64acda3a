import type { ApiReply, ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { parseWorkKey } from '../../core/conversation.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { openalexList, openalexWork } from '../../testing/openalex-works.ts'
import { lookup } from './openalex-lookup.ts'

const ids = (keys: readonly string[]) => keys.map((key) => parseWorkKey(key) ?? never(key))
const never = (what: string): never => {
  throw new Error(`no identifier: ${what}`)
}
const shown = (request: ApiRequest) => parameter(request, 'filter') ?? decodeURIComponent(request.path)
const work = (id: string, doi: string | null, more: object = {}) =>
  openalexWork(id, { doi: doi === null ? null : `https://doi.org/${doi}`, ...more })
const dois = (count: number) => Array.from({ length: count }, (_, n) => `10.5555/x${n}`)

/** OpenAlex that has these works: lists by their own ids, a work alone also by ids that lead to it. */
const server =
  (
    works: readonly { readonly [field: string]: unknown }[],
    alone: { readonly [path: string]: { readonly [field: string]: unknown } } = {},
  ) =>
  (request: ApiRequest): ApiReply => {
    const [, name, values = ''] = /^([\w.]+):(.*)$/.exec(parameter(request, 'filter') ?? '') ?? []
    if (name === undefined) {
      const found = alone[decodeURIComponent(request.path)]
      return found === undefined ? faulted('not-found') : answered(found)
    }
    const asked = values.split('|')
    const fits = (candidate: { readonly [field: string]: unknown }) => {
      const own = { openalex: candidate.id, doi: candidate.doi, 'ids.pmid': candidate.pmid }[name]
      return asked.some((value) => typeof own === 'string' && own.endsWith(`/${value}`))
    }
    return answered(openalexList(works.filter(fits).toReversed()))
  }
const outcome = (result: object) =>
  'records' in result && result.records instanceof Map ? [...result.records].map(([key, { recordId }]) => `${key}=${recordId}`) : result

describe('lookup', () => {
  it.each([
    ['openalex:W1', '/works/W1'],
    ['doi:10.5555/x', '/works/doi:10.5555/x'],
    ['arxiv:2301.00001', '/works/doi:10.48550/arxiv.2301.00001'],
    ['arxiv:hep-th/9901001', '/works/doi:10.48550/arxiv.hep-th/9901001'],
    ['pmid:12', '/works/pmid:12'],
    ['pmcid:PMC12', '/works/pmcid:PMC12'],
  ])('one: %s is asked for as %s', (key, path) => {
    const { result, requests } = converse(lookup(ids([key])), server([], { [path]: work('W1', null) }))
    expect(requests.map(shown)).toEqual([path])
    expect(outcome(result)).toEqual([`${key}=W1`])
  })
  it('Semantic Scholar ids mean nothing to it', () => {
    expect(converse(lookup(ids(['s2:abc'])), [])).toEqual({ result: { outcome: 'answered', records: new Map() }, requests: [] })
  })
  it('none', () => {
    expect(converse(lookup([]), [])).toEqual({ result: { outcome: 'answered', records: new Map() }, requests: [] })
  })
  it('an unknown one is unknown, and no failure', () => {
    expect(converse(lookup(ids(['doi:10.5555/x'])), server([])).result).toEqual({ outcome: 'answered', records: new Map() })
  })
  it('one that has no title is unknown', () => {
    expect(converse(lookup(ids(['openalex:W1'])), [answered({ id: 'https://openalex.org/W1' })]).result).toMatchObject({
      records: new Map(),
    })
  })
  it('a work that was merged comes under the id that was asked for', () => {
    const merged = server([], { '/works/doi:10.48550/arxiv.2301.00001': work('W2', '10.5555/article') })
    expect(outcome(converse(lookup(ids(['arxiv:2301.00001'])), merged).result)).toEqual(['arxiv:2301.00001=W2'])
  })
  it('one work by two names is asked for once', () => {
    const { result, requests } = converse(
      lookup(ids(['arxiv:2301.00001', 'doi:10.48550/arxiv.2301.00001'])),
      server([], { '/works/doi:10.48550/arxiv.2301.00001': work('W1', null) }),
    )
    expect(requests).toHaveLength(1)
    expect(outcome(result)).toEqual(['arxiv:2301.00001=W1', 'doi:10.48550/arxiv.2301.00001=W1'])
  })
  it('four are asked for one by one, free of charge', () => {
    expect(converse(lookup(ids(dois(4).map((doi) => `doi:${doi}`))), server([])).requests.map(shown)).toEqual(
      dois(4).map((doi) => `/works/doi:${doi}`),
    )
  })
  it('five in one list, matched by id and not by place', () => {
    const works = dois(5).map((doi, n) => work(`W${n + 1}`, doi.toUpperCase()))
    const lists = (request: ApiRequest) => server(works.map((each) => ({ ...each, doi: String(each.doi).toLowerCase() })))(request)
    const { result, requests } = converse(lookup(ids(dois(5).map((doi) => `doi:${doi}`))), lists)
    expect(requests.map(shown)).toEqual([`doi:${dois(5).join('|')}`])
    expect(parameter(requests[0] as ApiRequest, 'per_page')).toBe('100')
    expect(outcome(result)).toEqual(dois(5).map((doi, n) => `doi:${doi}=W${n + 1}`))
  })
  it('what a list does not have is asked for alone', () => {
    const works = dois(4).map((doi, n) => work(`W${n + 1}`, doi))
    const merged = { '/works/doi:10.5555/x4': work('W99', '10.5555/other') }
    const { result, requests } = converse(lookup(ids(dois(6).map((doi) => `doi:${doi}`))), server(works, merged))
    expect(requests.map(shown)).toEqual([`doi:${dois(6).join('|')}`, '/works/doi:10.5555/x4', '/works/doi:10.5555/x5'])
    expect(outcome(result)).toEqual([...dois(4).map((doi, n) => `doi:${doi}=W${n + 1}`), 'doi:10.5555/x4=W99'])
  })
  it('OpenAlex ids and PubMed ids have lists of their own', () => {
    const numbers = [1, 2, 3, 4, 5]
    const works = numbers
      .map((n) => work(`W${n}`, null))
      .concat(numbers.map((n) => work(`W1${n}`, null, { ids: { pmid: `https://pubmed.ncbi.nlm.nih.gov/7${n}` }, pmid: `/7${n}` })))
    const keys = [...numbers.map((n) => `openalex:W${n}`), ...numbers.map((n) => `pmid:7${n}`)]
    const { result, requests } = converse(lookup(ids(keys)), server(works))
    expect(requests.map(shown)).toEqual(['openalex:W1|W2|W3|W4|W5', 'ids.pmid:71|72|73|74|75'])
    expect(outcome(result)).toEqual([...numbers.map((n) => `openalex:W${n}=W${n}`), ...numbers.map((n) => `pmid:7${n}=W1${n}`)])
  })
  it('fifty in a list, and the rest in another', () => {
    const all = dois(51)
    const { requests } = converse(lookup(ids(all.map((doi) => `doi:${doi}`))), server(all.map((doi, n) => work(`W${n + 1}`, doi))))
    expect(requests.map(shown)).toEqual([`doi:${all.slice(0, 50).join('|')}`, `doi:${all[50]}`])
  })
  it('fewer when they are long: an address has its limits', () => {
    const long = Array.from({ length: 40 }, (_, n) => `10.5555/${'x'.repeat(100)}${n + 10}`)
    const { requests } = converse(lookup(ids(long.map((doi) => `doi:${doi}`))), server(long.map((doi, n) => work(`W${n + 1}`, doi))))
    expect(requests.map((request) => (parameter(request, 'filter') ?? '').split('|').length)).toEqual([26, 14])
  })
  it('of two works with one DOI the first counts', () => {
    const works = [work('W8', '10.5555/x0'), ...dois(5).map((doi, n) => work(`W${n + 1}`, doi))]
    const found = converse(lookup(ids(dois(5).map((doi) => `doi:${doi}`))), [answered(openalexList(works))]).result
    expect(outcome(found)).toContain('doi:10.5555/x0=W8')
  })
  it.each(['10.5555/a,b', '10.5555/a|b', '10.5555/a!b', '10.5555/a"b'])('%s cannot stand in a list', (doi) => {
    const works = dois(5).map((each, n) => work(`W${n + 1}`, each))
    const { requests } = converse(lookup(ids([...dois(5), doi].map((each) => `doi:${each}`))), server(works))
    expect(requests.map(shown)).toEqual([`doi:${dois(5).join('|')}`, `/works/doi:${doi}`])
  })
})

describe('lookups that fail', () => {
  it.each([
    ['throttled', 'throttled'],
    ['bad-request', 'failed'],
    ['broken', 'failed'],
    ['refused', 'skipped'],
  ] as const)('%s: %s', (kind, result) => {
    expect(converse(lookup(ids(['doi:10.5555/x'])), [faulted(kind, 'why')]).result).toEqual({ outcome: result, reason: 'why' })
  })
  it('a list is no answer to a question for one work', () => {
    expect(converse(lookup(ids(['openalex:W1'])), [answered(openalexList([]))]).result).toEqual({
      outcome: 'failed',
      reason: 'OpenAlex answered with a list instead of the work W1',
    })
  })
  it('what one is refused for, another may not be', () => {
    const replies = [faulted('bad-request', 'odd'), answered(work('W2', null))]
    expect(converse(lookup(ids(['doi:10.5555/x', 'openalex:W2'])), replies).result).toMatchObject({
      outcome: 'answered',
      unanswered: new Map([['doi:10.5555/x', 'odd']]),
    })
  })
  it('whatever else fails is not tried again with the others', () => {
    const replies = [answered(work('W1', null)), faulted('throttled', 'why')]
    const { result, requests } = converse(lookup(ids(['openalex:W1', 'openalex:W2', 'openalex:W3'])), replies)
    expect(requests).toHaveLength(2)
    expect(outcome(result)).toEqual(['openalex:W1=W1'])
    expect(result).toMatchObject({
      unanswered: new Map([
        ['openalex:W2', 'why'],
        ['openalex:W3', 'why'],
      ]),
    })
  })
  it('a list that fails: its works are unanswered, the next list is asked', () => {
    const all = dois(55)
    const found = all.slice(50).map((doi, n) => work(`W${n + 1}`, doi))
    const { result, requests } = converse(lookup(ids(all.map((doi) => `doi:${doi}`))), [
      faulted('broken', 'why'),
      answered(openalexList(found)),
    ])
    expect(requests).toHaveLength(2)
    expect(outcome(result)).toHaveLength(5)
    expect(result).toMatchObject({ unanswered: new Map(all.slice(0, 50).map((doi) => [`doi:${doi}`, 'why'])) })
  })
  it('a list that is refused: its works are asked for alone', () => {
    const keys = dois(5).map((doi) => `doi:${doi}`)
    const { result } = converse(lookup(ids(keys)), (request, place) =>
      place === 0 ? faulted('bad-request') : answered(work(`W1${request.path.at(-1)}`, null)),
    )
    expect(outcome(result)).toEqual(keys.map((key) => `${key}=W1${key.at(-1)}`))
  })
})
