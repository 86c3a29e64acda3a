import { describe, expect, test } from 'vitest'
import type { ApiSource } from '../core/api-source.ts'
import { type Asked, askEverything, keyedSettings, secretKey, wrongWith } from '../testing/ask-everything.ts'
import { answered, response } from '../testing/converse.ts'
import { everySource, madeUpAnswers } from '../testing/made-up-answers.ts'
import { hasRecordedAnswers, recordedAnswer, recordedAnswersOf } from '../testing/recorded-answers.ts'
import { readOpenAccess, unpaywallPolicy } from './unpaywall.ts'

const folders = ['arxiv', 'openalex', 'crossref', 'pubmed', 'semanticscholar', 'unpaywall', 'websearch', '_observed']
const isFailure = ({ outcome }: Asked) => outcome === 'failed' || outcome === 'throttled' || outcome === 'skipped'
/** Answers that say that there is nothing. */
const isEmpty = ({ outcome, records }: Asked) => outcome === 'none' || (outcome === 'answered' && records.length === 0)

/** Whether a recorded answer can be one of the source's own: those of web engines look alike. */
function isOwn({ name, title }: ApiSource, file: string): boolean {
  if (file.startsWith('_observed/')) return false
  return name === 'web' ? file.startsWith(`websearch/`) : file.startsWith(`${title.toLowerCase().replaceAll(' ', '')}/`)
}

/** What says that there is nothing, in the form "kind of question: file". Lookups name none of the ids that are asked for. */
const recordedAsEmpty: { readonly [title: string]: readonly string[] } = {
  arXiv: ['search, title: arxiv/empty-unknown-id-0000.0000.xml', 'search, title: arxiv/empty-unknown-id-0808.05394.xml'],
  PubMed: ['search, title: pubmed/esearch-zero-hits-warnings.xml'],
  OpenAlex: [],
  Crossref: ['search, title: crossref/empty-prefix-works.json', 'search, title: crossref/empty-search.json'],
  'Semantic Scholar': ['search, title, backward, forward: semanticscholar/empty-search-no-data-key.json'],
}

describe.skipIf(!hasRecordedAnswers)('recorded answers of any API', () => {
  const files = folders.flatMap(recordedAnswersOf)

  test.each(everySource)('$title: none leads to a wrong record or message', (source) => {
    for (const { file, status } of files)
      for (const each of new Set([status, 200]))
        for (const asked of askEverything(source, response(recordedAnswer(file), each))) expect(wrongWith(asked), file).toEqual([])
  })

  test.each(everySource)('$title: what another API says is never an empty answer', (source) => {
    for (const { file } of files.filter(({ file }) => !isOwn(source, file)))
      for (const asked of askEverything(source, response(recordedAnswer(file))))
        expect(isEmpty(asked), `${asked.kind}: ${file}`).toBe(false)
  })

  test.each(everySource)('$title: of its own answers those alone are empty that say so', (source) => {
    const empty = files
      .filter(({ file, status }) => isOwn(source, file) && status === 200)
      .flatMap(({ file }) => {
        const kinds = askEverything(source, response(recordedAnswer(file)))
          .filter((asked) => asked.kind !== 'lookup' && isEmpty(asked) && asked.unresolved === 0)
          .map(({ kind }) => kind)
        return kinds.length === 0 ? [] : [`${kinds.join(', ')}: ${file}`]
      })
    expect(empty.filter((row) => !row.startsWith('backward: '))).toEqual(recordedAsEmpty[source.title] ?? [])
  })

  test.each(everySource)('$title: an error of its own finds nothing', (source) => {
    for (const { file, status } of files.filter(({ file, status }) => status !== 200 || file.startsWith('_observed/')))
      for (const asked of askEverything(source, response(recordedAnswer(file), status))) {
        expect(asked.records, file).toEqual([])
        // Only a 404 can say that there is no such work.
        if (status !== 404) expect(isFailure(asked), `${asked.kind}: ${file}`).toBe(true)
        if (asked.kind === 'search') expect(isFailure(asked), file).toBe(true)
      }
  })
})

const long = 'All of this went wrong. '.repeat(100)
const noAnswers: readonly unknown[] = [
  '',
  ' \n',
  'null',
  '[]',
  '{}',
  '"text"',
  '7',
  'true',
  '\u0000\u0001',
  '\uFEFF',
  'Rate exceeded.',
  'upstream connect error or disconnect/reset before headers',
  '<!DOCTYPE html><html><head><title>Sign in &lt;b&gt;here&lt;/b&gt;</title></head><body>No results</body></html>',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  `<!-- ${'x'.repeat(2000)} --><html><title>${long}</title></html>`,
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access <b>denied</b></Message></Error>',
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>A blog</title></feed>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>A blog</title><entry><id>https://blog.example.org/1</id><title>Post</title></entry></feed>',
  '<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed><title>&b;</title></feed>',
  '{"results": [',
  { results: null },
  { results: {} },
  { results: 'none', meta: { count: 0 } },
  { message: 'Internal server error' },
  { message: `${long}<script>alert(1)</script>` },
  { message: { items: null } },
  { message: { items: {}, 'total-results': 0 } },
  { error: 'boom' },
  { error: { code: 500, message: long } },
  { errors: [{ message: 'boom' }], data: null },
  { detail: 'Not Found' },
  { detail: [{ loc: ['query', 'k'], msg: 'too large', type: 'x' }] },
  { status: 'error', message: 'boom' },
  { statusCode: 503, message: 'Service Unavailable' },
  { esearchresult: {} },
  { esearchresult: { count: '3', idlist: [] } },
  { esearchresult: { count: '3', idlist: [null, 'x y', {}] } },
  { esearchresult: { ERROR: 'Search Backend failed' } },
  { data: {} },
  { data: 'x', total: 0 },
  { total: 3, offset: 0 },
  { total: 3, offset: 0, data: [] },
  { total: 3, offset: 0, data: null },
  { total: '3', data: [null, 7, {}] },
  { message: { items: [], 'total-results': 12 } },
  { message: { items: [null, 7, {}], 'total-results': 3 } },
  { meta: { count: 3 }, results: [null, 7, {}] },
  { web: null, type: 'search' },
  { web: { results: null }, type: 'search' },
  { organic: null, searchParameters: {} },
  { organic: {}, searchParameters: {} },
]

/** An empty list beside a count: an empty answer of those that have no count. */
const countsAndSendsNone = { meta: { count: 12 }, results: [] }
const countless: readonly string[] = ['Tavily', 'SearXNG', 'ClueWeb22', 'FineWeb']

test.each(everySource)('$title: what is no answer has failed, whatever was asked', (source) => {
  for (const body of countless.includes(source.title) ? noAnswers : [...noAnswers, countsAndSendsNone]) {
    const shown = JSON.stringify(body).slice(0, 80)
    for (const asked of askEverything(source, response(body))) {
      expect(wrongWith(asked), shown).toEqual([])
      expect(isFailure(asked), `${asked.kind} ${asked.outcome}: ${shown}`).toBe(true)
    }
  }
})

test.each(everySource)('$title: no status makes an answer of an error', (source) => {
  for (const status of [400, 401, 402, 403, 408, 418, 422, 429, 432, 500, 502, 503, 504])
    for (const body of [...noAnswers, `key ${secretKey.slice(0, 3)} refused`])
      for (const asked of askEverything(source, response(body, status))) {
        expect(wrongWith(asked), `${status}`).toEqual([])
        expect(isFailure(asked), `${asked.kind} ${status}: ${JSON.stringify(body).slice(0, 80)}`).toBe(true)
      }
})

test('Unpaywall: what is no answer has no copies and is a fault', () => {
  const { faultOf } = unpaywallPolicy(keyedSettings)
  const recorded = folders.filter((folder) => folder !== 'unpaywall').flatMap(recordedAnswersOf)
  for (const body of [...noAnswers, countsAndSendsNone, ...recorded.map(({ file }) => recordedAnswer(file))]) {
    const shown = JSON.stringify(body).slice(0, 80)
    expect(faultOf(response(body)), shown).toMatchObject({
      kind: expect.stringMatching(/./),
      message: expect.stringMatching(/^.{10,400}$/),
    })
    expect(readOpenAccess(answered(body)), shown).toMatchObject({ fault: { kind: 'unreadable' } })
  }
})

describe.each(madeUpAnswers)('$source.title', ({ source, nothing, list }) => {
  const [search] = askEverything(source, response(nothing))

  test('an empty answer is none', () => expect(search).toMatchObject({ kind: 'search', outcome: 'none', records: [] }))

  test.each([{ error: 'boom' }, { error: { message: 'boom' } }, { statusCode: 500, message: 'boom' }])(
    '%j beside it is a failure',
    (error) => {
      const [asked] = askEverything(source, response({ ...(nothing as object), ...error }))
      expect(asked).toMatchObject({ kind: 'search', outcome: expect.stringMatching(/failed|throttled/) })
    },
  )

  test('works without a title only have failed', () => {
    const works = [1, 2].map((number) => ({
      number,
      title: source.name === 'open-corpus' ? ' ' : null,
      abstract: source.name === 'open-corpus' ? ' ' : 'x',
    }))
    expect(askEverything(source, response(list(works)))[0]).toMatchObject({ outcome: 'failed' })
  })
})
