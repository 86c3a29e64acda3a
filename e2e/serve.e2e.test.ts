import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliProcess, root, startCli } from './support/cli-process.ts'

let folder: string
let server: CliProcess
let url: string
const library = join(root, 'examples', 'agent-memory.jsonl')
const cli = (...args: string[]) => startCli(args, { env: { WINNOW_HOME: join(folder, 'client') }, cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-serve-'))
  server = startCli(['serve'], { env: { WINNOW_HOME: join(folder, 'home'), PORT: '0', WINNOW_LOG: 'warn' }, cwd: folder, npm: true })
  const said = await server.line((line) => line.startsWith('HTTP interface: '))
  url = /http:\S+/.exec(said)?.[0] ?? ''
  await server.line((line) => line.startsWith('Serving '))
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.ended
  await rm(folder, { recursive: true, force: true })
})

test('one process serves a run from the request to its files, and a second client sees it', async () => {
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, { timeout: 30_000 })
  const research = cli('research', 'How do memory mechanisms help LLM agents?', '--server', url, '--library', library, '--out', 'out')
  const { code, stdout, stderr } = await research.ended
  expect([code, stderr.includes('Screening: ')], stderr).toEqual([0, true])
  expect(stdout).toContain('Done: ')
  const summary = JSON.parse(await readFile(join(folder, 'out', 'run.json'), 'utf8'))
  expect(summary.status).toBe('completed')
  expect(await readFile(join(folder, 'out', 'report.md'), 'utf8')).toContain('# How do memory mechanisms help LLM agents?')
  const listed = (await (await fetch(`${url}/v1/runs`)).json()) as { runs: readonly { runId: string }[] }
  expect(listed.runs.map((run) => run.runId)).toEqual([summary.runId])
  const events = (await readFile(join(folder, 'out', 'events.jsonl'), 'utf8')).trim().split('\n')
  const replayed = JSON.parse((await cli('replay', 'out/events.jsonl', '--json').ended).stdout)
  expect([replayed.events, replayed.counts.cited]).toEqual([events.length, summary.counts.cited])
})

test('it ends in order on SIGTERM, sent to npm and to its child as a shell does', async () => {
  server.kill('SIGTERM')
  const { code, signal, stderr } = await server.ended
  expect(stderr).toContain('Draining')
  // npm itself may end by the signal; its child has drained by then or does so still.
  expect([0, 143, 'SIGTERM']).toContain(signal ?? code)
})
