import type { EventData } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { History, modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, type SeenRun, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState, intent, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { createPlanner } from './service.ts'

const question = 'What helps agents remember?'
const requested = new History().request({}, { question, criteria: 'Trials only.' })
const planned: SeenRun = {
  state: buildState({
    subquestions: [subquestion('RQ1', { text: 'Does memory help?' }), subquestion('RQ2', { text: 'For whom?' })],
    intents: [intent('RQ1.i2', { text: 'Trials of memory' }), intent('RQ1.i1', { text: 'Surveys of recall' }), intent('RQ2.i1')],
  }),
  corpus: requested.corpus,
}
const budget = { fallback: 'budget' as const }
const usage = (role: 'planner' | 'intent' | 'query', stage: 'planning' | 'search', outcome: 'ok' | 'invalid' = 'ok') => [
  modelCall({ role, stage, outcome }),
]

it('is the planner', () => {
  expect(createPlanner()).toMatchObject({ name: 'planner', concurrency: 8 })
})

describe('planning', () => {
  const request = (parts: object = {}): EventData<'PlanningRequested'> => ({ workId: 'plan', maxSubquestions: 2, reserve: {}, ...parts })
  const fallback = [{ subquestionId: 'RQ1', text: question, rationale: 'The question itself.', priority: 1 }]
  const reply = { subquestions: ['One?', 'Two?', 'Three?'].map((text) => ({ text, rationale: 'Why.', priority: 1 })) }
  const rows = [
    { name: 'no model: the question itself', model: { ask: noModel, asked: [] }, parts: {}, out: fallback, degraded: [], usage: [] },
    {
      name: 'a reply, as many as the maximum',
      model: scriptedModel(reply),
      parts: {},
      out: [
        { subquestionId: 'RQ1', text: 'One?', rationale: 'Why.', priority: 1 },
        { subquestionId: 'RQ2', text: 'Two?', rationale: 'Why.', priority: 1 },
      ],
      degraded: [],
      usage: usage('planner', 'planning'),
    },
    {
      name: 'a reply of one',
      model: scriptedModel({ subquestions: reply.subquestions.slice(0, 1) }),
      parts: {},
      out: [{ subquestionId: 'RQ1', text: 'One?', rationale: 'Why.', priority: 1 }],
      degraded: [],
      usage: usage('planner', 'planning'),
    },
    {
      name: 'a reply that does not fit',
      model: scriptedModel({ subquestions: 'none' }),
      parts: {},
      out: fallback,
      degraded: ['invalid'],
      usage: usage('planner', 'planning', 'invalid'),
    },
    {
      name: 'a reply with nothing usable',
      model: scriptedModel({ subquestions: [{ text: '?', rationale: '', priority: 1 }] }),
      parts: {},
      out: fallback,
      degraded: ['the reply held nothing usable'],
      usage: usage('planner', 'planning'),
    },
    { name: 'no budget for a call', model: scriptedModel(reply), parts: budget, out: fallback, degraded: ['budget'], usage: [] },
  ]
  it.each(rows)('$name', async ({ model, parts, out, degraded, usage: calls }) => {
    const events = await outcomeOf(createPlanner(), taskOn(requested, 'PlanningRequested', request(parts), { ask: model.ask }))
    expect(events).toEqual([
      {
        type: 'PlanProposed',
        data: { workId: 'plan', subquestions: out, degraded: degraded.map((reason) => ({ role: 'planner', reason, count: 1 })) },
        usage: calls,
      },
    ])
  })
  it('asks with the question and the criteria', async () => {
    const model = scriptedModel(reply)
    await outcomeOf(createPlanner(), taskOn(requested, 'PlanningRequested', request(), { ask: model.ask }))
    expect(model.asked[0]).toMatchObject({ role: 'planner', stage: 'planning', promptVersion: 'plan-1', schemaName: 'plan' })
    expect(model.asked[0]?.prompt.user).toBe(`Research question: ${question}\n\nEligibility criteria of the review:\nTrials only.`)
    expect(model.asked[0]?.prompt.system).toContain('At most 2.')
  })
  it('before the request is a broken invariant', async () => {
    const run = { state: buildState(), corpus: newCorpus() }
    await expect(outcomeOf(createPlanner(), taskOn(run, 'PlanningRequested', request()))).rejects.toThrow('after it was requested')
  })
})

describe('intents', () => {
  const request = (item: object = {}): EventData<'IntentsRequested'> => ({
    iteration: 1,
    items: [
      { workId: 'other', subquestionId: 'RQ2', firstIntent: 2, planned: [] },
      { workId: 'intents:1:RQ1', subquestionId: 'RQ1', firstIntent: 3, planned: [], ...item },
    ],
    reserve: {},
  })
  const outcome = (ask = noModel, item: object = {}, run = planned) =>
    outcomeOf(createPlanner(), taskOn(run, 'IntentsRequested', request(item), { ask, entry: 1 }))
  const created = (part: number, parts: number, text: string, degraded: readonly string[] = []) => ({
    workId: 'intents:1:RQ1',
    part,
    parts,
    intentId: `RQ1.i${2 + part}`,
    subquestionId: 'RQ1',
    text,
    degraded: degraded.map((reason) => ({ role: 'intent', reason, count: 1 })),
  })
  const reply = { intents: [{ text: 'Trials in robots' }, { text: 'trials OF memory!' }, { text: 'Failures of recall' }] }

  it.each([
    { name: 'no model: the subquestion', model: { ask: noModel }, item: {}, out: [created(1, 1, 'Does memory help?')], calls: [[]] },
    {
      name: 'a reply without what it repeats; usage on the first event alone',
      model: scriptedModel(reply),
      item: {},
      out: [created(1, 2, 'Trials in robots'), created(2, 2, 'Failures of recall')],
      calls: [usage('intent', 'planning'), []],
    },
    {
      name: 'a reply that does not fit',
      model: scriptedModel({}),
      item: {},
      out: [created(1, 1, 'Does memory help?', ['invalid'])],
      calls: [usage('intent', 'planning', 'invalid')],
    },
    {
      name: 'a reply of earlier intents alone',
      model: scriptedModel({ intents: [{ text: 'Trials of memory' }, { text: 'surveys of recall' }] }),
      item: {},
      out: [created(1, 1, 'Does memory help?', ['the reply held nothing usable'])],
      calls: [usage('intent', 'planning')],
    },
    { name: 'no budget', model: scriptedModel(reply), item: budget, out: [created(1, 1, 'Does memory help?', ['budget'])], calls: [[]] },
  ])('$name', async ({ model, item, out, calls }) => {
    const events = await outcome(model.ask, item)
    expect(events).toEqual(out.map((data, index) => ({ type: 'IntentCreated', data, usage: calls[index] })))
  })
  it('what a critique planned is taken without asking', async () => {
    const model = scriptedModel(reply)
    const events = await outcome(model.ask, { planned: [{ text: 'Reworded', rewordOf: 'RQ1.i1' }, { text: 'New' }] })
    expect(events).toEqual([
      { type: 'IntentCreated', data: { ...created(1, 2, 'Reworded'), rewordOf: 'RQ1.i1' } },
      { type: 'IntentCreated', data: created(2, 2, 'New') },
    ])
    expect(model.asked).toEqual([])
  })
  it('the prompt has the earlier intents of its subquestion, by number', async () => {
    const model = scriptedModel(reply)
    await outcome(model.ask)
    expect(model.asked[0]).toMatchObject({ role: 'intent', stage: 'planning', promptVersion: 'intent-1', schemaName: 'intents' })
    expect(model.asked[0]?.prompt.user).toBe(
      `Research question: ${question}\nSubquestion RQ1: Does memory help?\n\nEarlier intents:\n- Surveys of recall\n- Trials of memory`,
    )
  })
  it('of an unknown subquestion are a broken invariant', async () => {
    await expect(outcome(noModel, {}, { ...planned, state: buildState() })).rejects.toThrow('there is no subquestion RQ1')
  })
})

it('no prompt holds anything of the run’s own, nor of the order in which intents came', async () => {
  const prompts = []
  for (const order of [
    ['RQ1.i1', 'RQ1.i2'],
    ['RQ1.i2', 'RQ1.i1'],
  ]) {
    const model = scriptedModel('none', 'none', 'none')
    const run: SeenRun = { ...planned, state: buildState({ subquestions: [subquestion('RQ1')], intents: order.map((id) => intent(id)) }) }
    const tasks = [
      taskOn(run, 'PlanningRequested', { workId: 'plan', maxSubquestions: 2, reserve: {} }, { ask: model.ask }),
      taskOn(
        run,
        'IntentsRequested',
        { iteration: 1, items: [{ workId: 'intents:1', subquestionId: 'RQ1', firstIntent: 3, planned: [] }], reserve: {} },
        { ask: model.ask },
      ),
      taskOn(
        run,
        'QueriesRequested',
        { iteration: 1, items: [{ workId: 'queries:1', intentId: 'RQ1.i2', subquestionId: 'RQ1', sources: ['library'] }], reserve: {} },
        { ask: model.ask },
      ),
    ]
    for (const task of tasks) {
      await outcomeOf(createPlanner(), task)
      expect(JSON.stringify(model.asked)).not.toMatch(
        new RegExp(`${task.run.runId}|${task.run.decision.at}|${task.item.eventId}|intents:1|queries:1`),
      )
    }
    prompts.push(model.asked.map(({ prompt }) => prompt))
  }
  expect(prompts[0]).toHaveLength(3)
  expect(prompts[1]).toEqual(prompts[0])
})

describe('queries', () => {
  const request = (item: object = {}): EventData<'QueriesRequested'> => ({
    iteration: 1,
    items: [{ workId: 'queries:RQ1.i2', intentId: 'RQ1.i2', subquestionId: 'RQ1', sources: ['library', 'arxiv'], ...item }],
    reserve: {},
  })
  const outcome = (ask = noModel, item: object = {}, run = planned) =>
    outcomeOf(createPlanner(), taskOn(run, 'QueriesRequested', request(item), { ask }))
  const fallback = [
    { source: 'library', query: 'trials memory' },
    { source: 'arxiv', query: 'all:trials AND all:memory' },
  ]
  const reply = { queries: [{ source: 'library', query: '"long memory" agents' }] }

  it.each([
    { name: 'no model: keywords of the intent', model: { ask: noModel }, item: {}, out: fallback, degraded: [], calls: [] },
    {
      name: 'a reply, repaired',
      model: scriptedModel(reply),
      item: {},
      out: [{ source: 'library', query: 'long memory agents', repaired: 'brought into the syntax of library' }],
      degraded: [],
      calls: usage('query', 'search'),
    },
    {
      name: 'a reply about another source',
      model: scriptedModel({ queries: [{ source: 'web', query: 'x' }] }),
      item: {},
      out: fallback,
      degraded: ['invalid'],
      calls: usage('query', 'search', 'invalid'),
    },
    { name: 'no budget', model: scriptedModel(reply), item: budget, out: fallback, degraded: ['budget'], calls: [] },
  ])('$name', async ({ model, item, out, degraded, calls }) => {
    expect(await outcome(model.ask, item)).toEqual([
      {
        type: 'QueriesWritten',
        data: {
          workId: 'queries:RQ1.i2',
          intentId: 'RQ1.i2',
          queries: out,
          degraded: degraded.map((reason) => ({ role: 'query', reason, count: 1 })),
        },
        usage: calls,
      },
    ])
  })
  it('an intent without words: no query, the reply was of no use', async () => {
    const run = { ...planned, state: buildState({ subquestions: [subquestion('RQ1')], intents: [intent('RQ1.i2', { text: '…' })] }) }
    const [event] = await outcome(scriptedModel({ queries: [{ source: 'library', query: '!' }] }).ask, {}, run)
    expect(event?.data).toMatchObject({ queries: [], degraded: [{ reason: 'the reply held nothing usable' }] })
  })
  it('the prompt has subquestion, intent and sources', async () => {
    const model = scriptedModel(reply)
    await outcome(model.ask)
    expect(model.asked[0]).toMatchObject({ role: 'query', stage: 'search', promptVersion: 'query-2', schemaName: 'queries' })
    expect(model.asked[0]?.prompt.user).toMatch(
      /^Subquestion: Does memory help\?\nSearch intent RQ1\.i2: Trials of memory\n\nSources:\n- library: /,
    )
  })
  it('of an unknown intent are a broken invariant', async () => {
    await expect(outcome(noModel, {}, { ...planned, state: buildState() })).rejects.toThrow('there is no intent RQ1.i2')
  })
})
