import type { EventData } from '@winnow/contracts/registry.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { firstUnshared, originOf, sharedKeys } from './shared-events.ts'
import { runWith, type Told } from './testing/compared.ts'

const request = (parts: Partial<EventData<'RunRequested'>> = {}): Told => ({
  type: 'RunRequested',
  data: {
    question: 'What?',
    asOf: '2026-07-01',
    criteria: null,
    libraries: [],
    promptSet: '1',
    codeVersion: '1',
    options: buildOptions(),
    ...parts,
  },
})
const planning = (tokens = 1, cause = 1): Told => ({
  type: 'PlanningRequested',
  data: { workId: 'plan', maxSubquestions: 5, reserve: { tokens } },
  cause,
})
const proposed = (text: string, cause = 2): Told => ({
  type: 'PlanProposed',
  data: { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text, rationale: '', priority: 1 }], degraded: [] },
  cause,
})
const iteration = (number: number, cause: number): Told => ({
  type: 'IterationStarted',
  data: { iteration: number, reads: 1, keptForSnowball: 0, documents: 0, relevantPairs: 0 },
  cause,
})
const critique = (number: number, cause: number): Told => ({
  type: 'CritiqueProposed',
  data: { workId: `critique:${number}`, iteration: number, critique: null, degraded: [] },
  cause,
})
const shared = (a: readonly Told[], b: readonly Told[]) => [...sharedKeys(runWith('a', a), runWith('b', b))]

describe('events that both runs have', () => {
  test.each<[string, readonly Told[], readonly Told[], readonly string[]]>([
    ['the same', [request(), planning()], [request(), planning()], ['RunRequested:run', 'PlanningRequested:plan']],
    [
      'in another order',
      [iteration(1, 1), iteration(2, 1)],
      [iteration(2, 1), iteration(1, 1)],
      ['IterationStarted:2', 'IterationStarted:1'],
    ],
    ['an estimate is no difference', [planning(1)], [planning(2)], ['PlanningRequested:plan']],
    ['other data is', [proposed('A?')], [proposed('B?')], []],
    ['one that only one has', [planning()], [planning(), proposed('A?')], ['PlanningRequested:plan']],
    [
      'the models and the version of a request are no difference',
      [request({ codeVersion: '2', options: buildOptions({ models: { ...buildOptions().models, critic: 'openai:x' } }) })],
      [request()],
      ['RunRequested:run'],
    ],
    ['other options are', [request({ options: buildOptions({ fullText: true }) })], [request()], []],
    ['another question is', [request({ question: 'Why?' })], [request()], []],
  ])('%s', (_, a, b, keys) => {
    expect(shared(a, b)).toEqual(keys)
  })
})

test('the first event that the other does not have', () => {
  const run = runWith('a', [request(), planning(), proposed('A?')])
  expect(firstUnshared(run, new Set(['RunRequested:run']))?.type).toBe('PlanningRequested')
  expect(firstUnshared(run, new Set(['PlanningRequested:plan']))?.type).toBe('RunRequested')
  expect(firstUnshared(run, new Set(run.events.map(({ key }) => key)))).toBeNull()
})

describe('the origin of a difference', () => {
  const a = runWith('a', [request(), planning(), proposed('A?'), iteration(1, 3), critique(1, 4)])
  const origin = (pos: number, keys: readonly string[], run = a) => {
    const event = run.events[pos - 1]
    return event === undefined ? undefined : originOf(run, event, new Set(keys)).pos
  }
  test.each<[string, number, readonly string[], number | undefined]>([
    ['itself when its cause is shared', 3, ['RunRequested:run', 'PlanningRequested:plan'], 3],
    ['along the causes, to the first that is not shared', 5, ['RunRequested:run', 'PlanningRequested:plan'], 3],
    ['the very first without anything shared', 5, [], 1],
    [
      'a decision after the first difference is another one, though it reads the same',
      5,
      ['RunRequested:run', 'PlanningRequested:plan', 'IterationStarted:1'],
      3,
    ],
    ['a decision before it is shared', 5, ['RunRequested:run', 'PlanningRequested:plan', 'PlanProposed:plan', 'IterationStarted:1'], 5],
    ['a fact is shared wherever it stands', 4, ['PlanProposed:plan'], 4],
  ])('%s', (_, pos, keys, expected) => {
    expect(origin(pos, keys)).toBe(expected)
  })
  test('a cause that is not in the log, or comes later, ends the walk', () => {
    const odd = runWith('a', [request(), { ...planning(), cause: 3 }, { ...proposed('A?'), cause: 9 }])
    expect([origin(2, [], odd), origin(3, [], odd)]).toEqual([2, 3])
  })
})
