import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { openDriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { openWorkshop, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'

let server: TestPostgres
let folder: string
let url: string
let config: Config
let workshop: Workshop

const papers = ['paging', 'recall', 'planning'].map((id, index) => ({
  id,
  title: `Memory and ${id} in language agents`,
  authors: ['Okafor, Ada'],
  year: 2020 + index,
  abstract: `We study memory in agents by ${id}. Memory with ${id} helps agents recall earlier sessions on long tasks.`,
}))

beforeAll(async () => {
  server = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-runs-'))
  await writeFile(join(folder, 'papers.jsonl'), papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
})
beforeEach(async () => {
  url = await server.newDatabase()
  config = testConfig(url, folder)
  workshop = await openWorkshop(config, testContext(config).context.logger)
})
afterEach(() => workshop.close())
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.stop()
})

/** Runs a small research to its end and gives run.json. */
async function research(question: string) {
  const out = join(folder, `out-${Math.random()}`)
  const ran = await winnow(config, [question, '--library', 'papers.jsonl', '--out', out, '--quiet'])
  expect(ran.code).toBe(0)
  const lines = async (file: string) =>
    (await readFile(join(out, file), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { summary: JSON.parse(await readFile(join(out, 'run.json'), 'utf8')), documents: await lines('documents.jsonl') }
}

/** Puts the request of a run into the log that nobody drives. */
async function request(runId: string, at: string): Promise<void> {
  await requestRun(
    workshop.log,
    localRun({ runId, request: smallRequest(`question of ${runId}`), imports: [] }),
    { service: 'client', version: '0', instance: 't' },
    new Date(at),
  )
}

const json = async (...argv: string[]) => JSON.parse((await winnow(config, argv)).printed)
const ids = async (...argv: string[]) => (await json('runs', '--json', ...argv)).runs.map((run: { runId: string }) => run.runId)

describe('runs', () => {
  test('none', async () => {
    expect(await json('runs', '--json')).toEqual({ runs: [] })
    expect((await winnow(config, ['runs'])).printed).toContain('No runs yet')
    expect((await winnow(config, ['runs', '--status', 'failed'])).printed).toBe('No runs with status failed.')
  })

  test('a run that has ended, as JSON and as a table', async () => {
    const { summary } = await research('What helps memory in agents?')
    expect(await json('runs', '--json')).toEqual({
      runs: [
        {
          runId: summary.runId,
          kind: 'research',
          question: 'What helps memory in agents?',
          status: 'completed',
          startedAt: summary.startedAt,
          endedAt: summary.endedAt,
          costUsd: 0,
        },
      ],
    })
    const { printed } = await winnow(config, ['runs'])
    expect(printed.split('\n')).toHaveLength(2)
    expect(printed).toMatch(new RegExp(`^RUN .*\n${summary.runId} +research +completed .* 0\\.0000 +What helps memory in agents\\?$`))
  })

  test('newest first, at most --limit, of one --status; a run without a driver is interrupted', async () => {
    await request('r-one', '2026-07-01T10:00:00.000Z')
    await request('r-two', '2026-07-03T10:00:00.000Z')
    await request('r-three', '2026-07-02T10:00:00.000Z')
    const locks = await openDriverLocks(url)
    await locks.acquire('r-two')
    expect((await json('runs', '--json')).runs).toMatchObject([
      { runId: 'r-two', status: 'running', startedAt: '2026-07-03T10:00:00.000Z', endedAt: null },
      { runId: 'r-three', status: 'interrupted' },
      { runId: 'r-one', status: 'interrupted' },
    ])
    expect(await ids('--limit', '2')).toEqual(['r-two', 'r-three'])
    expect(await ids('--status', 'running')).toEqual(['r-two'])
    expect(await ids('--status', 'interrupted')).toEqual(['r-three', 'r-one'])
    // The limit counts runs of the status, not those that were looked at.
    expect(await ids('--status', 'interrupted', '--limit', '1')).toEqual(['r-three'])
    expect(await ids('--status', 'queued')).toEqual([])
    await winnow(config, ['pause', 'r-one'])
    expect(await ids('--status', 'paused')).toEqual(['r-one'])
    await locks.close()
  })

  test('the cost is the sum of what is known, and null when nothing is', async () => {
    await request('r-priced', '2026-07-01T10:00:00.000Z')
    await request('r-unpriced', '2026-07-02T10:00:00.000Z')
    await spend('r-priced', [0.25, null, 0.5])
    await spend('r-unpriced', [null])
    expect((await json('runs', '--json')).runs).toMatchObject([
      { runId: 'r-unpriced', costUsd: null },
      { runId: 'r-priced', costUsd: 0.75 },
    ])
    expect((await winnow(config, ['runs'])).printed).toMatch(/r-unpriced .* unknown /)
    expect((await json('show', 'r-priced', '--json')).cost).toMatchObject({
      calls: 3,
      usd: 0.75,
      unpriced: 1,
      byStage: [{ stage: 'planning', usd: 0.75 }],
      byRole: [{ role: 'planner', usd: 0.75 }],
    })
    expect((await json('show', 'r-unpriced', '--json')).cost).toMatchObject({ calls: 1, usd: null, byRole: [{ usd: null }] })
  })

  test('bad usage', async () => {
    await expect(winnow(config, ['runs', '--status', 'done'])).rejects.toThrow(UsageError)
    await expect(winnow(config, ['runs', '--limit', '0'])).rejects.toThrow(UsageError)
    expect((await winnow(config, ['runs', 'delete'])).code).toBe(2)
    expect((await winnow(config, ['runs', '--help'])).printed).toMatch(/Examples:\n {2}winnow runs\n/)
    expect((await winnow(config, ['runs', 'delete', '--help'])).printed).toContain('winnow runs delete r-')
    expect((await winnow(config, ['show', '--help'])).printed).toContain('Examples:')
  })
})

/** A plan whose calls cost what is given. */
async function spend(runId: string, prices: readonly (number | null)[]): Promise<void> {
  const usage = prices.map((costUsd, index) => ({
    callId: `${runId}-${index}`,
    role: 'planner' as const,
    stage: 'planning' as const,
    model: 'openai:x',
    inputTokens: 10,
    outputTokens: 1,
    cachedTokens: null,
    costUsd,
    ms: 5,
    outcome: 'ok' as const,
  }))
  const subquestions = [{ subquestionId: 'RQ1', text: 'How?', rationale: '', priority: 1 }]
  const event = sealNewEvent(
    { type: 'PlanProposed', data: { workId: 'plan', subquestions, degraded: [] }, usage },
    {
      runId,
      workspaceId: 'local',
      aggregate: 'plan',
      actor: { service: 'planner', version: '0', instance: 't' },
      causationId: null,
      traceId: 'a'.repeat(32),
      now: new Date(),
    },
  )
  await workshop.log.append([event])
}

test('verify names what is quarantined, and what was refused on the run’s subjects', async () => {
  await request('r-one', '2026-01-01T00:00:00.000Z')
  const refusal = (seq: number, subject: string) =>
    workshop.pool.query("insert into broker_quarantine values ('c', $1, $2, 'not-json', 'no text', now())", [seq, subject])
  await refusal(7, 'research.acme.r-one.run')
  await refusal(8, 'research.acme.r-other.run')
  await refusal(9, 'research.r-one')
  const told = await winnow(config, ['verify', 'r-one'])
  expect([told.code, told.printed.split('\n').slice(1)]).toEqual([
    0,
    ['message 7 of the broker (research.acme.r-one.run) was refused (not-json): no text'],
  ])
  expect(await json('verify', 'r-one', '--json')).toMatchObject({
    events: 1,
    ok: true,
    quarantined: [],
    refused: [{ streamSeq: 7, subject: 'research.acme.r-one.run', reason: 'not-json', detail: 'no text' }],
  })
})

describe('show', () => {
  test('says what run.json and documents.jsonl say', async () => {
    const { summary, documents } = await research('What helps memory in agents?')
    const shown = await json('show', summary.runId, '--json')
    for (const member of ['runId', 'question', 'status', 'stopReason', 'stopRule', 'asOf', 'startedAt', 'endedAt', 'models', 'degraded'])
      expect([member, shown[member]]).toEqual([member, summary[member]])
    const { inherited, ...cost } = summary.cost
    expect([shown.cost, inherited]).toEqual([cost, null])
    const { counts } = summary
    expect(shown).toMatchObject({
      iteration: counts.iterations,
      searches: counts.searches,
      reads: counts.read,
      plan: { subquestions: [{ subquestionId: 'RQ1', status: 'active', intents: [{ intentId: 'RQ1.i1', found: 3 }] }] },
      documents: { total: counts.documents, byStatus: { cited: counts.cited } },
      evidence: { total: counts.evidence, documents: counts.included, setAside: 0 },
    })
    expect(shown.plan.subquestions[0].coverage).toBeGreaterThan(0)
    expect(shown.operations).toHaveLength(counts.searches + counts.snowballOperations)
    expect(shown.operations[0]).toMatchObject({ operationId: 'S1', kind: 'search', source: 'library', outcome: 'hits', returned: 3 })
    const told = (list: readonly { [member: string]: unknown }[]) =>
      list.map(({ documentId, title, year, status, decision, reason, scores, editorial, read }) => ({
        ...{ documentId, title, year, status, decision, reason },
        ...{ scores, editorial, read },
      }))
    expect(told(shown.documents.list)).toEqual(told(documents))
    const { printed } = await winnow(config, ['show', summary.runId])
    expect(printed).toContain(`Run ${summary.runId}: completed`)
    expect(printed).toContain(`${counts.evidence} items of ${counts.included} documents`)
  })

  test('shows a run of any workspace, as a cluster has them', async () => {
    const actor = { service: 'gateway', version: '0', instance: 't' }
    const run = localRun({ runId: 'r-acme', request: smallRequest('How?'), imports: [] })
    await requestRun(workshop.log, { ...run, workspaceId: 'acme' }, actor, new Date())
    expect(await json('show', 'r-acme', '--json')).toMatchObject({ runId: 'r-acme', question: 'How?', documents: { list: [] } })
  })

  test('an unknown run is bad input, and runs that begin alike are named', async () => {
    await request('r-20260701-abc', '2026-07-01T10:00:00.000Z')
    await expect(winnow(config, ['show', 'r-20260701-abd'])).rejects.toThrow(/there is no run r-20260701-abd.*r-20260701-abc/)
    await expect(winnow(config, ['show', 'r-nothing'])).rejects.toThrow(UsageError)
  })

  test('an interrupted run says how to go on', async () => {
    await request('r-one', '2026-07-01T10:00:00.000Z')
    expect(await json('show', 'r-one', '--json')).toMatchObject({ status: 'interrupted', documents: { total: 0, list: [] } })
    expect((await winnow(config, ['show', 'r-one'])).printed).toContain('winnow resume r-one')
  })
})

describe('runs delete', () => {
  const blobs = async () => (await workshop.pool.query<{ sha256: string }>('select sha256 from blob')).rows.map(({ sha256 }) => sha256)

  test('asks a person, and deletes nothing unless the answer is yes', async () => {
    await request('r-one', '2026-07-01T10:00:00.000Z')
    const { context, ran } = testContext(config, 'n')
    const { runCli } = await import('../cli.ts')
    await runCli(['runs', 'delete', 'r-one'], context)
    expect(ran.asked).toEqual(['Delete run r-one ("question of r-one", 1 events) for good? [y/N] '])
    expect(ran.said).toEqual(['Nothing was deleted.'])
    for (const answer of ['', 'yep']) await winnow(config, ['runs', 'delete', 'r-one'], answer)
    expect(await ids()).toEqual(['r-one'])
    const deleted = await winnow(config, ['runs', 'delete', 'r-one'], ' Y ')
    expect(deleted.printed).toMatch(/^Deleted r-one: 1 events, 0 stored texts, 0 bought answers\./)
    expect(await ids()).toEqual([])
  })

  test('must be told --yes where nobody can be asked', async () => {
    await request('r-one', '2026-07-01T10:00:00.000Z')
    await expect(winnow(config, ['runs', 'delete', 'r-one'])).rejects.toThrow(/--yes/)
    expect(await ids()).toEqual(['r-one'])
  })

  test('is refused while the run is driven, and names the driver', async () => {
    await request('r-one', '2026-07-01T10:00:00.000Z')
    const locks = await openDriverLocks(url)
    await locks.acquire('r-one')
    await expect(winnow(config, ['runs', 'delete', 'r-one', '--yes'])).rejects.toThrow(new RegExp(`driven by process ${process.pid}`))
    await locks.close()
    expect(await ids()).toEqual(['r-one'])
  })

  test('takes events, blobs that no other run names, bought answers and rows; every command says that it was deleted', async () => {
    const [first, second] = [await research('What helps memory in agents?'), await research('How do agents plan?')]
    const both = await blobs()
    await workshop.pool.query(
      `insert into model_call (call_id, run_id, work_id, prompt_hash, attempt, role, stage, model, outcome, ms, at)
       select id, run, 'w', 'h', 1, 'planner', 'planning', 'm', 'ok', 1, now() from (values ('a', $1), ('b', $1), ('c', $2)) as v (id, run)`,
      [first.summary.runId, second.summary.runId],
    )
    const { runId } = first.summary
    const deleted = await json('runs', 'delete', runId, '--yes', '--json')
    expect(deleted).toEqual({
      runId,
      deleted: true,
      events: expect.any(Number),
      deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      blobs: 2,
      modelCalls: 2,
      chainHead: first.summary.chainHead,
    })
    // Both runs name the same library; the report before and after its check was the first run's own.
    expect(await blobs()).toHaveLength(both.length - 2)
    expect(await ids()).toEqual([second.summary.runId])
    expect((await workshop.pool.query('select run_id from model_call')).rows).toEqual([{ run_id: second.summary.runId }])
    for (const argv of [['show'], ['events'], ['verify'], ['resume'], ['why', 'D1'], ['runs', 'delete']]) {
      const [command = '', ...rest] = argv
      const line = command === 'runs' ? ['runs', 'delete', runId, '--yes'] : [command, runId, ...rest]
      await expect(winnow(config, line)).rejects.toThrow(`run ${runId} was deleted on ${deleted.deletedAt}`)
    }
    await winnow(config, ['show', second.summary.runId])
    expect(await json('runs', 'delete', second.summary.runId, '--yes', '--json')).toMatchObject({ blobs: both.length - 2, modelCalls: 1 })
    expect(await blobs()).toEqual([])
    expect((await workshop.pool.query('select count(*)::int as count from read_model.document')).rows).toEqual([{ count: 0 }])
  })
})
