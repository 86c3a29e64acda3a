import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { testContext, winnow } from '../testing/command-line.ts'
import { startWorldBench, type WorldBench, winnowJson } from '../testing/world-bench.ts'

let bench: WorldBench
let config: Config

beforeAll(async () => {
  bench = await startWorldBench()
})
beforeEach(async () => {
  config = await bench.newConfig()
})
afterEach(() => {
  vi.restoreAllMocks()
  bench.world.clearFaults()
})
afterAll(() => bench.stop())

const json = (argv: readonly string[], within = config) => winnowJson(within, argv)

test('the list needs no database', async () => {
  const none = bench.withoutDatabase()
  const { code, reply } = await json(['sources'], none)
  expect(code).toBe(0)
  expect(reply.sources.find(({ name }: { name: string }) => name === 'arxiv')).toMatchObject({ state: 'ready', detail: null })
  expect((await winnow(none, ['sources'])).printed).toMatch(/^SOURCE +STATE +NAME +NEEDS\nlibrary +ready /)
})

test('check: every configured source is asked, and all answer', async () => {
  const before = bench.world.log.length
  const { code, reply } = await json(['sources', 'check'])
  expect(code).toBe(0)
  const states = Object.fromEntries(reply.checks.map(({ source, state }: { source: string; state: string }) => [source, state]))
  expect(states).toEqual({
    openalex: 'ok',
    crossref: 'ok',
    arxiv: 'ok',
    pubmed: 'ok',
    'semantic-scholar': 'not configured',
    web: 'not configured',
    'open-corpus': 'not configured',
  })
  expect(new Set(bench.world.log.slice(before).map(({ api }) => api))).toEqual(new Set(['openalex', 'crossref', 'arxiv', 'pubmed']))
})

test('check: one that does not answer: what it said, the fix, exit 3', async () => {
  bench.world.fault('openalex', 'unauthorised')
  const { code, printed } = await winnow(config, ['sources', 'check'])
  expect(code).toBe(3)
  expect(printed).toMatch(/openalex +failed: .*key.*\n +fix: /)
  expect(printed).toMatch(/crossref +ok: answered/)
})

test('check: who asks to slow down is not asked again', async () => {
  bench.world.fault('crossref', 'throttled')
  const before = bench.world.log.length
  const { reply } = await json(['sources', 'check'])
  expect(reply.checks.find(({ source }: { source: string }) => source === 'crossref')).toMatchObject({
    state: 'throttled',
    fix: expect.any(String),
  })
  expect(bench.world.log.slice(before).filter(({ api }) => api === 'crossref')).toHaveLength(1)
})

test('check: what is waited for is said, unless --quiet', async () => {
  bench.world.fault('crossref', 'slow', { afterMs: 20_000 })
  const user = new AbortController()
  const { context, ran } = testContext(config)
  const say = (line: string) => {
    context.terminal.say(line)
    user.abort()
  }
  await runCli(['sources', 'check'], { ...context, terminal: { ...context.terminal, say }, signal: user.signal })
  expect(ran).toMatchObject({ code: 130, said: ['Waiting for the sources, for 30 s at most …'] })
  bench.world.clearFaults()
  bench.world.fault('crossref', 'slow', { afterMs: 2_500 })
  const quiet = await winnow(config, ['sources', 'check', '--quiet'])
  expect(quiet).toMatchObject({ code: 0, said: '' })
})

test('check: each has half a minute', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await json(['sources', 'check', '--offline'])
  expect(timeout.mock.calls).toContainEqual([30_000])
})

test('check: offline nobody is asked', async () => {
  const before = bench.world.log.length
  const { code, reply } = await json(['sources', 'check', '--offline'])
  expect(code).toBe(3)
  expect(reply.checks[0]).toMatchObject({ state: 'skipped', fix: expect.stringContaining('--offline') })
  expect(bench.world.log.length).toBe(before)
})
