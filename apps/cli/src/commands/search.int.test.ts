import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testContext, testSources, winnow } from '../testing/command-line.ts'
import { startWorldBench, type Variables, type WorldBench, winnowJson } from '../testing/world-bench.ts'

let bench: WorldBench
let config: Config

beforeAll(async () => {
  bench = await startWorldBench()
})
beforeEach(async () => {
  config = await bench.newConfig()
})
afterEach(() => bench.world.clearFaults())
afterAll(() => bench.stop())

const json = (argv: readonly string[], within = config) => winnowJson(within, argv)
const having = (variables: Variables): Config => ({ ...config, sources: bench.settings(variables) })
const offline = (): Config => having({ WINNOW_OFFLINE: '1' })

const search = (...argv: string[]) => json(['search', 'soil water', '--source', 'openalex', ...argv])

test('hits: exit 0, as many as were asked for, each with an address; the contact is told', async () => {
  const { code, said, reply } = await search('--limit', '3')
  expect([code, said]).toEqual([0, ''])
  expect(reply).toMatchObject({ source: 'openalex', query: 'soil water', outcome: 'truncated', total: expect.any(Number) })
  expect(reply.records).toHaveLength(3)
  for (const record of reply.records) {
    expect(record.title).toMatch(/^Water in Soil/)
    expect(record.url).toMatch(/^https:\/\//)
  }
  expect(reply).not.toHaveProperty('error')
  const asked = bench.world.log.at(-1)
  expect(`${asked?.userAgent} ${asked?.path}`).toContain('a@example.org')
})

test('years are asked for', async () => {
  const { reply } = await search('--from', '2003', '--to', '2004')
  expect(new Set(reply.records.map(({ year }: { year: number }) => year))).toEqual(new Set([2003, 2004]))
})

test('none: exit 0', async () => {
  const { code, reply } = await json(['search', 'zzyzx quux', '--source', 'crossref'])
  expect([code, reply]).toEqual([0, { source: 'crossref', query: 'zzyzx quux', outcome: 'none', total: 0, records: [] }])
})

test.each([
  ['budget', 'throttled', /budget/i],
  ['unauthorised', 'failed', /key/],
  ['html', 'failed', /./],
] as const)('%s: exit 3, with the reason, and no records', async (fault, outcome, why) => {
  bench.world.fault('openalex', fault)
  const { code, reply } = await search()
  expect([code, reply]).toEqual([
    3,
    { source: 'openalex', query: 'soil water', outcome, total: null, records: [], error: expect.stringMatching(why) },
  ])
})

test('for a person: hits go to standard output, a failure to standard error', async () => {
  const hits = await winnow(config, ['search', 'soil', 'water', '--source', 'openalex', '--limit', '1'])
  expect(hits).toMatchObject({ code: 0, said: '', printed: expect.stringMatching(/^OpenAlex: 1 of \d+ hits\n\n1\. Water in Soil/) })
  bench.world.fault('openalex', 'unauthorised')
  const failure = await winnow(config, ['search', 'other', '--source', 'openalex'])
  expect(failure).toMatchObject({ code: 3, printed: '', said: expect.stringMatching(/^OpenAlex did not answer \(failed\): /) })
})

test('"web" takes the engine that is configured; an engine may be named', async () => {
  const engine = createServer((_, response) => {
    const results = [{ url: 'https://p.example/a', title: 'A page', content: 'Words.' }]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }))
  }).listen(0, '127.0.0.1')
  await once(engine, 'listening')
  const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
  const within = having({ TAVILY_API_KEY: 'k', WINNOW_TAVILY_URL: url, WINNOW_SEARXNG_URL: url })
  for (const [asked, used] of [
    ['web', 'tavily'],
    ['searxng', 'searxng'],
  ] as const) {
    const { code, reply } = await json(['search', 'soil', '--source', asked, '--limit', '1'], within)
    expect([code, reply]).toMatchObject([0, { source: 'web', engine: used, records: [{ title: 'A page', url: 'https://p.example/a' }] }])
  }
  engine.close()
})

test('a source that is not configured is skipped, and what to set is told; no database is opened', async () => {
  const none = bench.withoutDatabase()
  const web = await json(['search', 'soil', '--source', 'web'], none)
  expect(web).toMatchObject({
    code: 3,
    reply: { source: 'web', outcome: 'skipped', records: [], error: expect.stringContaining('TAVILY_API_KEY') },
  })
  expect(web.reply).not.toHaveProperty('engine')
  const brave = await json(['search', 'soil', '--source', 'brave'], none)
  expect(brave).toMatchObject({
    code: 3,
    reply: { source: 'web', engine: 'brave', outcome: 'skipped', error: expect.stringContaining('BRAVE_API_KEY') },
  })
})

test('without a database nobody is asked: the limits that all share are kept there', async () => {
  const { code, reply } = await json(['search', 'soil', '--source', 'arxiv'], { ...config, databaseUrl: 'postgres://127.0.0.1:1/none' })
  expect([code, reply]).toMatchObject([3, { outcome: 'skipped', error: expect.stringContaining('127.0.0.1:1') }])
})

test('offline: what was asked before is kept, anything else is skipped', async () => {
  const before = await search('--limit', '2')
  const asked = bench.world.log.length
  expect((await json(['search', 'soil water', '--source', 'openalex', '--limit', '2'], offline())).reply).toEqual(before.reply)
  expect((await search('--limit', '2', '--offline')).reply).toEqual(before.reply)
  expect(await search('--limit', '3', '--offline')).toMatchObject({
    code: 3,
    reply: { outcome: 'skipped', error: expect.stringContaining('offline') },
  })
  expect(bench.world.log.length).toBe(asked)
})

test('the same within the hour is not asked again; later it is', async () => {
  await search()
  const asked = bench.world.log.length
  await search()
  expect(bench.world.log.length).toBe(asked)
  const { context } = testContext(config)
  const { runCli } = await import('../cli.ts')
  const later = (ms: number) => ({ ...context, now: () => new Date(Date.now() + ms) })
  await runCli(['search', 'soil water', '--source', 'openalex', '--json'], later(3_500_000))
  expect(bench.world.log.length).toBe(asked)
  await runCli(['search', 'soil water', '--source', 'openalex', '--json'], later(3_700_000))
  expect(bench.world.log.length).toBe(asked + 1)
})

test('a library needs no database and no network', async () => {
  const none = { ...bench.withoutDatabase(), sources: testSources({ WINNOW_OFFLINE: '1' }) }
  const { code, printed, said } = await winnow(none, ['search', 'water', '--source', 'library', '--library', 'refs.jsonl', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toMatchObject({
    source: 'library',
    outcome: 'hits',
    total: 1,
    records: [{ recordId: 'a', title: 'Water in soil' }],
  })
  expect(said).toContain('refs.jsonl, line 3')
  const quiet = await winnow(none, ['search', 'water', '--source', 'library', '--library', 'refs.jsonl', '--quiet'])
  expect(quiet).toMatchObject({ said: '', printed: expect.stringContaining('the library: 1 hit') })
})

test.each([
  ['an unknown source', ['q', '--source', 'openalx'], 'there is no source openalx; did you mean openalex?'],
  ['an empty query', [' ', '--source', 'arxiv'], 'the query is empty'],
  ['no limit', ['q', '--source', 'arxiv', '--limit', '0'], '--limit takes a positive whole number'],
  ['a limit that is too high', ['q', '--source', 'arxiv', '--limit', '1001'], '--limit takes at most 1000'],
  ['a year', ['q', '--source', 'arxiv', '--from', '99'], '--from takes a year'],
  ['a year', ['q', '--source', 'arxiv', '--to', 'x'], '--to takes a year'],
  ['a language', ['q', '--source', 'arxiv', '--language', 'English'], '--language takes two letters'],
  ['a library and none', ['q', '--source', 'library'], '--source library needs at least one --library'],
  ['a library that is not there', ['q', '--source', 'library', '--library', 'no.bib'], 'no.bib'],
  ['a library for another source', ['q', '--source', 'arxiv', '--library', 'refs.jsonl'], '--library is for --source library'],
])('bad usage: %s', async (_, argv, says) => {
  await expect(winnow(config, ['search', ...argv, '--json'])).rejects.toThrow(UsageError)
  await expect(winnow(config, ['search', ...argv, '--json'])).rejects.toThrow(says)
})

test.each([
  ['no source', ['search', 'q'], '--source'],
  ['a type that there is not', ['search', 'q', '--source', 'arxiv', '--type', 'poem'], 'poem'],
  ['no query', ['search', '--source', 'arxiv'], 'query'],
])('bad usage: %s', async (_, argv, says) => {
  expect(await winnow(config, argv)).toMatchObject({ code: 2, printed: '', said: expect.stringContaining(says) })
})
