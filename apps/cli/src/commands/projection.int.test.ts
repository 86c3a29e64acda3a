import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { wholeRun } from '@winnow/projection/testing/whole-run.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { storeRuns } from '@winnow/testkit/stored-log.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { openWorkshop, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

let server: TestPostgres
let folder: string
let config: Config
let workshop: Workshop

beforeAll(async () => {
  server = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-projection-'))
})
beforeEach(async () => {
  config = testConfig(await server.newDatabase(), folder)
  workshop = await openWorkshop(config, testContext(config).context.logger)
  await storeRuns(workshop.pool, [sealRun('run-1', 'local', wholeRun), sealRun('run-2', 'local', wholeRun)])
})
afterEach(() => workshop.close())
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.stop()
})

test('a rebuild makes the tables, says how much it was, and what is shown is the same as before', async () => {
  const [runs, shown] = [await winnow(config, ['runs', '--json']), await winnow(config, ['show', 'run-1', '--json'])]
  await workshop.pool.query("update read_model.run set question = 'spoiled'")
  const ran = await winnow(config, ['projection', 'rebuild'])
  expect(ran).toMatchObject({ code: 0, said: '' })
  expect(ran.printed).toMatch(new RegExp(`^${2 * wholeRun.length} events of 2 runs in \\d+\\.\\d s \\(\\d+ events/s\\)$`))
  expect((await winnow(config, ['runs', '--json'])).printed).toBe(runs.printed)
  expect((await winnow(config, ['show', 'run-1', '--json'])).printed).toBe(shown.printed)
})

test('--json gives the figures', async () => {
  const { printed } = await winnow(config, ['projection', 'rebuild', '--json'])
  expect(JSON.parse(printed)).toEqual({ runs: 2, events: 2 * wholeRun.length, ms: expect.any(Number) })
})

test('another rebuild that goes on is bad usage', async () => {
  const client = await workshop.pool.connect()
  await client.query("select pg_advisory_lock(7467, hashtext('rebuild'))")
  await expect(winnow(config, ['projection', 'rebuild'])).rejects.toThrow('another process is rebuilding the read model')
  client.release(true)
})

test('one that is interrupted leaves the tables, and ends with 130', async () => {
  await winnow(config, ['runs'])
  const { context, ran } = testContext(config)
  await runCli(['projection', 'rebuild'], { ...context, signal: AbortSignal.abort(new Error('stopped by SIGINT')) })
  expect(ran).toMatchObject({ code: 130, said: ['Interrupted: the tables are as they were.'], printed: [] })
  expect((await workshop.pool.query('select run_id from read_model.run order by 1')).rows).toEqual([
    { run_id: 'run-1' },
    { run_id: 'run-2' },
  ])
})
