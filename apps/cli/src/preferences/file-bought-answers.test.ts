import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileBoughtAnswers } from './file-bought-answers.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-bought-'))
  path = join(folder, 'calls.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

const key = { runId: 'r-1', workId: 'turn:1', promptHash: 'h' }
const call = (callId: string, parts: Partial<StoredCall> = {}): StoredCall => ({
  ...key,
  attempt: 1,
  text: `a reply\nof ${callId} 🧪`,
  usage: {
    callId,
    role: 'agent',
    stage: 'answer',
    model: 'openai:m',
    inputTokens: 3,
    outputTokens: null,
    cachedTokens: 0,
    costUsd: null,
    ms: 5,
    outcome: 'ok',
  },
  at: '2026-07-01T09:00:00.000Z',
  ...parts,
})

test('what is recorded is found, by this process and by the next', async () => {
  const first = await openFileBoughtAnswers(path)
  const other = call('other', { promptHash: 'another' })
  await Promise.all([first.record(call('a')), first.record(call('b', { attempt: 2 })), first.record(other)])
  expect((await first.find(key)).map(({ usage }) => usage.callId)).toEqual(['a', 'b'])
  await first.close()
  const second = await openFileBoughtAnswers(path)
  expect(await second.find(key)).toEqual([call('a'), call('b', { attempt: 2 })])
  expect(await second.find({ ...key, runId: 'r-2' })).toEqual([])
  expect(second.all()).toEqual([call('a'), call('b', { attempt: 2 }), other])
  await second.close()
})

test('a line that was half written by a process that was killed is taken away, and the next stands for itself', async () => {
  const first = await openFileBoughtAnswers(path)
  await first.record(call('a'))
  await first.close()
  await appendFile(path, '{"runId":"r-1","workId":"🧪')
  const second = await openFileBoughtAnswers(path)
  expect(second.all()).toEqual([call('a')])
  await second.record(call('b'))
  await second.close()
  const lines = (await readFile(path, 'utf8')).split('\n')
  expect(lines.map((line) => (line === '' ? null : JSON.parse(line).usage.callId))).toEqual(['a', 'b', null])
})

test.each([
  { name: 'no JSON', line: 'nonsense', says: 'calls.jsonl, line 2 is no JSON' },
  { name: 'no call', line: '{"runId":"r-1"}', says: 'calls.jsonl, line 2 is no model call' },
])('a whole line that is $name is bad input', async ({ line, says }) => {
  await writeFile(path, `${JSON.stringify(call('a'))}\n${line}\n`)
  const opened = openFileBoughtAnswers(path)
  await expect(opened).rejects.toThrow(UsageError)
  await expect(opened).rejects.toThrow(says)
})
