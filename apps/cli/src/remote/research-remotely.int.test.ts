import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'
import { type FakeWinnow, type HeldRun, heldRun, question, startFakeWinnow } from './testing/fake-winnow.ts'

let folder: string
let held: HeldRun
let server: FakeWinnow
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-remote-'))
  held = await heldRun(folder)
})
beforeEach(async () => {
  server = await startFakeWinnow(held)
})
afterEach(() => server.stop())
afterAll(() => rm(folder, { recursive: true }))

const run = (...argv: string[]) => winnow(testConfig('postgres://127.0.0.1:1/none', folder), argv)

test('a run at a server', async () => {
  const out = join(folder, 'out')
  const { code, printed, said } = await run(
    'research',
    question,
    '--server',
    server.url,
    '--key',
    'k',
    '--library',
    'papers.jsonl',
    '--out',
    out,
  )
  expect([code, printed]).toEqual([0, 'x'])
  console.log(
    said,
    await readdir(out),
    server.seen.map((r) => [r.method, r.url, r.headers, r.body.slice(0, 300)]),
  )
})
