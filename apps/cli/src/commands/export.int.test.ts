import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { openWorkshop } from '../engine/workshop.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'

let server: TestPostgres
let folder: string
let config: Config

beforeAll(async () => {
  server = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-export-'))
  config = testConfig(await server.newDatabase(), folder)
  await writeFile(join(folder, 'papers.jsonl'), '{"id":"a","title":"Memory in agents"}\n')
  const workshop = await openWorkshop(config, testContext(config).context.logger)
  for (const runId of ['r-open', 'r-given-up'])
    await requestRun(
      workshop.log,
      localRun({ runId, request: smallRequest('What helps?'), imports: [] }),
      { service: 'client', version: '0', instance: 't' },
      new Date('2026-07-01T10:00:00.000Z'),
    )
  await workshop.close()
  await winnow(config, ['cancel', 'r-given-up'])
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.stop()
})

const runIds = async () =>
  JSON.parse((await winnow(config, ['runs', '--status', 'completed', '--json'])).printed).runs.map((run: { runId: string }) => run.runId)

test.each([
  ['a run that goes on', 'r-open', 'run r-open has no report yet: go on with ./winnow resume r-open'],
  ['a run that is over', 'r-given-up', 'run r-given-up has no report, as it ended cancelled'],
])('no report: %s', async (_, runId, said) => {
  await expect(winnow(config, ['export', runId, '--format', 'md'])).rejects.toThrow(UsageError)
  await expect(winnow(config, ['export', runId, '--format', 'md'])).rejects.toThrow(said)
})

test('a file is written and named; a place where none can be written is bad input', async () => {
  const out = join(folder, 'events.jsonl')
  const written = await winnow(config, ['export', 'r-open', '--format', 'events', '--out', 'events.jsonl'])
  expect([written.code, written.printed, written.said]).toEqual([0, '', `Written: ${out}`])
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ type: 'RunRequested', runId: 'r-open' })
  for (const argv of [
    ['export', 'r-open', '--format', 'events', '--out', 'none/events.jsonl'],
    ['plan', 'How?', '--out', 'none/plan.json'],
  ]) {
    await expect(winnow(config, argv)).rejects.toThrow(UsageError)
    await expect(winnow(config, argv)).rejects.toThrow(/--out .*none\/.* cannot be written: there is no folder /)
  }
})

test('a run that was asked for a plan alone has no report', async () => {
  expect((await winnow(config, ['plan', 'How?', '--quiet'])).code).toBe(0)
  const [runId] = await runIds()
  await expect(winnow(config, ['export', runId, '--format', 'html'])).rejects.toThrow('has no report, as it was asked for a plan only')
})
