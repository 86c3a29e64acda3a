import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'
import { question, recordRun } from '../testing/recorded-run.ts'

let server: TestPostgres
let model: StandInModel
let folder: string
let config: Config
/** The parent: its id, and the types of its events by position. */
let parent: string
let types: readonly string[]

beforeAll(async () => {
  server = await startTestPostgres()
  model = await startStandInModel()
  folder = await mkdtemp(join(tmpdir(), 'winnow-fork-'))
  config = { ...testConfig(await server.newDatabase(), folder), environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` } }
  const { library } = await recordRun(folder)
  const limits = ['--max-iterations', '2', '--max-reads', '6', '--max-searches', '6', '--max-subquestions', '3']
  const { code } = await run('research', question, '--library', library, '--model', 'openai:m', ...limits, '--out', 'parent', '--quiet')
  expect(code).toBe(0)
  parent = (await summary('parent')).runId
  types = (await read('parent', 'events.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type)
})
beforeEach(() => model.reset())
afterAll(async () => {
  await model.stop()
  await rm(folder, { recursive: true })
  await server.stop()
})

const run = (...argv: readonly string[]) => winnow(config, argv)
const read = (name: string, file: string) => readFile(join(folder, name, file), 'utf8')
const summary = async (name: string) => JSON.parse(await read(name, 'run.json'))
/** The position just before the first event of a type. */
const before = (type: string) => String(types.indexOf(type))

describe('a fork without a difference', () => {
  test('asks nobody, and comes to the same report', async () => {
    const { code, printed, said } = await run('fork', parent, '--at', before('DocumentScreened'), '--out', 'same')
    expect(code).toBe(0)
    expect(model.requests).toEqual([])
    expect(said).toContain(
      `Forked from ${parent} at event ${before('DocumentScreened')}: nothing differs. What that run bought is not bought again.`,
    )
    expect(printed).toMatch(/^Done: /)
    const [told, original] = [await summary('same'), await summary('parent')]
    expect(told.forkedFrom).toEqual({ runId: parent, at: Number(before('DocumentScreened')), reason: 'nothing differs', models: {} })
    expect(told.cost).toMatchObject({ calls: 0, usd: 0, inherited: { calls: original.cost.calls } })
    expect(told.counts).toEqual(original.counts)
    const text = async (name: string) =>
      (await read(name, 'report.md'))
        .split('\n')
        .filter((line) => !/^(Run|Generated|Duration): /.test(line))
        .join('\n')
        .split('\n## Cost\n')[0]
    expect(await text('same')).toBe(await text('parent'))
    expect(await read('same', 'report.md')).toContain(`\nRun: ${told.runId}, forked from ${parent} at event ${told.forkedFrom.at}  \n`)
    expect((await run('verify', told.runId)).code).toBe(0)
    const shown = JSON.parse((await run('show', told.runId, '--json')).printed)
    expect(shown).toMatchObject({ forkedFrom: { runId: parent }, inherited: { calls: original.cost.calls }, cost: { calls: 0 } })
    expect(JSON.parse((await run('show', parent, '--json')).printed)).toMatchObject({
      forkedFrom: null,
      cost: { calls: original.cost.calls },
    })
    expect((await run('show', told.runId)).printed).toContain(`Forked from ${parent} at event`)
    const diff = JSON.parse((await run('diff', parent, told.runId, '--json')).printed)
    expect(diff).toMatchObject({
      asked: [],
      documents: { changed: [] },
      scores: { changed: [] },
      claims: { added: [], lost: [], changed: [] },
    })
    expect(diff.b).toMatchObject({ forkedFrom: { runId: parent }, firstDifference: { type: 'RunForked' } })
  })
})

describe('another model for a role', () => {
  test('is bought alone, told with its reason, and seen by diff, also over files', async () => {
    const at = before('DocumentScreened')
    const { code } = await run(
      'fork',
      parent,
      '--at',
      at,
      '--model-screener',
      'none',
      '--out',
      'words',
      '--quiet',
      '--reason',
      'is it the screener?',
    )
    expect(code).toBe(0)
    expect(new Set(model.requests.map(({ body }) => body.model))).not.toContain('none')
    const told = await summary('words')
    expect(told.forkedFrom).toMatchObject({ reason: 'is it the screener?', models: { screener: 'none' } })
    expect(told.models).toMatchObject({ screener: 'none', reader: 'openai:m' })
    expect(told.cost.byRole.map(({ role }: { role: string }) => role)).not.toContain('screener')
    const byId = await run('diff', parent, told.runId)
    expect(byId.printed).toContain('\n  models.screener: openai:m → none\n')
    expect(byId.printed).toContain('another screener: openai:m in A, none in B')
    const byFiles = await winnow({ ...config, databaseUrl: 'postgres://127.0.0.1:1/none' }, [
      'diff',
      'parent',
      join('words', 'events.jsonl'),
    ])
    expect(byFiles.printed.split('\nCitations')[0]).toBe(byId.printed.split('\nCitations')[0])
  })

  test('with --json the last line is run.json', async () => {
    const { printed } = await run('fork', parent, '--at', before('CritiqueRequested'), '--model', 'none', '--out', 'lines', '--json')
    const last = JSON.parse(printed.split('\n').at(-1) ?? '')
    expect(last.forkedFrom.reason).toContain('none for planner')
    expect(last.models).toMatchObject({ planner: 'none', judge: 'none' })
    expect(model.requests).toEqual([])
  })
})

test('an edit of the plan, from a file', async () => {
  await writeFile(join(folder, 'edits.json'), JSON.stringify([{ kind: 'close', subquestionId: 'RQ1' }]))
  expect(
    (await run('fork', parent, '--at', before('IntentsRequested'), '--plan-edit', 'edits.json', '--out', 'edited', '--quiet')).code,
  ).toBe(0)
  const told = await summary('edited')
  expect(told.forkedFrom.reason).toBe('plan edit: close')
  const events = (await read('edited', 'events.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.find(({ type }) => type === 'PlanEditsApplied')?.data.applied).toEqual([
    { kind: 'subquestion-closed', subquestionId: 'RQ1' },
  ])
})

describe('is refused, and nothing is made', () => {
  const runs = async () => JSON.parse((await run('runs', '--json')).printed).runs.length
  const last = () => types.length
  test.each<[string, () => readonly string[], () => string]>([
    ['a run that is not there', () => ['r-20200101-nothing', '--at', '3'], () => 'there is no run r-20200101-nothing'],
    [
      'an event that is not there',
      () => [parent, '--at', '9999'],
      () => `run ${parent} cannot be forked at 9999: its last event is ${last()}`,
    ],
    [
      'the end',
      () => [parent, '--at', String(last())],
      () => `it is completed there, and nothing is left to do; fork it at ${last() - 1} or before`,
    ],
    ['a model that cannot be read', () => [parent, '--at', '9', '--model', 'gpt'], () => 'gpt'],
    ['a provider that is not configured', () => [parent, '--at', '9', '--model-reader', 'anthropic:x'], () => 'anthropic:x: '],
    ['an edit that is none', () => [parent, '--at', '9', '--plan-edit', '{"kind":"x"}'], () => '--plan-edit is no edit of a plan'],
    [
      'an edit that does not fit',
      () => [parent, '--at', '9', '--plan-edit', '{"kind":"close","subquestionId":"RQ77"}'],
      () => 'the plan edit does not fit: close: unknown id',
    ],
    ['a position that is none', () => [parent, '--at', 'x'], () => '--at takes a positive whole number, not "x"'],
  ])('%s', async (_, argv, words) => {
    const [count, folders] = [await runs(), await readdir(folder)]
    await expect(run('fork', ...argv())).rejects.toThrow(words())
    expect([await runs(), await readdir(folder)]).toEqual([count, folders])
  })
  test('without --at', async () => {
    expect((await run('fork', parent)).code).toBe(2)
  })
})
