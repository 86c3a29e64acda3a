import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import type { ApiSource } from '../core/api-source.ts'
import { sourceEnvironment } from '../source-settings.ts'
import { atomFeed } from '../testing/atom-feed.ts'
import { answered, converse, parameter, response } from '../testing/converse.ts'
import { openalexWork } from '../testing/openalex-works.ts'
import { arxiv } from './arxiv/arxiv.ts'
import { crossref } from './crossref/crossref.ts'
import { openalex } from './openalex/openalex.ts'
import { pubmed } from './pubmed/pubmed.ts'
import { semanticScholar } from './semantic-scholar/semantic-scholar.ts'

const settings = sourceEnvironment.parse({})
const work = (source: string, recordId: string): Record => ({ recordId, source, ids: {}, title: 'T', authors: [], type: 'article' })
const ask = { query: 'rivers', limit: 10, fromYear: null, toYear: null }
const article = (parts: object) => ({ DOI: '10.5555/1', type: 'journal-article', ...parts })
const items = (list: readonly unknown[], total: number = list.length) => ({
  status: 'ok',
  message: { 'total-results': total, items: list },
})
const found = (count: string, idlist: readonly unknown[]) => ({ esearchresult: { count, idlist } })

type Question = 'search' | 'findTitle' | 'backward' | 'forward'

/** The outcome of a question that has one answer. */
function outcome({ api, name }: ApiSource, question: Question, body: unknown): object {
  const known = work(name, name === 'crossref' ? '10.5555/1' : '1')
  const conversation = {
    search: () => api.search(ask),
    findTitle: () => api.findTitle?.('Rivers'),
    backward: () => api.backward?.(known, 10),
    forward: () => api.forward?.(known, 10),
  }[question]()
  if (conversation === undefined) throw new Error(`${name} has no ${question}`)
  return converse<object>(conversation, [answered(body)]).result
}

test.each<[what: string, source: ApiSource, question: Question, body: unknown, reason: string]>([
  ['a count without works', crossref, 'search', items([], 12), 'Crossref counts 12 works and sent none from number 1 on'],
  ['a count without works', crossref, 'findTitle', items([], 1), 'Crossref counts 1 works and sent none from number 1 on'],
  [
    'works without a title',
    crossref,
    'search',
    items([article({ title: [] })]),
    'Crossref answered only with works that lack a DOI or a title (1)',
  ],
  [
    'works without a title',
    crossref,
    'findTitle',
    items([article({}), { DOI: '10.5555/2', type: 'component' }]),
    'Crossref answered only with works that lack a DOI or a title (1)',
  ],
  [
    'another work',
    crossref,
    'backward',
    { status: 'ok', message: article({ DOI: '10.5555/2', reference: [] }) },
    'Crossref answered in an unknown shape, without the work that was asked for',
  ],
  ['a count without ids', pubmed, 'search', found('3', []), 'PubMed counts 3 hits and named none from number 1 on'],
  ['ids that can be none', pubmed, 'search', found('2', ['1 2', 'x', null, '']), 'PubMed counts 2 hits and named none from number 1 on'],
  [
    'a count without ids',
    pubmed,
    'search',
    '<eSearchResult><Count>1</Count><IdList><Id>x</Id></IdList></eSearchResult>',
    'PubMed counts 1 hits and named none from number 1 on',
  ],
  ['a count without ids', pubmed, 'findTitle', found('1', []), 'PubMed counts 1 hits and named none from number 1 on'],
  [
    'a count without papers',
    semanticScholar,
    'search',
    { total: 1, offset: 0, data: [] },
    'Semantic Scholar counts 1 papers and sent none from number 1 on',
  ],
  [
    'null without a count',
    semanticScholar,
    'search',
    { data: null },
    'Semantic Scholar answered in an unknown shape, without a list of papers',
  ],
  [
    'null for a list',
    semanticScholar,
    'findTitle',
    { data: null },
    'Semantic Scholar answered in an unknown shape, without a list of papers',
  ],
  [
    'papers without a title',
    semanticScholar,
    'findTitle',
    { data: [null, { paperId: 'x' }] },
    'Semantic Scholar answered only with papers that lack an id or a title (2)',
  ],
  [
    'another list',
    semanticScholar,
    'backward',
    { data: [{ citingPaper: { paperId: 'x', title: 'T' } }] },
    'Semantic Scholar answered with another list than the references of the work',
  ],
  [
    'another list',
    semanticScholar,
    'forward',
    { data: [{ paperId: 'x', title: 'T' }, null] },
    'Semantic Scholar answered with another list than the citations of the work',
  ],
])('%s is no empty answer: $1.title $2 %#', (_what, source, question, body, reason) => {
  expect(outcome(source, question, body)).toEqual({ outcome: 'failed', reason })
})

test.each<[what: string, source: ApiSource, question: Question, body: unknown]>([
  ['no works', crossref, 'search', items([])],
  ['no works', crossref, 'findTitle', items([])],
  ['figures only', crossref, 'search', items([article({ type: 'component' })])],
  ['figures only', crossref, 'findTitle', items([article({ type: 'component' })])],
  ['the work without references', crossref, 'backward', { status: 'ok', message: article({}) }],
  ['no ids', pubmed, 'search', found('0', [])],
  ['no papers', semanticScholar, 'search', { total: 0, offset: 0 }],
  ['no papers', semanticScholar, 'search', { total: 0, offset: 0, data: [] }],
  ['no papers', semanticScholar, 'search', { total: 0, offset: 0, data: null }],
  ['a list that is kept back', semanticScholar, 'backward', { data: null }],
  ['a paper that is not resolved', semanticScholar, 'backward', { data: [{ citedPaper: null }] }],
  ['one odd row beside it', semanticScholar, 'backward', { data: [{ citedPaper: null }, {}] }],
])('%s are none: $1.title $2 %#', (_what, source, question, body) => {
  expect(outcome(source, question, body)).toMatchObject({ outcome: 'none', records: [] })
})

const blog = '<title>Post</title>'
test.each<[what: string, source: ApiSource, body: unknown, fault: object | null]>([
  [
    'a feed that counts nothing and has no entry',
    arxiv,
    atomFeed([], null),
    { kind: 'unreadable', message: 'arXiv answered with a feed that is none of its results' },
  ],
  [
    'a feed of posts',
    arxiv,
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>https://blog.example.org/1</id>${blog}</entry></feed>`,
    { kind: 'unreadable' },
  ],
  ['a feed that counts 0', arxiv, atomFeed([], 0), null],
  ['a feed with one paper of two entries, not counted', arxiv, atomFeed(['x', '2001.00001'], null), null],
  ['an error beside an empty list', openalex, { meta: { count: 0 }, results: [], error: { message: 'boom' } }, { kind: 'unreadable' }],
  ['a status beside an empty list', openalex, { meta: { count: 0 }, results: [], statusCode: 500 }, { kind: 'unreadable' }],
  [
    'an error beside an empty list',
    crossref,
    { ...items([]), error: 'boom' },
    { kind: 'unreadable', message: 'Crossref answered in an unknown shape' },
  ],
  [
    'an error beside an empty list',
    semanticScholar,
    { total: 0, offset: 0, error: 'boom' },
    { kind: 'unreadable', message: 'Semantic Scholar answered with an error: boom' },
  ],
])('%s: $1.title %#', (_what, source, body, fault) => {
  const judged = source.policy(settings).faultOf(response(body))
  if (fault === null) expect(judged).toBeNull()
  else expect(judged).toMatchObject(fault)
})

test('an empty page is the end when the count has shrunk to what came', () => {
  const page = (request: Parameters<typeof parameter>[0]) =>
    parameter(request, 'offset') === '0' ? items([article({ title: ['T'] })], 5) : items([], 1)
  expect(converse(crossref.api.search(ask), (request) => answered(page(request))).result).toMatchObject({
    outcome: 'hits',
    records: { length: 1 },
  })
})

test('an empty page before the last hit makes an answer that is not whole', () => {
  const page = (request: Parameters<typeof parameter>[0]) =>
    parameter(request, 'offset') === '0' ? items([article({ title: ['T'] })], 5) : items([], 5)
  expect(converse(crossref.api.search(ask), (request) => answered(page(request))).result).toMatchObject({
    outcome: 'truncated',
    records: { length: 1 },
    note: 'not whole: Crossref counts 5 works and sent none from number 2 on',
  })
})

test('a work of OpenAlex without a title does not hide those behind it', () => {
  const page = (number: string | undefined) => ({
    meta: { count: 2, per_page: 1 },
    results: [openalexWork(`W${number}`, number === '1' ? { title: null } : {})],
  })
  const { result } = converse(openalex.api.search({ ...ask, limit: 1 }), (request) => answered(page(parameter(request, 'page'))))
  expect(result).toMatchObject({ outcome: 'hits', records: [{ recordId: 'W2' }] })
})

test('references of Semantic Scholar that never end are left after 20,000 rows', () => {
  const { result, requests } = converse(
    semanticScholar.api.backward?.(work('semantic-scholar', 'p'), 1000) ?? openalex.api.search(ask),
    (request) => answered({ next: Number(parameter(request, 'offset')) + 1000, data: [{ citedPaper: null }] }),
  )
  expect(requests).toHaveLength(20)
  expect(result).toMatchObject({ unresolved: 20 })
})
