import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerWish, defaultAnswerOptions } from '@winnow/runs/answer-request.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import { testConfig, testContext } from '../testing/command-line.ts'
import { type FakeWinnow, type HeldRun, heldRun, question, startFakeWinnow } from './testing/fake-winnow.ts'

const { limits, criteria: _c, fullText: _f, maxSubquestions: _m, planOnly: _p, plan: _plan, ...wish } = wishFor(question)
const asked: AnswerWish = { ...wish, limits, answer: { ...defaultAnswerOptions, reranker: 'bm25' } }

let folder: string
let held: HeldRun
const servers: FakeWinnow[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-answer-remote-'))
  held = await heldRun(folder, asked)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(folder, { recursive: true }))

async function scene() {
  const server = await startFakeWinnow(held)
  servers.push(server)
  const winnow = async (...argv: string[]) => {
    const { context, ran } = testContext(testConfig('postgres://127.0.0.1:1/none', folder))
    await runCli([...argv, '--server', server.url], context)
    return { code: ran.code, printed: ran.printed.join('\n'), said: ran.said }
  }
  return { server, winnow }
}

test('the question goes to the server with what was given, and its answer is printed here', async () => {
  const { server, winnow } = await scene()
  const { code, printed, said } = await winnow('answer', question, '-l', 'papers.jsonl', '--max-searches', '2', '--model', 'none', '--json')
  expect(server.asked('new-run').map(({ body }) => JSON.parse(body))).toEqual([
    { kind: 'answer', question, model: 'none', answer: { maxSearches: 2 }, libraries: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
  ])
  expect([code, JSON.parse(printed)]).toMatchObject([0, { runId: 'r-one', question, mode: 'extractive', status: 'completed' }])
  expect(JSON.parse(printed).citations.length).toBeGreaterThan(0)
  expect(said.at(-1)).toBe('Run r-one')
  expect(await readdir(folder)).toEqual(['papers.jsonl'])
})

test('--stream, and the files of --out', async () => {
  const { winnow } = await scene()
  const { printed, said } = await winnow('answer', question, '--stream', '--out', 'out')
  expect(printed).toMatch(/^Search 1: What helps memory in agents\?\n/)
  expect(printed).toContain('\n## References\n')
  expect(said).toContain(`Files: ${join(folder, 'out')}`)
  expect(await readdir(join(folder, 'out'))).toContain('answer.md')
  await rm(join(folder, 'out'), { recursive: true })
})

test('a resume prints the answer of a run that has ended there', async () => {
  const { winnow } = await scene()
  const { code, printed, said } = await winnow('resume', 'r-one')
  expect([code, said]).toEqual([0, ['Run r-one was already completed.']])
  expect(printed).toContain('*Extractive: ')
  expect(JSON.parse((await winnow('resume', 'r-one', '--json', '--quiet')).printed)).toMatchObject({ runId: 'r-one', mode: 'extractive' })
  expect(await readdir(folder)).toEqual(['papers.jsonl'])
})

test('what only this machine can do is refused before anything is sent', async () => {
  const { server, winnow } = await scene()
  await writeFile(join(folder, 'file'), '')
  await expect(winnow('answer', question, '--offline')).rejects.toThrow(UsageError)
  await expect(winnow('answer', question, '--out', 'file/x')).rejects.toThrow('--out ')
  await rm(join(folder, 'file'))
  expect(server.seen).toEqual([])
})
