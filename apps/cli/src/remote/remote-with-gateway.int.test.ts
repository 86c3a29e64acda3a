import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { createGateway } from '@winnow/gateway/app.ts'
import type { GatewayParts } from '@winnow/gateway/gateway-parts.ts'
import { testParts } from '@winnow/gateway/testing/gateway-parts.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { driveLocked } from '../engine/drive-locked.ts'
import { openWorkshop, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { papers, question } from './testing/fake-winnow.ts'

/** The command line against the real HTTP interface over Postgres; runs are driven in this process. */

let server: TestPostgres
let folder: string
let local: Config
let remote: Config
let workshop: Workshop
let app: Awaited<ReturnType<typeof createGateway>>
let base: string
let key: string
let asked: PromiseWithResolvers<string>

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-gateway-'))
  local = testConfig(await server.newDatabase(), folder)
  remote = testConfig('postgres://127.0.0.1:1/none', folder)
  workshop = await openWorkshop(local, testContext(local).context.logger)
  await writeFile(join(folder, 'papers.jsonl'), papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
  key = await newKey('acme', 'researcher')
  asked = Promise.withResolvers()
  await serve(0)
})
afterEach(async () => {
  await app.close()
  await workshop.close()
  await rm(folder, { recursive: true })
})
afterAll(() => server.stop())

async function newKey(workspace: string, role: string): Promise<string> {
  return (await winnow(local, ['keys', 'create', '--workspace', workspace, '--role', role])).printed
}

/** Serves the HTTP interface, and tells of a run that is asked for. */
async function serve(port: number, parts: Partial<GatewayParts> = {}): Promise<void> {
  const { pool, log } = workshop
  const append: EventLog['append'] = async (events, expected) => {
    const appended = await log.append(events, expected)
    const run = events.find(({ type }) => type === 'RunRequested')
    if (run !== undefined) asked.resolve(run.runId)
    return appended
  }
  app = await createGateway(testParts(pool, { log: { append, read: log.read.bind(log) }, now: () => new Date(), ...parts }))
  await app.listen({ host: '127.0.0.1', port })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function drive(runId: string): Promise<void> {
  await driveLocked(runId, workshop, testContext(local).context, { onEvent: () => undefined, onModelCall: () => undefined })
}
const there = (...argv: string[]) => winnow(remote, [...argv, '--server', base, '--key', key])
const stored = async (runId: string) => Array.fromAsync(workshop.log.archive(runId))

test('a run from upload to report: its files are those of the log', async () => {
  await mkdir(join(folder, 'library'))
  await writeFile(join(folder, 'library', 'notes.txt'), 'nothing that is known')
  await writeFile(
    join(folder, 'library', 'more.bib'),
    '@article{graph, title={Memory as a graph in agents}, author={Berg, Bo}, year={2023}}\n',
  )
  const running = there(question, '--library', 'papers.jsonl', '--library', 'library', '--max-iterations', '1', '--out', 'out')
  const runId = await asked.promise
  await drive(runId)
  const { code, printed, said } = await running
  expect([code, printed]).toEqual([0, expect.stringMatching(/^Done: 4 records found/)])
  expect(said).toContain('notes.txt')
  const events = await stored(runId)
  expect(await readFile(join(folder, 'out', 'events.jsonl'), 'utf8')).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  expect(events[0]).toMatchObject({
    workspaceId: 'acme',
    data: { question, options: { sources: ['library'], limits: { maxIterations: 1, maxReads: 30 } } },
  })
  const summary = JSON.parse(await readFile(join(folder, 'out', 'run.json'), 'utf8'))
  expect(summary).toMatchObject({ runId, status: 'completed', chainHead: events.at(-1)?.hash })
  expect(await readFile(join(folder, 'out', 'report.md'), 'utf8')).toContain('Memory')
})

test('the server may go and come back while a run goes on', async () => {
  const running = there(question, '--library', 'papers.jsonl', '--out', 'out')
  const runId = await asked.promise
  const { port } = app.server.address() as AddressInfo
  await app.close()
  await drive(runId)
  await serve(port)
  expect((await running).code).toBe(0)
  const lines = (await readFile(join(folder, 'out', 'events.jsonl'), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).pos)).toEqual((await stored(runId)).map(({ pos }) => pos))
})

test('Ctrl-C detaches, pause stops the run there, resume goes on and writes its files', async () => {
  const interrupt = new AbortController()
  const { context, ran } = testContext(remote)
  const running = runCli([question, '--library', 'papers.jsonl', '--server', base, '--key', key], { ...context, signal: interrupt.signal })
  const runId = await asked.promise
  interrupt.abort(new Error('stopped'))
  await running
  expect(ran.code).toBe(130)
  expect((await there('pause', runId, '--reason', 'lunch')).printed).toBe(`Paused; ${base} takes it up at once.`)
  const resuming = there('resume', runId)
  for await (const event of workshop.log.follow(runId, { signal: context.signal })) if (event.type === 'RunResumed') break
  await drive(runId)
  const { code, printed } = await resuming
  expect([code, printed]).toEqual([0, expect.stringMatching(/^Done: /)])
  expect((await stored(runId)).filter(({ type }) => type === 'RunPaused')).toMatchObject([{ data: { reason: 'lunch' } }])
  expect((await there('resume', runId)).printed).toContain(`Run ${runId} was already completed`)
  await expect(there('cancel', runId)).rejects.toThrow('cannot do that as things stand')
})

describe('what the server refuses', () => {
  test('a wrong key, a viewer, another workspace', async () => {
    const right = key
    key = 'wrong'
    await expect(there(question)).rejects.toThrow('does not know this key')
    key = await newKey('acme', 'viewer')
    await expect(there(question)).rejects.toThrow('does not let this key do that')
    key = right
    const running = there(question, '--library', 'papers.jsonl', '--quiet')
    const runId = await asked.promise
    key = await newKey('other', 'admin')
    await expect(there('resume', runId)).rejects.toThrow(`knows nothing of run ${runId}`)
    await expect(there('cancel', runId)).rejects.toThrow(`knows nothing of run ${runId}`)
    await drive(runId)
    expect((await running).code).toBe(0)
  })

  test('a request that makes no sense to it', async () => {
    await app.close()
    const refuseUnknownCosts = () => {
      throw new UsageError('--max-cost cannot be kept')
    }
    await serve(0, { refuseUnknownCosts })
    const refused = there(question, '--library', 'papers.jsonl')
    await expect(refused).rejects.toThrow(`${base} does not take this request: --max-cost cannot be kept`)
  })

  test('a library without a record', async () => {
    await writeFile(join(folder, 'notes.txt'), 'nothing that is known')
    await expect(there(question, '--library', 'notes.txt')).rejects.toThrow('the library holds no record that can be read\n  notes.txt: ')
  })

  test.each([1, 64])('a file that is too large: %i MB of it', async (size) => {
    await app.close()
    await serve(0, { limits: { uploadBytes: 1000 } })
    await writeFile(join(folder, 'large.jsonl'), Buffer.alloc(size * 2 ** 20, 'x'))
    await expect(there(question, '--library', 'large.jsonl')).rejects.toThrow(
      `large.jsonl is larger than ${base} takes: The file is larger than the 1000 bytes`,
    )
  })
})
