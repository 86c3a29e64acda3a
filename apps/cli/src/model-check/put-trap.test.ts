import { scriptedModel } from '@winnow/testkit/scripted-task.ts'
import { expect, test } from 'vitest'
import { allTraps } from './all-traps.ts'
import { putTrap } from './put-trap.ts'
import { told } from './story-events.ts'
import { rightReplies } from './testing/right-replies.ts'
import { type Trap, trapWork } from './trap.ts'

const right: Readonly<Record<string, readonly unknown[]>> = rightReplies
const bench = (ask: ReturnType<typeof scriptedModel>['ask']) => ({
  runId: 'r-test',
  model: 'openai:test',
  signal: new AbortController().signal,
  askFor: () => ask,
})

test('the traps that the issue names are there, each with a name and a question of its own', () => {
  const names = allTraps.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(allTraps.map(({ story }) => story.question)).size).toBe(names.length)
  expect(names.toSorted()).toEqual(Object.keys(right).toSorted())
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/)
})

test.each(allTraps)('$name: a good model passes, and every call has its question', async (trap) => {
  const { ask, asked } = scriptedModel(...(right[trap.name] ?? []))
  expect((await putTrap(trap, bench(ask))).passed).toBe(true)
  expect(asked).toHaveLength(right[trap.name]?.length ?? 0)
})

test.each(allTraps)('$name: a model whose replies have no use falls for it', async (trap) => {
  const { ask, asked } = scriptedModel()
  expect(await putTrap(trap, bench(ask))).toEqual({ passed: false, detail: 'its reply could not be used: invalid' })
  expect(asked.length).toBeGreaterThan(0)
})

test.each(allTraps)('$name: its prompts are the same every time', async (trap) => {
  const promptsOf = async () => {
    const { ask, asked } = scriptedModel(...(right[trap.name] ?? []))
    await putTrap(trap, bench(ask))
    return asked.map(({ prompt }) => prompt)
  }
  expect(await promptsOf()).toEqual(await promptsOf())
})

test('a long paper reaches the prompt whole', async () => {
  const { ask, asked } = scriptedModel(...rightReplies['context-cut'])
  await putTrap(allTraps.find(({ name }) => name === 'context-cut') ?? expect.fail(), bench(ask))
  const user = asked[0]?.prompt.user ?? ''
  for (const figure of ['4.7', '6.2', '8.9']) expect(user.split(`lost ${figure} %`)).toHaveLength(2)
  expect(user.length).toBeGreaterThan(46_000)
  const places = ['4.7', '6.2', '8.9'].map((figure) => user.indexOf(`lost ${figure} %`) / user.length)
  expect(places[0]).toBeLessThan(0.02)
  expect(places[1]).toBeCloseTo(0.5, 1)
  expect(places[2]).toBeGreaterThan(0.97)
})

const judge = () => expect.fail('it is not to be judged')
const trap = (parts: Partial<Trap>): Trap => ({
  name: 'ours',
  about: '',
  story: { question: 'What?', subquestions: ['What?'] },
  decision: told('PlanningRequested', { workId: trapWork, maxSubquestions: 2, reserve: {} }),
  judge,
  ...parts,
})

test.each<[string, Partial<Trap>, string]>([
  [
    'two papers that are one work',
    {
      story: {
        question: 'What?',
        papers: [1, 2].map(() => ({
          title: 'Metered heating energy of eighty brick houses before and after their retrofits',
          abstract: 'It is.',
          year: 2020,
          venue: 'V',
          authors: ['Visser', 'Maguire', 'Orlov'],
        })),
      },
    },
    'takes papers of a story for one work',
  ],
  [
    'a decision that asks no model',
    {
      decision: told('IntentsRequested', {
        iteration: 1,
        items: [{ workId: trapWork, subquestionId: 'RQ1', firstIntent: 1, planned: [{ text: 'given' }] }],
        reserve: {},
      }),
    },
    'the trap ours asks the model nothing',
  ],
  [
    'a decision for a service without a model',
    { decision: told('SearchesRequested', { iteration: 1, operations: [], unaffordable: 0, reserve: {} }) },
    'no trap is put to the service search-gateway',
  ],
])('%s is a fault of ours', async (_, parts, message) => {
  const { ask } = scriptedModel()
  await expect(putTrap(trap(parts), bench(ask))).rejects.toThrow(message)
})
