import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { SearchRequest, SourceAnswer, SourceContext } from '@winnow/search-gateway/core/source.ts'
import { openalex } from '@winnow/search-gateway/sources/openalex/openalex.ts'
import { semanticScholar } from '@winnow/search-gateway/sources/semantic-scholar/semantic-scholar.ts'
import { tavily } from '@winnow/search-gateway/sources/web/tavily.ts'
import { webEngine } from '@winnow/search-gateway/sources/web/web-engine.ts'
import { describe, expect, test } from 'vitest'
import { testSources } from '../testing/command-line.ts'
import { checked, checkSource, named } from './check-source.ts'
import { askable } from './check-sources.ts'

const settings = testSources()
const never = new AbortController().signal
const limits = { limitMs: 60_000, signal: never }
const record: Record = { recordId: 'r', source: 'openalex', ids: {}, title: 'A paper', authors: [], type: 'article' }
const hit: SourceAnswer = { outcome: 'truncated', records: [record], total: 9, unresolved: 0 }

/** Opens every source as one that does what is given, and keeps what was asked of whom. */
function opened(search: (context: SourceContext) => Promise<SourceAnswer>) {
  const asked: { source: ApiSource; request: SearchRequest; context: SourceContext }[] = []
  const open = (source: ApiSource) => ({
    name: source.name,
    search: (request: SearchRequest, context: SourceContext) => {
      asked.push({ source, request, context })
      return search(context)
    },
  })
  return { open, asked }
}

describe('checkSource', () => {
  test('asks one small question, of the source itself, once', async () => {
    const { open, asked } = opened(async () => hit)
    expect(await checkSource(openalex, settings, open, limits)).toEqual({
      source: 'openalex',
      title: 'OpenAlex',
      state: 'ok',
      detail: 'answered: A paper',
      fix: null,
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.request).toEqual({ query: 'neural networks', limit: 1, fromYear: null, toYear: null })
    expect(asked[0]?.context).toMatchObject({ libraries: [], validSince: Number.POSITIVE_INFINITY })
    const policy = asked[0]?.source.policy(settings)
    expect(policy).toMatchObject({ throttleWaitsMs: [], baseUrl: openalex.policy(settings).baseUrl })
  })

  test('one that is not configured is not asked', async () => {
    const { open, asked } = opened(async () => hit)
    const check = await checkSource(semanticScholar, settings, open, limits)
    expect(check).toMatchObject({ source: 'semantic-scholar', state: 'not configured', fix: null })
    expect(check.detail).toContain('SEMANTIC_SCHOLAR_API_KEY')
    expect(asked).toEqual([])
  })

  test('an error is a failure', async () => {
    const { open } = opened(() => Promise.reject(new Error('the database is gone')))
    expect(await checkSource(openalex, settings, open, limits)).toMatchObject({ state: 'failed', detail: 'the database is gone' })
  })

  test('no answer in time is a failure', async () => {
    const { open } = opened(() => new Promise(() => undefined))
    const check = await checkSource(openalex, settings, open, { limitMs: 20, signal: never })
    expect(check).toMatchObject({ state: 'failed', detail: 'no answer within 0.02 s' })
  })

  test('the user ends it', async () => {
    const user = new AbortController()
    const { open } = opened(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
    const check = checkSource(openalex, settings, open, { limitMs: 60_000, signal: user.signal })
    user.abort()
    expect(await check).toMatchObject({ state: 'skipped', detail: 'interrupted' })
  })
})

describe('checked', () => {
  test('no hits are an answer', () => {
    const none: SourceAnswer = { outcome: 'none', records: [], total: 0, unresolved: 0 }
    expect(checked(openalex, settings, none)).toMatchObject({ state: 'ok', detail: 'answered: no hits for “neural networks”', fix: null })
  })

  test.each([
    ['throttled', /^wait, then try again; OpenAlex needs: nothing/],
    ['failed', /^check the network, a proxy, and what OpenAlex needs: nothing .*; runs go on without it$/],
    ['skipped', /^wait, then try again; runs go on without it$/],
  ] as const)('%s', (outcome, fix) => {
    expect(checked(openalex, settings, { outcome, reason: 'why' })).toMatchObject({
      source: 'openalex',
      state: outcome,
      detail: 'why',
      fix: expect.stringMatching(fix),
    })
  })

  test('offline: what is skipped was not asked for that reason', () => {
    const offline = testSources({ WINNOW_OFFLINE: '1' })
    expect(checked(openalex, offline, { outcome: 'skipped', reason: 'why' }).fix).toBe('leave out --offline, or unset WINNOW_OFFLINE')
    expect(checked(openalex, offline, { outcome: 'failed', reason: 'why' }).fix).toContain('check the network')
  })
})

test('an engine of "web" is named; no engine is none', () => {
  expect(named(tavily)).toEqual({ source: 'web', engine: 'tavily', title: 'Tavily' })
  expect(named(webEngine(settings))).toEqual({ source: 'web', title: 'Web search' })
  expect(named(openalex)).toEqual({ source: 'openalex', title: 'OpenAlex' })
})

describe('askable', () => {
  const names = (variables: { readonly [name: string]: string }) =>
    askable(testSources(variables)).map((source) => named(source).engine ?? source.name)
  const others = ['openalex', 'crossref', 'arxiv', 'pubmed', 'semantic-scholar', 'open-corpus']

  test('"web" itself where no engine is configured', () => {
    expect(names({}).toSorted()).toEqual([...others, 'web'].toSorted())
  })

  test('every engine that is', () => {
    expect(names({ TAVILY_API_KEY: 'k', WINNOW_SEARXNG_URL: 'http://h' }).toSorted()).toEqual([...others, 'searxng', 'tavily'].toSorted())
  })
})
