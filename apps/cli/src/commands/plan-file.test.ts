import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildState, subquestion } from '@winnow/testkit/state-builder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planText, readPlanFile } from './plan-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-plan-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(text: string) {
  const path = join(folder, 'plan.json')
  await writeFile(path, text)
  return readPlanFile(path)
}
const one = { text: 'Which?', rationale: 'because', priority: 2 }

test('a plan comes back as it was written', async () => {
  const state = buildState({
    question: 'What helps?',
    subquestions: [
      subquestion('RQ1', { text: 'Which?', rationale: 'first', priority: 1 }),
      subquestion('RQ2', { text: 'When?', priority: 3 }),
    ],
  })
  const text = planText(state)
  expect(text.endsWith('}\n')).toBe(true)
  expect(await read(text)).toEqual({
    question: 'What helps?',
    subquestions: [
      { text: 'Which?', rationale: 'first', priority: 1 },
      { text: 'When?', rationale: '', priority: 3 },
    ],
  })
})

test('a plan need not say its question, and may begin with a byte order mark', async () => {
  expect(await read(`\uFEFF${JSON.stringify({ subquestions: [one] })}`)).toEqual({ question: null, subquestions: [one] })
})

test('what no database takes is replaced', async () => {
  const { subquestions } = await read(JSON.stringify({ subquestions: [{ ...one, text: 'a\0b\ud800' }] }))
  expect(subquestions[0]?.text).toBe('a\uFFFDb\uFFFD')
})

test.each([
  ['no JSON', '{', 'cannot be read as JSON: '],
  ['no object', '7', 'is no plan: the file: '],
  ['no subquestion', '{"subquestions":[]}', 'is no plan: subquestions: '],
  ['none at all', '{"question":"q"}', 'is no plan: subquestions: '],
  ['an empty text', JSON.stringify({ subquestions: [one, { ...one, text: '' }] }), 'is no plan: subquestions.1.text: '],
  ['a priority of 6', JSON.stringify({ subquestions: [{ ...one, priority: 6 }] }), 'is no plan: subquestions.0.priority: '],
  ['two faults', JSON.stringify({ subquestions: [{ text: 'x' }] }), /rationale: .*; subquestions\.0\.priority: /],
])('%s is named with file and place', async (_, text, says) => {
  await expect(read(text)).rejects.toThrow(says)
  await expect(read(text)).rejects.toThrow(`--plan ${join(folder, 'plan.json')}`)
})

test('a plan of 100,000 bytes is read, a longer one is not', async () => {
  const plan = JSON.stringify({ subquestions: [one] })
  expect(await read(plan.padEnd(100_000))).toMatchObject({ subquestions: [one] })
  await expect(read(plan.padEnd(100_001))).rejects.toThrow('it is longer than 100000 bytes')
})

test('a file that is not there is bad usage', async () => {
  await expect(readPlanFile(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read as JSON: ENOENT/)
})
