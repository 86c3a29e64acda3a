import { type Record, record } from '@winnow/contracts/entities/record.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import { describe, expect, test } from 'vitest'
import type { ApiSource } from '../core/api-source.ts'
import { sourceEnvironment } from '../source-settings.ts'
import { answered, converse, response } from '../testing/converse.ts'
import { hasRecordedAnswers, recordedAnswer, recordedAnswersOf } from '../testing/recorded-answers.ts'
import { clueweb } from './open-corpus/open-corpus.ts'
import { semanticScholar } from './semantic-scholar/semantic-scholar.ts'
import { openAccessRequest, readOpenAccess, unpaywallPolicy } from './unpaywall.ts'
import { brave } from './web/brave.ts'
import { searxng } from './web/searxng.ts'
import { serper } from './web/serper.ts'
import { tavily } from './web/tavily.ts'

const settings = sourceEnvironment.parse({ WINNOW_SEARXNG_URL: 'http://localhost:1', WINNOW_CONTACT: 'me@example.org' })
const ask = { query: 'x', limit: 1000, fromYear: null, toYear: null }

/** Records fit the contract, have ids of their own and no markup in their titles. */
function expectSound(records: readonly Record[]) {
  for (const found of records) expect(record.safeParse(found).error).toBeUndefined()
  expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(records.length)
  expect(records.filter(({ title }) => title === '' || /<[a-z/]|&[a-z]+;|&#/i.test(title))).toEqual([])
}

/** Hits of the first page that a source makes of a recorded answer; further pages are empty. */
function recordsOf(source: ApiSource, file: string, empty: unknown): readonly Record[] {
  const { result } = converse(source.api.search(ask), (_request, n) => answered(n === 0 ? recordedAnswer(file) : empty))
  if (!('records' in result)) throw new Error(result.reason)
  expectSound(result.records)
  return result.records
}

describe.skipIf(!hasRecordedAnswers)('recorded answers (beside the repository)', () => {
  test.each<[file: string, source: ApiSource, count: number, first: string]>([
    ['websearch/tavily-basic.json', tavily, 5, 'https://medium.com/ai-agent-insider/pydantic-ai-agent-framework-02b138e8db71'],
    ['websearch/tavily-include-domains.json', tavily, 5, 'https://arxiv.org/abs/2507.13043'],
    ['websearch/tavily-max-results.json', tavily, 2, 'https://arxiv.org/abs/2601.03329'],
    ['websearch/brave-laravel.json', brave, 17, 'https://laravel.com/'],
    ['websearch/brave-laravel-news.json', brave, 18, 'https://laravel-news.com/'],
    [
      'websearch/serper-search.json',
      serper,
      9,
      'https://pagesix.com/2023/01/29/olivia-wilde-hugs-it-out-with-jason-sudeikis-after-harry-styles-split/',
    ],
    [
      'websearch/searxng-search.json',
      searxng,
      6,
      'https://www.reddit.com/r/SeveranceAppleTVPlus/comments/1idlrtq/what_other_shows_do_you_rate_as_highly_as_or/',
    ],
    ['semanticscholar/search-page1.json', semanticScholar, 100, '7cbc2a7843411a1768ab762930707af0a3c33a19'],
    ['semanticscholar/search-2026-03.json', semanticScholar, 100, ''],
  ])('%s', (file, source, count, first) => {
    const records = recordsOf(source, file, { results: [], searchParameters: {}, type: 'search', total: 0 })
    expect(records).toHaveLength(count)
    if (first !== '') expect(records[0]?.recordId).toBe(first)
    expect(records.every(({ source: id }) => id === source.name)).toBe(true)
  })

  test('every recorded hit of an engine is kept but for pages that come twice', () => {
    const arxiv = recordsOf(tavily, 'websearch/tavily-include-domains.json', {})
    expect(arxiv.map(({ ids }) => ids.arxiv)).toEqual(['2507.13043', '2505.13499', '2507.13043', '2601.03290', '2505.21057'])
    const years = recordsOf(brave, 'websearch/brave-laravel.json', { type: 'search' }).map(({ year }) => year)
    expect(years.filter((year) => year === undefined)).toHaveLength(4)
  })

  test.each(recordedAnswersOf('semanticscholar').filter(({ status }) => status >= 400))('$file is a fault', ({ file, status }) => {
    const fault = semanticScholar.policy(settings).faultOf(response(recordedAnswer(file), status))
    expect(fault?.kind).toBe(status === 404 ? 'not-found' : status === 403 ? 'unauthorised' : 'bad-request')
    expect(fault?.message.length).toBeGreaterThan(20)
  })

  const asked = recordedAnswersOf('semanticscholar').filter(
    ({ file, status }) => status < 400 && !/\/(?:recommendations|author)\.json$/.test(file),
  )
  test.each(asked)('$file is an answer', ({ file }) => {
    expect(semanticScholar.policy(settings).faultOf(response(recordedAnswer(file)))).toBeNull()
  })

  test.each([
    ['paper-addr.2015.01.008', '10.1016/j.addr.2015.01.008'],
    ['paper-arxiv-not-open-access', '10.48550/arxiv.2312.07559'],
    ['paper-closed', '10.1023/a:1007154515475'],
    ['paper-full', '10.1038/s42256-024-00832-8'],
    ['paper-no-authors-empty-pdf-url', '10.1007/s40278-023-41815-2'],
    ['paper-pnas.1414271111', '10.1073/pnas.1414271111'],
    ['paper-xgen.2025.100814', '10.1016/j.xgen.2025.100814'],
  ])('lookup: %s', (file, doi) => {
    const { lookup } = semanticScholar.api
    if (lookup === undefined) throw new Error('no lookup')
    const { result } = converse(lookup([{ scheme: 'doi', value: doi }]), [answered(recordedAnswer(`semanticscholar/${file}.json`))])
    if (result.outcome !== 'answered') throw new Error(result.reason)
    const records = [...result.records.values()]
    expectSound(records)
    expect(records.map(({ ids }) => ids.doi)).toEqual([doi])
  })

  test.each([
    ['backward', ['references-page1', 'references-last-page'], 44, 23],
    ['forward', ['citations-page1', 'citations-last-page'], undefined, 4],
  ] as const)('%s: %j', (direction, files, count, unresolved) => {
    const follow = semanticScholar.api[direction]
    if (follow === undefined) throw new Error(`no ${direction}`)
    const work: Record = { recordId: 'x', source: 'semantic-scholar', ids: {}, title: 'T', authors: [], type: 'article' }
    const { result } = converse(
      follow(work, 1000),
      files.map((file) => answered(recordedAnswer(`semanticscholar/${file}.json`))),
    )
    if (!('records' in result)) throw new Error(result.reason)
    expectSound(result.records)
    expect(result).toMatchObject({ outcome: 'hits', unresolved })
    if (count !== undefined) expect(result.records).toHaveLength(count)
  })

  test.each<[file: string, status: number, policy: SourcePolicy, kind: string]>([
    ['s2-429', 429, semanticScholar.policy(settings), 'throttled'],
    ['tavily-432-plan-limit', 432, tavily.policy(settings), 'budget-spent'],
    ['brave-422-bad-token', 422, brave.policy(settings), 'unauthorised'],
    ['serper-403', 403, serper.policy(settings), 'unauthorised'],
    ['opencorpus-401', 401, clueweb.policy(settings), 'unauthorised'],
  ])('observed: %s is %s', (file, status, policy, kind) => {
    expect(policy.faultOf(response(recordedAnswer(`_observed/${file}.json`), status))?.kind).toBe(kind)
  })

  test.each(recordedAnswersOf('unpaywall'))('$file', ({ file }) => {
    const body = recordedAnswer(file)
    const policy = unpaywallPolicy(settings)
    expect(policy.dress(openAccessRequest('10.5555/x')).path).toBe('/v2/10.5555/x')
    expect(policy.faultOf(response(body))).toBeNull()
    expect(readOpenAccess(answered(body))).toHaveProperty('links')
  })
})
