import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { Answer } from '@winnow/http/testing/answering-server.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, startFakeWinnow, streams } from './testing/fake-winnow.ts'

let folder: string
let held: HeldRun
const servers: FakeWinnow[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-steer-'))
  held = await heldRun(folder)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(folder, { recursive: true }))

let made = 0
async function scene(run: HeldRun = held, first: Partial<Record<Asked, readonly Answer[]>> = {}) {
  const server = await startFakeWinnow(run, first)
  servers.push(server)
  made += 1
  const cwd = join(folder, String(made))
  await mkdir(cwd)
  const here = (...argv: string[]) =>
    winnow(testConfig('postgres://127.0.0.1:1/none', cwd), [...argv, '--server', server.url, '--key', 'k'])
  const commands = () => server.asked('command').map(({ url, body }) => [url, JSON.parse(body)])
  return { server, cwd, here, commands }
}

async function runOf(...events: readonly NewEvent[]): Promise<HeldRun> {
  const log = memoryLog()
  await tell(log, 'r-two', requested(), ...events)
  return { runId: 'r-two', events: await Array.fromAsync(log.archive('r-two')), blobs: held.blobs }
}
const paused = (reason: string): NewEvent => ({ type: 'RunPaused', data: { commandId: reason, reason, cause: 'user' } })
const stopped: NewEvent = { type: 'ProviderStopped', data: { workId: 'plan', stopId: 's', reason: 'the key is wrong' } }
const resumed: NewEvent = { type: 'RunResumed', data: { commandId: 'r', reason: 'go on' } }

describe('commands', () => {
  test.each([
    ['pause', ['pause', 'r-one', '--reason', 'lunch'], '/v1/runs/r-one/pause', { reason: 'lunch' }, 'Paused'],
    ['cancel', ['cancel', 'r-one'], '/v1/runs/r-one/cancel', { reason: 'asked on the command line' }, 'Cancelled'],
    [
      'include',
      ['include', 'r-one', 'D1', '--reason', 'x'],
      '/v1/runs/r-one/documents/D1',
      { action: 'include', reason: 'x' },
      'Included D1',
    ],
    [
      'exclude',
      ['exclude', 'r-one', 'D1', '--reason', 'x'],
      '/v1/runs/r-one/documents/D1',
      { action: 'exclude', reason: 'x' },
      'Excluded D1',
    ],
    [
      'split',
      ['split', 'r-one', 'D1', 'a', 'b', '--reason', 'x'],
      '/v1/runs/r-one/documents/D1',
      { action: 'split', records: ['a', 'b'], reason: 'x' },
      'Split D1',
    ],
  ])('%s', async (_, argv, url, body, said) => {
    const { here, commands, server } = await scene()
    expect(await here(...argv)).toEqual({ code: 0, printed: `${said}; ${server.url} takes it up at once.`, said: '' })
    expect(commands()).toEqual([[url, body]])
    expect(server.seen[0]?.headers.authorization).toBe('Bearer k')
    expect(JSON.parse((await here(...argv, '--json')).printed)).toEqual({ runId: 'r-one', events: [url], server: server.url })
  })

  test('a run that has ended', async () => {
    const { here } = await scene(held, { command: [problem(409, 'run r-one is completed, which is final')] })
    await expect(here('pause', 'r-one')).rejects.toThrow('run r-one is completed, which is final')
  })
})

describe('resume', () => {
  test('a run that has ended is written, and nothing is commanded', async () => {
    const { here, cwd, commands } = await scene()
    const out = join(cwd, 'winnow-r-one')
    expect(await here('resume', 'r-one')).toEqual({ code: 0, printed: `Run r-one was already completed. Files: ${out}`, said: '' })
    expect(await readdir(out)).toContain('report.md')
    expect(commands()).toEqual([])
    const { printed } = await here('resume', 'r-one', '--json', '--out', 'o')
    expect(JSON.parse(printed)).toEqual(JSON.parse(await readFile(join(cwd, 'o', 'run.json'), 'utf8')))
  })

  test('a run that goes on is followed', async () => {
    const half = { ...held, events: held.events.slice(0, 8) }
    const { here, cwd, commands, server } = await scene(half, { stream: [streams(held.events.slice(8), 'end')] })
    const { code, printed, said } = await here('resume', 'r-one')
    expect(code).toBe(0)
    expect(printed).toMatch(/^Done: /)
    expect(said.split('\n')[0]).toBe('Run r-one')
    expect(said).not.toContain('Planning')
    expect(commands()).toEqual([])
    expect(server.asked('stream')[0]?.headers['last-event-id']).toBe('8')
    expect((await readFile(join(cwd, 'winnow-r-one', 'events.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(held.events.length)
  })

  test('a paused run is told to go on; a provider that fails again ends it with exit code 3 and how to resume', async () => {
    const run = await runOf(paused('lunch'), resumed, stopped)
    const before = { ...run, events: run.events.slice(0, 2) }
    const { here, commands, server, cwd } = await scene(before, { stream: [streams(run.events.slice(2), 'stay')] })
    const { code, printed, said } = await here('resume', 'r-two', '--quiet')
    expect([code, printed]).toEqual([3, ''])
    expect(said.split('\n')).toEqual([
      'The run stopped: the key is wrong',
      `What is done is kept. Go on with: ./winnow resume r-two --server ${server.url}`,
    ])
    expect(commands()).toEqual([['/v1/runs/r-two/resume', { reason: 'it was paused' }]])
    expect(JSON.parse(await readFile(join(cwd, 'winnow-r-two', 'run.json'), 'utf8'))).toMatchObject({ status: 'paused' })
  })

  test('a run that somebody else pauses ends well', async () => {
    const run = await runOf(paused('lunch'))
    const { here } = await scene({ ...run, events: run.events.slice(0, 1) }, { stream: [streams(run.events.slice(1), 'stay')] })
    const { code, said } = await here('resume', 'r-two', '--quiet')
    expect(code).toBe(0)
    expect(said).toContain('The run is paused: lunch.')
  })

  test.each([
    ['--offline', ['--offline']],
    ['--max-reads', ['--max-reads', '3']],
    ['--max-snowball-rounds', ['--max-snowball-rounds', '0']],
    ['--max-cost', ['--max-cost', '1']],
    ['--max-iterations', ['--max-iterations', '1']],
    ['--max-searches', ['--max-searches', '1']],
    ['--max-tokens', ['--max-tokens', '1']],
    ['--max-minutes', ['--max-minutes', '1']],
  ])('%s is refused', async (option, argv) => {
    const { here, server } = await scene()
    await expect(here('resume', 'r-one', ...argv)).rejects.toThrow(
      new UsageError(`${option} cannot be given to a run at a server (--server or WINNOW_SERVER, ${server.url})`),
    )
    expect(server.seen).toEqual([])
  })

  test('a run that there is not makes no folder', async () => {
    const { here, cwd } = await scene(held, { page: [problem(404, 'no such run')] })
    await expect(here('resume', 'r-none')).rejects.toThrow('knows nothing of run r-none: no such run')
    expect(await readdir(cwd)).toEqual([])
  })
})
