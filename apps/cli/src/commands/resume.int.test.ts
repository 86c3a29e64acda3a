import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventId } from '@winnow/eventlog/event-id.ts'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { openWorkshop, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'

let server: TestPostgres
let folder: string
let config: Config
let workshop: Workshop
beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-resume-'))
  config = testConfig(await server.newDatabase(), folder)
  workshop = await openWorkshop(config, testContext(config).context.logger)
})
afterEach(async () => {
  await workshop.close()
  await rm(folder, { recursive: true })
})
afterAll(() => server.stop())

/** A run that nobody drives, with the reader routed to `reader`. */
async function interrupted(reader: string, fromMoment = new Date()): Promise<void> {
  const options = buildOptions({ models: { ...buildOptions().models, reader } })
  const request = { ...smallRequest('How?'), options }
  await requestRun(
    workshop.log,
    localRun({ runId: 'r-one', request, imports: [] }),
    { service: 'client', version: '0', instance: 't' },
    fromMoment,
  )
}
const keys = async () => (await Array.fromAsync(workshop.log.read('r-one'))).map(({ type }) => type)

test('a fork whose copies have not all come is refused', async () => {
  await interrupted('none')
  const [first] = await Array.fromAsync(workshop.log.archive('r-one'))
  if (first === undefined) throw new Error('no event')
  const { pos: _pos, hash: _hash, ...event } = first
  await workshop.log.append([{ ...event, runId: 'r-two', id: eventId('r-two', event.key), inherited: true }])
  await expect(winnow(config, ['resume', 'r-two'])).rejects.toThrow(
    'run r-two is a fork that was never finished: winnow runs delete r-two, and fork again',
  )
})

describe('--max-cost', () => {
  test('is refused when the price of a model of the run is unknown, as at the start, and nothing is written', async () => {
    await interrupted('ollama:qwen3')
    await expect(winnow(config, ['resume', 'r-one', '--max-cost', '1'])).rejects.toThrow(
      new UsageError(
        '--max-cost cannot be kept: the price of ollama:qwen3 is unknown. Limit --max-tokens instead, or choose another model.',
      ),
    )
    expect(await keys()).toEqual(['RunRequested'])
  })

  test('is taken when every price is known', async () => {
    await interrupted('none')
    expect((await winnow(config, ['resume', 'r-one', '--max-cost', '1', '--quiet'])).code).toBe(0)
    expect((await keys()).slice(0, 3)).toEqual(['RunRequested', 'BudgetChanged', 'RunResumed'])
  })
})

test('every limit can be changed on resume', async () => {
  await interrupted('none')
  const limits = { maxIterations: 2, maxReads: 3, maxSearches: 4, maxTokens: 5000, maxCostUsd: 0.5, maxMinutes: 7, maxSnowballRounds: 0 }
  const flags = ['--max-iterations', '2', '--max-reads', '3', '--max-searches', '4', '--max-tokens', '5000', '--max-cost', '0.5']
  await winnow(config, ['resume', 'r-one', ...flags, '--max-minutes', '7', '--max-snowball-rounds', '0', '--quiet'])
  const changed = (await Array.fromAsync(workshop.log.read('r-one'))).find(({ type }) => type === 'BudgetChanged')
  expect(changed?.data).toMatchObject({ limits, reason: 'changed on resume' })
})

test('a run that has ended is final: its files are written again, its budget stays', async () => {
  await interrupted('none')
  const out = join(folder, 'out')
  await winnow(config, ['resume', 'r-one', '--out', out, '--quiet'])
  const before = await keys()
  await rm(out, { recursive: true })
  const again = await winnow(config, ['resume', 'r-one', '--out', out])
  expect([again.code, again.printed]).toEqual([0, `Run r-one was already completed. Files: ${out}`])
  expect(await readdir(out)).toContain('run.json')
  const json = await winnow(config, ['resume', 'r-one', '--out', out, '--json'])
  expect(JSON.parse(json.printed)).toMatchObject({ runId: 'r-one', status: 'completed' })
  await expect(winnow(config, ['resume', 'r-one', '--out', out, '--max-reads', '60'])).rejects.toThrow('completed, which is final')
  expect(await keys()).toEqual(before)
})

test('without --out the files go where they were before', async () => {
  await interrupted('none')
  await winnow(config, ['resume', 'r-one', '--out', 'mine', '--quiet'])
  expect((await winnow(config, ['resume', 'r-one'])).printed).toBe(`Run r-one was already completed. Files: ${join(folder, 'mine')}`)
  const inside = { ...config, cwd: join(folder, 'mine') }
  expect((await winnow(inside, ['resume', 'r-one'])).printed).toContain(`Files: ${join(folder, 'mine')}`)
  expect(await readdir(folder)).toEqual(['mine'])
})

test('a run that another process drives needs no resume', async () => {
  await interrupted('none')
  await workshop.locks.acquire('r-one')
  await expect(winnow(config, ['resume', 'r-one'])).rejects.toThrow(
    new RegExp(`run r-one is being driven by process ${process.pid} on .*: it needs no resume`),
  )
  expect(await keys()).toEqual(['RunRequested'])
})
