import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

let server: TestPostgres
let folder: string
let url: string
beforeAll(async () => {
  server = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-unread-'))
  url = await server.newDatabase()
  await writeFile(join(folder, 'refs.jsonl'), '{"id":"a","title":"Water in soil","abstract":"Soil holds water."}\n')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.stop()
})

/** Runs the command line as a process, with nobody who reads its standard output, as `| head` leaves it. */
async function unread(...argv: string[]) {
  const child = spawn(process.execPath, [main, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', HOME: folder, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const said = text(child.stderr)
  const [code] = await once(child, 'close')
  return { code, said: await said }
}

test('a run is interrupted in order, and how to go on is said; a list ends quietly', async () => {
  const run = await unread('research', 'How does soil hold water?', '--library', 'refs.jsonl', '--model', 'none', '--json')
  const config = testConfig(url, folder)
  const [shown] = JSON.parse((await winnow(config, ['runs', '--json'])).printed).runs
  expect(shown.status).toBe('interrupted')
  expect(run.code).toBe(130)
  expect(run.said).toMatch(/^Nobody reads the output any longer: the run is interrupted\.\nInterrupted\.\n/)
  expect(run.said).toContain(`winnow resume ${shown.runId}`)
  expect(await unread('events', shown.runId, '--jsonl')).toEqual({ code: 0, said: '' })
  expect((await winnow(config, ['resume', shown.runId, '--quiet'])).code).toBe(0)
})
