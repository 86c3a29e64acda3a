import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventData } from '@winnow/contracts/registry.ts'
import type { ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCli } from './support/cli-process.ts'
import { madeUpRecords, question, writeLibrary } from './support/made-up-library.ts'
import { runFolder } from './support/run-folder.ts'
import { runIdOf, type Scene, setScene } from './support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene(10)
})
afterAll(() => scene.end())
afterEach(() => {
  scene.model.interfere(undefined)
  scene.model.reset()
})

const research = (out: string, ...more: readonly string[]) => [
  ...['research', question, '--library', scene.library, '--model', 'openai:stand-in', '--as-of', '2026-06-30'],
  ...['--max-subquestions', '2', '--out', join(scene.folder, out), ...more],
]

const hashOf = (out: string) => runFolder(join(scene.folder, out)).stateHash()

const criticises = ({ schema }: ModelRequest) => JSON.stringify(schema).includes('"splitSubquestions"')

/** A critique that asks for one more kind of paper and nothing else. */
const searchOnce = {
  assessment: {
    coverage: 'Half of it.',
    evidenceQuality: 'Fair.',
    citationCoverage: 'Good.',
    sourceDiversity: 'Low.',
    contradictions: 'None.',
    recency: 'Old.',
    knowledgeGaps: 'Nights.',
    saturation: 'Not reached.',
  },
  sufficient: false,
  addIntents: [
    { subquestionId: 'RQ1', text: 'Trials that weighed tomato plants in pots under shade cover, for their water use every night.' },
  ],
  rewordIntents: [],
  closeIntents: [],
  snowball: [],
  contradictions: [],
  addSubquestions: [],
  splitSubquestions: [],
  rephraseSubquestions: [],
  deprioritizeSubquestions: [],
  closeSubquestions: [],
  gaps: [],
}

/** Holds the requests that the test is true for, until they are let go; then they get the reply, or the stand-in's. */
function hold(which: (request: ModelRequest) => boolean, reply?: object) {
  const held = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  scene.model.interfere(async (request) => {
    if (!which(request)) return undefined
    held.resolve()
    await free.promise
    return reply === undefined ? undefined : { json: reply }
  })
  return { reached: held.promise, letGo: () => free.resolve() }
}

test.for([
  ['the command', false],
  ['npm start', true],
] as const)('Ctrl-C on %s: exit 130 with the command to resume; resumed, the state is as if nothing had been', async ([name, npm]) => {
  const twin = await scene.run(research(`${name}-twin`, '--max-iterations', '1', '--quiet'))
  expect(twin.code).toBe(0)
  const calls = scene.model.requests.length
  scene.model.reset()

  const held = hold(({ schema }) => JSON.stringify(schema).includes('"quote"'))
  const process = scene.start(research(name, '--max-iterations', '1', '--json'), { npm, env: { WINNOW_CONCURRENCY: '1' } })
  const runId = await runIdOf(process)
  await held.reached
  process.kill('SIGINT')
  const stopped = await process.ended
  held.letGo()
  // npm ends by the signal itself, once its child has ended, which a shell calls 130 too.
  expect(stopped.code ?? 128 + constants.signals[stopped.signal ?? 'SIGKILL']).toBe(130)
  expect(stopped.stderr).toContain(`winnow resume ${runId}`)

  scene.model.interfere(undefined)
  expect(await scene.run(['resume', runId, '--out', join(scene.folder, name), '--quiet'])).toMatchObject({ code: 0, stderr: '' })
  expect(await hashOf(name)).toBe(await hashOf(`${name}-twin`))
  const usage = (await runFolder(join(scene.folder, name)).events()).flatMap((event) => event.usage)
  expect(usage.length).toBe(scene.model.requests.length)
  // The one call that was under way was given up and asked again.
  expect(usage.filter(({ outcome }) => outcome !== 'ok').map(({ role }) => role)).toEqual(['reader'])
  expect(usage.length).toBe(calls + 1)
})

test('two commands at once on one new data folder: both come to the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-'))
  const library = await writeLibrary(folder, madeUpRecords(6))
  const both = await Promise.all(
    ['one', 'two'].map((out) =>
      runCli(['research', question, '--library', library, '--model', 'none', '--out', join(folder, out), '--quiet'], {
        cwd: folder,
        env: { WINNOW_HOME: join(folder, 'home') },
      }),
    ),
  )
  for (const ended of both) expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const ids = await Promise.all(['one', 'two'].map(async (out) => (await runFolder(join(folder, out)).summary()).runId))
  expect(new Set(ids).size).toBe(2)
  await rm(folder, { recursive: true })
})

test('pause from another process: the driver stops, its files are written, and resume goes on', async () => {
  const held = hold(criticises)
  const process = scene.start(research('paused', '--max-iterations', '2', '--json'))
  const runId = await runIdOf(process)
  await held.reached
  const refused = await scene.run(['resume', runId])
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain(`process ${process.pid}`)
  const paused = await scene.run(['pause', runId, '--reason', 'lunch', '--json'])
  expect(JSON.parse(paused.stdout)).toEqual({ runId, events: ['RunPaused'], driven: true })
  const stopped = await process.ended
  held.letGo()
  expect(stopped.code).toBe(0)
  expect(stopped.stderr).toContain('lunch')
  expect(await runFolder(join(scene.folder, 'paused')).summary()).toMatchObject({ status: 'paused', stopReason: 'lunch' })
  scene.model.interfere(undefined)
  expect(await scene.run(['resume', runId, '--out', join(scene.folder, 'paused'), '--quiet'])).toMatchObject({ code: 0, stderr: '' })
  expect(await runFolder(join(scene.folder, 'paused')).summary()).toMatchObject({ status: 'completed' })
})

test('cancel from another process ends a driven run, and one that nobody drives; completed is final', async () => {
  const held = hold(criticises)
  const process = scene.start(research('cancelled', '--json'))
  const runId = await runIdOf(process)
  await held.reached
  expect(await scene.run(['cancel', runId, '--reason', 'no need'])).toMatchObject({ code: 0 })
  expect((await process.ended).code).toBe(0)
  held.letGo()
  expect(await runFolder(join(scene.folder, 'cancelled')).summary()).toMatchObject({
    status: 'cancelled',
    stopReason: 'cancelled: no need',
  })
  const late = await scene.run(['include', runId, 'D1'])
  expect(late.code).toBe(2)
  expect(late.stderr).toContain('cancelled')

  const heldAgain = hold(criticises)
  const killed = scene.start(research('killed', '--json'))
  const killedId = await runIdOf(killed)
  await heldAgain.reached
  killed.kill('SIGKILL')
  await killed.ended
  heldAgain.letGo()
  expect(await scene.run(['cancel', killedId, '--json'])).toMatchObject({ code: 0, stderr: '' })
  const resumed = await scene.run(['resume', killedId, '--out', join(scene.folder, 'killed'), '--json'])
  expect(JSON.parse(resumed.stdout)).toMatchObject({ runId: killedId, status: 'cancelled' })
})

test('include, exclude and split while the run goes on: they count from the next stage, and what was split never joins again', async () => {
  const held = hold(criticises, searchOnce)
  const process = scene.start(research('edited', '--max-iterations', '2', '--json'))
  const runId = await runIdOf(process)
  await held.reached
  const folder = join(scene.folder, 'edited')
  const exported = await scene.run(['export', runId, '--format', 'events'])
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'events.jsonl'), exported.stdout)
  const events = await runFolder(folder).events()
  const registered = events.flatMap(({ type, data }) =>
    type === 'DocumentsRegistered'
      ? (data as { documents: readonly { documentId: string; records: readonly { recordId: string }[] }[] }).documents
      : [],
  )
  const doubled = registered.find(({ records }) => records.some(({ recordId }) => recordId === 'rec-1-again'))?.documentId ?? ''
  const read = events.flatMap(({ type, data }) => (type === 'EvidenceExtracted' ? [data as { documentId: string; recordId: string }] : []))
  expect(read.map(({ documentId }) => documentId)).toContain(doubled)
  const excluded = read.find(({ documentId }) => documentId !== doubled)?.documentId ?? ''

  expect(await scene.run(['exclude', runId, excluded, '--reason', 'wrong plant'])).toMatchObject({ code: 0, stderr: '' })
  expect(await scene.run(['split', runId, doubled, 'rec-1-again', '--reason', 'two seasons'])).toMatchObject({ code: 0, stderr: '' })
  const nothing = await scene.run(['split', runId, doubled, 'rec-99'])
  expect(nothing).toMatchObject({ code: 2 })
  expect(nothing.stderr).toContain('rec-99')
  held.letGo()
  expect((await process.ended).code).toBe(0)

  const documents = await runFolder(folder).documents()
  const owner = (recordId: string) => documents.find(({ recordIds }) => recordIds.includes(recordId))
  expect(owner('rec-1')?.recordIds).toEqual(['rec-1'])
  expect(owner('rec-1-again')?.recordIds).toEqual(['rec-1-again'])
  expect(documents.find(({ documentId }) => documentId === excluded)).toMatchObject({ reason: expect.stringContaining('wrong plant') })
  const evidence = await runFolder(folder).evidence()
  expect(evidence.filter(({ documentId }) => documentId === excluded)).toEqual([])
  for (const item of evidence) expect(owner(item.recordId)?.documentId, item.evidenceId).toBe(item.documentId)
  const later = (await runFolder(folder).events()).slice(events.length)
  expect(later.filter(({ type }) => type === 'DocumentSplit').length).toBe(1)
  // Both records were found again after the split, and stayed apart.
  const foundLater = later.flatMap(({ type, data }) => (type === 'CandidatesFound' ? (data as EventData<'CandidatesFound'>).records : []))
  expect(foundLater.map(({ recordId }) => recordId)).toEqual(expect.arrayContaining(['rec-1', 'rec-1-again']))
})

test('a plan is proposed, edited and used', async () => {
  const path = join(scene.folder, 'plan.json')
  const proposed = await scene.run(['plan', question, '--model', 'openai:stand-in', '--max-subquestions', '2', '--out', path, '--quiet'])
  expect(proposed).toMatchObject({ code: 0, stdout: '' })
  const plan = JSON.parse(await readFile(path, 'utf8')) as { question: string; subquestions: { text: string }[] }
  expect(plan.question).toBe(question)
  expect(plan.subquestions.length).toBeGreaterThan(0)
  const mine = 'Which shade covers lower the water use of tomato plants at night?'
  await writeFile(path, JSON.stringify({ ...plan, subquestions: [{ text: mine, rationale: 'It was asked for.', priority: 1 }] }))

  scene.model.reset()
  const out = join(scene.folder, 'planned')
  const args = [
    'research',
    '--plan',
    path,
    '--library',
    scene.library,
    '--model',
    'openai:stand-in',
    '--model-critic',
    'none',
    '--out',
    out,
  ]
  expect(await scene.run([...args, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const events = await runFolder(out).events()
  expect(events.filter(({ type }) => /^Plan(ningRequested|Proposed)$/.test(type))).toEqual([])
  expect(events.flatMap(({ usage }) => usage).filter(({ role }) => role === 'planner')).toEqual([])
  expect(await runFolder(out).text('report.md')).toContain(mine)

  const broken = join(scene.folder, 'broken-plan.json')
  await writeFile(broken, JSON.stringify({ question, subquestions: [] }))
  const refused = await scene.run(['research', '--plan', broken, '--library', scene.library, '--model', 'none'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('broken-plan.json')
})
