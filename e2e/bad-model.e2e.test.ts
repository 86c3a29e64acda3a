import { join } from 'node:path'
import type { ModelFault, ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { question } from './support/made-up-library.ts'
import { runFolder } from './support/run-folder.ts'
import { runIdOf, type Scene, setScene } from './support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene(24)
})
afterAll(() => scene.end())
afterEach(() => {
  scene.model.interfere(undefined)
  scene.model.reset()
})

const research = (out: string) => [
  ...['research', question, '--library', scene.library, '--model', 'openai:stand-in', '--max-iterations', '1'],
  ...['--max-subquestions', '2', '--out', join(scene.folder, out)],
]

/** Outcomes of the model calls in a run's log, each call once. */
async function outcomesIn(out: string): Promise<readonly string[]> {
  const usage = (await runFolder(join(scene.folder, out)).events()).flatMap((event) => event.usage)
  expect(new Set(usage.map(({ callId }) => callId)).size).toBe(usage.length)
  return usage.map(({ outcome }) => outcome)
}

/** An address where nobody listens: a server was there and has gone. */
async function closedAddress(): Promise<string> {
  const gone = await startStandInModel()
  await gone.stop()
  return gone.url
}

function countOf(list: readonly string[], value: string): number {
  return list.filter((one) => one === value).length
}

test('garbage from every role at once: a report that lists the degraded steps, with every role named', async () => {
  const garbage = ['I cannot help with that.', "{'a': nope", '<think>hm</think>', '', '[]', '{"unrelated": [1, 2, 3]}']
  scene.model.interfere(({ number }) => garbage[number % garbage.length])
  const ended = await scene.run([...research('garbage'), '--quiet'])
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const files = runFolder(join(scene.folder, 'garbage'))
  const summary = await files.summary()
  expect(summary.status).toBe('completed')
  const roles = new Set(summary.degraded.map(({ role }) => role))
  for (const role of ['planner', 'intent', 'query', 'screener', 'reader', 'synthesizer', 'critic', 'writer'] as const)
    expect(roles, `is ${role} named?`).toContain(role)
  const report = await files.text('report.md')
  for (const { role } of summary.degraded) expect(report).toContain(role)
  expect(report).toMatch(/degraded/i)
  expect((await outcomesIn('garbage')).length).toBe(scene.model.requests.length)
})

test('a wrong key: stops at once and says why; resume with the right one comes to the end', async () => {
  const refused = { fault: 'status', status: 401, message: 'Incorrect API key provided', code: 'invalid_api_key' } as const
  scene.model.interfere(({ headers }) => (headers.authorization === 'Bearer right' ? undefined : refused))
  const stopped = await scene.run([...research('key'), '--json'], { env: { OPENAI_API_KEY: 'wrong' } })
  expect(stopped.code).toBe(3)
  expect(scene.model.requests.length).toBe(1)
  expect(stopped.stderr).toContain('OPENAI_API_KEY')
  expect(stopped.stderr).not.toContain('wrong')
  const [, resume] = /(winnow resume (\S+))/.exec(stopped.stderr)?.slice(1) ?? []
  const { runId } = JSON.parse(stopped.stdout.split('\n')[0] ?? '') as { readonly runId: string }
  expect(resume).toBe(runId)

  const resumed = await scene.run(['resume', runId, '--out', join(scene.folder, 'key'), '--quiet'], { env: { OPENAI_API_KEY: 'right' } })
  expect(resumed).toMatchObject({ code: 0, stderr: '' })
  const summary = await runFolder(join(scene.folder, 'key')).summary()
  expect(summary).toMatchObject({ runId, status: 'completed', degraded: [] })
  const outcomes = await outcomesIn('key')
  expect(countOf(outcomes, 'rejected')).toBe(1)
  expect(outcomes.length).toBe(scene.model.requests.length)
})

test.for([
  ['seconds', (): string => '1'],
  ['an HTTP date', (): string => new Date(Date.now() + 2000).toUTCString()],
] as const)('an overloaded server that names a time in %s is waited for', async ([form, retryAfter]: readonly [string, () => string]) => {
  const name = `overload-${form.split(' ').at(-1)}`
  /** Prompt → the time before which it must not be asked again. */
  const notBefore = new Map<string, number>()
  const tooEarly: number[] = []
  scene.model.interfere(({ prompt, number }): ModelFault | undefined => {
    const due = notBefore.get(prompt)
    if (due !== undefined && Date.now() < due) tooEarly.push(number)
    if (due !== undefined || number % 3 !== 1) return undefined
    const header = retryAfter()
    notBefore.set(prompt, /^\d+$/.test(header) ? Date.now() + 1000 * Number(header) : Date.parse(header))
    return { fault: 'status', status: 429, message: 'slow down', headers: { 'retry-after': header } }
  })
  const ended = await scene.run([...research(name), '--quiet'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(await runFolder(join(scene.folder, name)).summary()).toMatchObject({ status: 'completed', degraded: [] })
  expect(notBefore.size).toBeGreaterThan(2)
  expect(tooEarly).toEqual([])
  const outcomes = await outcomesIn(name)
  expect(countOf(outcomes, 'throttled')).toBe(notBefore.size)
  expect(outcomes.length).toBe(scene.model.requests.length)
})

test('a role whose server fails five times in a row: exit 3, and resume goes on once it is well', async () => {
  const reads = ({ schema }: ModelRequest) => JSON.stringify(schema).includes('"quote"')
  scene.model.interfere((request) =>
    reads(request) ? { fault: 'status', status: 500, message: 'internal error', headers: { 'retry-after': '0' } } : undefined,
  )
  const process = scene.start([...research('ill'), '--json'])
  const runId = await runIdOf(process)
  const stopped = await process.ended
  expect(stopped.code).toBe(3)
  expect(stopped.stderr).toContain(`winnow resume ${runId}`)
  expect(stopped.stderr).toMatch(/500|internal error/)
  expect(await runFolder(join(scene.folder, 'ill')).summary()).toMatchObject({ runId, status: 'paused' })

  scene.model.interfere(undefined)
  const resumed = await scene.run(['resume', runId, '--out', join(scene.folder, 'ill'), '--quiet'])
  expect(resumed).toMatchObject({ code: 0, stderr: '' })
  expect(await runFolder(join(scene.folder, 'ill')).summary()).toMatchObject({ runId, status: 'completed' })
  const outcomes = await outcomesIn('ill')
  expect(countOf(outcomes, 'server-error')).toBeGreaterThanOrEqual(5)
  // What was given up when the run stopped may not have reached the server; everything else in the log did, and no more.
  const seen = scene.model.requests.length
  expect(outcomes.length).toBeGreaterThanOrEqual(seen)
  expect(outcomes.length - countOf(outcomes, 'timeout')).toBeLessThanOrEqual(seen)
})

test('no server at the address: exit 3 at once with the address, and --on-provider-failure degrade goes on without', async () => {
  const address = await closedAddress()
  const nowhere = { env: { OPENAI_BASE_URL: `${address}/v1` } }
  const stopped = await scene.run([...research('nobody'), '--quiet'], nowhere)
  expect(stopped.code).toBe(3)
  expect(stopped.stderr).toContain(address)
  const degraded = await scene.run([...research('without'), '--quiet', '--on-provider-failure', 'degrade'], nowhere)
  expect(degraded).toMatchObject({ code: 0, stderr: '' })
  const summary = await runFolder(join(scene.folder, 'without')).summary()
  expect(summary.status).toBe('completed')
  expect(new Set(summary.degraded.map(({ role }) => role)).size).toBe(8)
})
