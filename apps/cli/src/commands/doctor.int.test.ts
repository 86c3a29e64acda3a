import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '../config.ts'
import { winnow } from '../testing/command-line.ts'
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

const names = ({ checks }: { checks: readonly { name: string }[] }) => checks.map(({ name }) => name)

test('all in order: exit 0', async () => {
  const { code, reply } = await json(['doctor'])
  expect(reply.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  expect(code).toBe(0)
  expect(names(reply)).toEqual(
    expect.arrayContaining([
      'node',
      'disk',
      'database',
      'model',
      'key OPENALEX_API_KEY',
      'WINNOW_CONTACT',
      'source openalex',
      'source web',
    ]),
  )
  expect(reply.checks.find(({ name }: { name: string }) => name === 'source pubmed').detail).toMatch(/^answered/)
})

test('each source has ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await json(['doctor'])
  expect(timeout.mock.calls.filter(([ms]) => ms === 10_000)).toHaveLength(4)
})

test('a source that fails: exit 1, with the fix', async () => {
  bench.world.fault('openalex', 'unauthorised')
  const { code, reply } = await json(['doctor'])
  expect(code).toBe(1)
  expect(reply.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
    { name: 'source openalex', ok: false, detail: expect.stringMatching(/^failed: .*key/), fix: expect.any(String) },
  ])
})

test.each(['--no-network', '--offline'])('%s: nobody is asked', async (flag) => {
  const before = bench.world.log.length
  const { code, printed } = await winnow({ ...config, model: 'ollama:m' }, ['doctor', flag])
  expect(code).toBe(0)
  expect(printed).toContain('ok     source openalex: not asked')
  expect(printed).toMatch(/model ollama:m: .*; not asked/)
  expect(bench.world.log.length).toBe(before)
})

test('WINNOW_OFFLINE: nobody is asked', async () => {
  const before = bench.world.log.length
  expect((await winnow({ ...config, sources: bench.settings({ WINNOW_OFFLINE: '1' }) }, ['doctor'])).code).toBe(0)
  expect(bench.world.log.length).toBe(before)
})

test('a bundle of certificates that is none, a database that is gone: each is told, and the rest too', async () => {
  await writeFile(join(bench.folder, 'bad.pem'), 'x')
  const bad = { ...config, databaseUrl: 'postgres://127.0.0.1:1/none', environment: { SSL_CERT_FILE: join(bench.folder, 'bad.pem') } }
  const { code, reply } = await json(['doctor'], bad)
  expect(code).toBe(1)
  const faults = reply.checks.filter(({ ok }: { ok: boolean }) => !ok)
  expect(names({ checks: faults })).toEqual(['certificates SSL_CERT_FILE', 'database'])
  for (const { fix } of faults) expect(fix).toMatch(/.{10}/)
})
