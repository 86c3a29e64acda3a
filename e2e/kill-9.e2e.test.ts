import { join } from 'node:path'
import type { Workshop } from '@winnow/cli/engine/workshop.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores } from './support/engine.ts'
import { question } from './support/made-up-library.ts'
import { runFolder } from './support/run-folder.ts'
import { runIdOf, type Scene, setScene } from './support/scene.ts'

const kills = 10
/** Model calls at once, so the most that can be in flight when a process dies. */
const concurrency = 6
let scene: Scene
let stores: Workshop

beforeAll(async () => {
  scene = await setScene(12)
})
afterAll(async () => {
  await stores?.close()
  await scene.end()
})

const research = (out: string) => [
  ...['research', question, '--library', scene.library, '--model', 'openai:stand-in', '--as-of', '2026-06-30'],
  ...['--max-iterations', '2', '--max-subquestions', '2', '--out', join(scene.folder, out)],
]

const hashOf = (out: string) => runFolder(join(scene.folder, out)).stateHash()

/** Calls of the run whose answers are stored. */
async function storedCalls(runId: string): Promise<number> {
  const { rows } = await stores.pool.query<{ calls: number }>('select count(*)::int as calls from model_call where run_id = $1', [runId])
  return rows[0]?.calls ?? 0
}

test('killed with -9 ten times at events, resumed each time: the state of the undisturbed twin, and only calls in flight are bought twice', async () => {
  const twin = await scene.run([...research('twin'), '--quiet'])
  expect(twin).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const events = (await runFolder(join(scene.folder, 'twin')).events()).length
  expect(scene.model.repeated).toBe(0)
  const calls = scene.model.requests.length
  stores = await openStores(scene.databaseUrl)

  scene.model.reset()
  let runId = ''
  for (let kill = 1; kill <= kills; kill += 1) {
    const driven = scene.start(runId === '' ? [...research('killed'), '--json'] : ['resume', runId, '--json'])
    if (runId === '') runId = await runIdOf(driven)
    // Each resume before this one added an event of its own.
    const at = Math.round((events * kill) / (kills + 2)) + kill - 1
    await driven.line((line) => line.includes('"pos":') && (JSON.parse(line) as { pos: number }).pos >= at)
    driven.kill('SIGKILL')
    expect(await driven.ended).toMatchObject({ code: null, signal: 'SIGKILL' })
  }
  const done = await scene.run(['resume', runId, '--out', join(scene.folder, 'killed'), '--quiet'])
  expect(done).toMatchObject({ code: 0, stdout: '', stderr: '' })

  const killed = runFolder(join(scene.folder, 'killed'))
  const log = await killed.events()
  expect(log.filter(({ type }) => type === 'RunResumed').length).toBe(kills)
  expect(new Set(log.map(({ key }) => key)).size).toBe(log.length)
  expect(await hashOf('killed')).toBe(await hashOf('twin'))
  expect(await killed.text('evidence.jsonl')).toBe(await runFolder(join(scene.folder, 'twin')).text('evidence.jsonl'))
  // Every answer that was stored was bought once; what was asked beside those was in flight when a process died.
  expect(await storedCalls(runId)).toBe(calls)
  const inFlight = scene.model.requests.length - calls
  expect(scene.model.repeated).toBe(inFlight)
  expect(inFlight).toBeLessThanOrEqual(kills * concurrency)
  expect(log.flatMap(({ usage }) => usage).length).toBe(calls)
  expect(await scene.run(['verify', runId])).toMatchObject({ code: 0 })
})
