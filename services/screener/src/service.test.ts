import type { EventData } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { describe, expect, it } from 'vitest'
import { lexicalScores } from './core/lexical-screening.ts'
import { createScreener } from './service.ts'
import { paper, runWith } from './testing/papers.ts'

const papers = [
  paper('D1', { title: 'Memory of agents' }),
  paper('D2', { title: 'Fish', abstract: 'Agents.' }),
  paper('D3', { title: 'Agents and tools' }),
]
const run = runWith(papers, ['How does memory help agents?', 'Which tools?'], 'Trials only.')
type Item = EventData<'ScreeningRequested'>['items'][number]
const request = (...items: readonly Partial<Item>[]): EventData<'ScreeningRequested'> => ({
  iteration: 1,
  phase: 'search',
  round: 0,
  items: items.map((item) => ({ workId: 'screen:1', documentIds: ['D1', 'D2'], subquestionIds: ['RQ1', 'RQ2'], ...item })),
  reserve: {},
})
const reply = (scores: { readonly [documentId: string]: { readonly [id: string]: number } }) => ({
  papers: Object.entries(scores).map(([documentId, own]) => ({
    documentId,
    note: 'why',
    exclusion: null,
    scores: Object.entries(own).map(([subquestionId, score]) => ({ subquestionId, score })),
  })),
})
const screen = (ask = noModel, item: Partial<Item> = {}) =>
  outcomeOf(createScreener(), taskOn(run, 'ScreeningRequested', request(item), { ask }))
const told = (events: Awaited<ReturnType<typeof screen>>) =>
  events.map(({ data }) =>
    'screener' in data ? `${data.documentId} ${data.screener} ${Object.entries(data.scores).flat().join(' ')}` : '',
  )
const calls = (...ids: readonly string[]) => ids.map((callId) => modelCall({ callId }))
const degradedOf = (events: Awaited<ReturnType<typeof screen>>) =>
  events.map(({ data }) => ('degraded' in data ? data.degraded.map(({ reason }) => reason) : []))

it('is the screener', () => {
  expect(createScreener()).toMatchObject({ name: 'screener', concurrency: 8 })
})

describe('a batch', () => {
  it('without a model: words alone, nothing degraded', async () => {
    const events = await screen()
    expect(
      events.map(({ data }) => ('screener' in data ? [data.documentId, data.screener, data.note, data.part, data.parts] : [])),
    ).toEqual([
      ['D1', 'lexical', 'lexical', 1, 2],
      ['D2', 'lexical', 'lexical', 2, 2],
    ])
    expect(degradedOf(events)).toEqual([[], []])
    expect(events.map(({ usage }) => usage)).toEqual([[], []])
  })
  it('by a model that judges every pair: one call', async () => {
    const model = scriptedModel(reply({ D1: { RQ1: 0.9, RQ2: 0.1 }, D2: { RQ1: 0, RQ2: 0.2 } }))
    const events = await screen(model.ask)
    expect(told(events)).toEqual(['D1 openai:test RQ1 0.9 RQ2 0.1', 'D2 openai:test RQ1 0 RQ2 0.2'])
    expect(degradedOf(events)).toEqual([[], []])
    expect(events.map(({ usage }) => usage)).toEqual([calls('call-1'), []])
    expect(model.asked).toHaveLength(1)
    expect(model.asked[0]).toMatchObject({ role: 'screener', stage: 'screening', promptVersion: 'screening-2', schemaName: 'screening' })
    expect(model.asked[0]?.prompt.user).toContain('Trials only.')
  })
  it('missing pairs are asked again once, and they alone', async () => {
    const model = scriptedModel(reply({ D1: { RQ1: 0.9 }, D2: { RQ1: 0, RQ2: 0.2 } }), reply({ D1: { RQ1: 0.1, RQ2: 0.7 } }))
    const events = await screen(model.ask)
    expect(told(events)).toEqual(['D1 openai:test RQ1 0.9 RQ2 0.7', 'D2 openai:test RQ1 0 RQ2 0.2'])
    expect(degradedOf(events)).toEqual([[], []])
    expect(events.map(({ usage }) => usage)).toEqual([calls('call-1', 'call-2'), []])
    expect(model.asked[1]?.prompt.user.match(/<paper .*>/g)).toEqual(['<paper id="D1" judge-for="RQ2">'])
    // An answer for a pair that the second request did not ask is ignored, and counted.
    expect(events.map(({ data }) => ('ignored' in data ? data.ignored : undefined))).toEqual([1, undefined])
  })
  it('what is missing twice is lexical, and one degraded step', async () => {
    const model = scriptedModel(reply({ D1: { RQ1: 0.9 } }), reply({ D2: { RQ1: 0.5 } }))
    const events = await screen(model.ask)
    expect(told(events)).toEqual(['D1 openai:test RQ1 0.9', 'D1 lexical RQ2 0', 'D2 openai:test RQ1 0.5', 'D2 lexical RQ2 0'])
    expect(degradedOf(events)).toEqual([['the reply left out pairs of paper and subquestion, twice'], [], [], []])
    expect(model.asked).toHaveLength(2)
  })
  it('a contradiction of more than 0.5 is asked again; one of 0.5 is none', async () => {
    const twice = (a: number, b: number) => ({ papers: [...reply({ D1: { RQ1: a } }).papers, ...reply({ D1: { RQ1: b } }).papers] })
    const item = { documentIds: ['D1'], subquestionIds: ['RQ1'] }
    const contradicted = scriptedModel(twice(0.2, 0.71), reply({ D1: { RQ1: 0.4 } }))
    expect(told(await screen(contradicted.ask, item))).toEqual(['D1 openai:test RQ1 0.4'])
    expect(contradicted.asked).toHaveLength(2)
    const agreed = scriptedModel(twice(0.25, 0.75))
    expect(told(await screen(agreed.ask, item))).toEqual(['D1 openai:test RQ1 0.75'])
    expect(agreed.asked).toHaveLength(1)
  })
  it('a second reply that cannot be used: lexical, and the call’s own reason', async () => {
    const events = await screen(scriptedModel(reply({ D1: { RQ1: 0.9, RQ2: 0.1 } }), 'nonsense').ask)
    expect(told(events).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['D1 openai:test', 'D2 lexical'])
    expect(degradedOf(events)).toEqual([['invalid'], []])
    expect(events[0]?.usage).toHaveLength(2)
  })
  it.each([
    { name: 'a first reply that cannot be used', item: {}, reason: 'invalid', usage: 1 },
    { name: 'a budget that pays for no call', item: { fallback: 'budget' as const }, reason: 'budget', usage: 0 },
  ])('$name: lexical, asked no more', async ({ item, reason, usage }) => {
    const model = scriptedModel('nonsense')
    const events = await screen(model.ask, item)
    expect(told(events).map((line) => line.split(' ')[1])).toEqual(['lexical', 'lexical'])
    expect(degradedOf(events)).toEqual([[reason], []])
    expect(events.map((event) => event.usage?.length)).toEqual([usage, 0])
    expect(model.asked).toHaveLength(usage)
  })
  it('that names a document the corpus does not have is a broken invariant', async () => {
    await expect(screen(noModel, { documentIds: ['D1', 'D9'] })).rejects.toThrow('screen:1 names documents that the corpus does not have')
  })
  it('before the request is one, too', async () => {
    const unrequested = { ...run, corpus: { ...run.corpus, request: null } }
    await expect(outcomeOf(createScreener(), taskOn(unrequested, 'ScreeningRequested', request({})))).rejects.toThrow(
      'after it was requested',
    )
    expect(newCorpus().request).toBeNull()
  })
})

describe('the passes', () => {
  const models = (parts: object) => {
    const { request } = run.state
    if (request === null) throw new Error('not requested')
    return {
      ...run,
      state: { ...run.state, request: { ...request, options: { ...request.options, models: { ...request.options.models, ...parts } } } },
    }
  }
  const both = { screener: 'openai:a', screener2: 'openai:b' }
  const pass = (name: 'second' | 'adjudication' | 'sample', ask = noModel, routed: object = both, on = models(routed)) =>
    outcomeOf(createScreener(), taskOn(on, 'ScreeningRequested', { ...request({}), pass: name }, { ask }))
  const whole = reply({ D1: { RQ1: 0.9, RQ2: 0.1 }, D2: { RQ1: 0, RQ2: 0.2 } })
  const passesOf = (events: Awaited<ReturnType<typeof screen>>) => events.map(({ data }) => ('pass' in data ? data.pass : undefined))

  it.each([
    { name: 'second' as const, role: 'screener2', version: 'screening-2', reader: 'openai:test' },
    { name: 'adjudication' as const, role: 'screener', version: 'adjudication-1', reader: 'openai:test, adjudicating' },
    { name: 'sample' as const, role: 'screener2', version: 'screening-2', reader: 'openai:test, again' },
  ])('$name is asked of the $role', async ({ name, role, version, reader }) => {
    const model = scriptedModel(whole)
    const events = await pass(name, model.ask)
    expect(model.asked).toMatchObject([{ role, stage: 'screening', promptVersion: version, schemaName: 'screening' }])
    expect(told(events)).toEqual([`D1 ${reader} RQ1 0.9 RQ2 0.1`, `D2 ${reader} RQ1 0 RQ2 0.2`])
    expect(passesOf(events)).toEqual([name, name])
  })
  it('the second screener sees nothing of what the first said; who adjudicates sees both', async () => {
    const documents = Object.fromEntries(
      Object.entries(run.state.documents).map(([id, one]) => [
        id,
        { ...one, scores: { RQ1: { score: 0.91, by: { a: 0.91 }, second: { score: 0.12, by: 'b' } } } },
      ]),
    )
    const judged = models(both)
    const on = { ...judged, state: { ...judged.state, documents } }
    const [second, adjudication] = [scriptedModel(whole), scriptedModel(whole)]
    await pass('second', second.ask, both, on)
    await pass('adjudication', adjudication.ask, both, on)
    expect(JSON.stringify(second.asked)).not.toMatch(/0\.91|0\.12|screener on/)
    expect(adjudication.asked[0]?.prompt.user.match(/A screener on RQ1: \S+,/g)).toEqual(
      Array.from({ length: 2 }, () => ['A screener on RQ1: 0.91,', 'A screener on RQ1: 0.12,']).flat(),
    )
    expect(adjudication.asked[0]?.prompt.system).toContain('disagree')
  })
  it.each([
    { name: 'second' as const, screener: 'ranking' },
    { name: 'adjudication' as const, screener: 'inclusive' },
    { name: 'sample' as const, screener: 'ranking' },
  ])('$name without a model is by rule: $screener', async ({ name, screener }) => {
    const events = await pass(name, noModel, {})
    expect(told(events).map((line) => line.split(' ')[1])).toEqual([screener, screener])
    expect(degradedOf(events)).toEqual([[], []])
  })
  it.each([
    { name: 'second' as const, by: ['ranking', 'ranking'], role: 'screener2' },
    { name: 'adjudication' as const, by: ['inclusive', 'inclusive'], role: 'screener' },
    { name: 'sample' as const, by: ['openai:test'], role: 'screener2' },
  ])('$name by a model that gives nothing usable: $by', async ({ name, by, role }) => {
    const events = await pass(name, scriptedModel('nonsense').ask)
    expect(told(events).map((line) => line.split(' ')[1])).toEqual(by)
    expect(events[0]?.data).toMatchObject({ degraded: [{ role, reason: 'invalid', count: 1 }] })
  })
  it('pairs that are missing twice in a sample stay without a judgement', async () => {
    const events = await pass('sample', scriptedModel(reply({ D1: { RQ1: 0.9 } }), reply({ D2: { RQ1: 0.1 } })).ask)
    expect(told(events)).toEqual(['D1 openai:test, again RQ1 0.9', 'D2 openai:test, again RQ1 0.1'])
    expect(events[0]?.data).toMatchObject({ degraded: [{ role: 'screener2' }] })
  })
  it('a criterion of the review is told with the exclusion', async () => {
    const excluded = { papers: whole.papers.map((one) => ({ ...one, criterion: 'I1' })) }
    const events = await pass('second', scriptedModel(excluded).ask)
    expect(events.map(({ data }) => ('criterion' in data ? data.criterion : undefined))).toEqual([undefined, 'I1'])
  })
  it('a sample is ranked among all that were screened, not among itself', async () => {
    const screened = { score: 0.1, by: { a: 0.1 } }
    const documents = Object.fromEntries(
      Object.entries(run.state.documents).map(([id, one]) => [
        id,
        { ...one, scores: { RQ1: screened, ...(id === 'D3' ? {} : { RQ2: screened }) } },
      ]),
    )
    const on = { ...run, state: { ...run.state, documents } }
    const medians = async (name: 'second' | 'sample', documentIds: readonly string[]) =>
      (
        await outcomeOf(createScreener(), taskOn(on, 'ScreeningRequested', { ...request({ documentIds: [...documentIds] }), pass: name }))
      ).map(({ data }) =>
        'lexical' in data ? Object.fromEntries(Object.entries(data.lexical ?? {}).map(([id, { median }]) => [id, median])) : {},
      )
    const [whole] = await medians('second', ['D1', 'D2', 'D3'])
    const [pair] = await medians('second', ['D1', 'D2'])
    const [own] = await medians('second', ['D2'])
    const [sampled] = await medians('sample', ['D2'])
    expect(sampled).toEqual({ RQ1: whole?.RQ1, RQ2: pair?.RQ2 })
    expect(own).not.toEqual(sampled)
  })
  it('of one decision words and ranking are apart', async () => {
    const service = createScreener()
    const of = (parts: object) => outcomeOf(service, taskOn(run, 'ScreeningRequested', { ...request({}), ...parts }))
    const [first, second] = [await of({}), await of({ pass: 'second' })]
    expect(told(first).map((line) => line.split(' ')[1])).toEqual(['lexical', 'lexical'])
    expect(told(second)).not.toEqual(told(first).map((line) => line.replace('lexical', 'ranking')))
  })
})

describe('a review', () => {
  const { request: asked, documents } = run.state
  if (asked === null) throw new Error('no request')
  const place = (id: string, screeningScore?: number) => {
    const one = documents[id]
    if (one === undefined) throw new Error(`no ${id}`)
    return { ...one, features: { ...one.features, ...(screeningScore === undefined ? {} : { screeningScore }) } }
  }
  const review = {
    ...run,
    state: {
      ...run.state,
      request: { ...asked, options: { ...asked.options, review: { records: 3, screened: 3 } } },
      documents: { D1: place('D1', 0.25), D2: place('D2'), D3: place('D3', 1) },
    },
  }
  const of = (ask = noModel, parts: object = {}) =>
    outcomeOf(
      createScreener(),
      taskOn(review, 'ScreeningRequested', { ...request({ documentIds: ['D1', 'D2', 'D3'] }), ...parts }, { ask }),
    )
  it('without a model keeps all that it screens, the first of the ranking with the best score', async () => {
    const events = await of()
    expect(told(events)).toEqual(['D1 ranking RQ1 0.625 RQ2 0.625', 'D2 ranking RQ1 0.5 RQ2 0.5', 'D3 ranking RQ1 1 RQ2 1'])
    expect(events[0]?.data).toMatchObject({ note: 'kept, among the first by question and criteria', degraded: [] })
    expect(events[0]?.data).not.toHaveProperty('reason')
    expect(events[0]?.data).not.toHaveProperty('lexical')
  })
  it('with a model is what the model says; what it leaves out is kept', async () => {
    const said = reply({ D1: { RQ1: 0.1, RQ2: 0 }, D2: { RQ1: 0.9, RQ2: 0 } })
    const events = await of(scriptedModel(said, reply({})).ask)
    expect(told(events)).toEqual(['D1 openai:test RQ1 0.1 RQ2 0', 'D2 openai:test RQ1 0.9 RQ2 0', 'D3 ranking RQ1 1 RQ2 1'])
  })
  it('has the other passes as every run', async () => {
    expect((await of(noModel, { pass: 'second' }))[0]?.data).toHaveProperty('lexical')
  })
})

it('a prompt holds nothing of the run’s own, and nothing of the order in which facts came', async () => {
  const prompts = await Promise.all(
    [papers, papers.toReversed()].map(async (known) => {
      const model = scriptedModel(reply({ D1: { RQ1: 0.9, RQ2: 0.1 }, D2: { RQ1: 0, RQ2: 0.2 } }))
      const told_ = runWith(known, ['How does memory help agents?', 'Which tools?'], 'Trials only.')
      const task = taskOn(told_, 'ScreeningRequested', request({}), { ask: model.ask, pos: known === papers ? 9 : 90 })
      await outcomeOf(createScreener(), task)
      expect(JSON.stringify(model.asked)).not.toMatch(new RegExp(`${task.run.runId}|${task.run.decision.at}|${task.item.eventId}|screen:1`))
      return model.asked.map(({ prompt }) => prompt)
    }),
  )
  expect(prompts[1]).toEqual(prompts[0])
})

describe('lexical scores', () => {
  const scoresOf = async (items: readonly Partial<Item>[], service = createScreener(), pos = 9) => {
    const found: { [pair: string]: unknown } = {}
    for (const entry of items.keys()) {
      for (const { data } of await outcomeOf(service, taskOn(run, 'ScreeningRequested', request(...items), { entry, pos }))) {
        if ('lexical' in data) for (const [id, value] of Object.entries(data.lexical ?? {})) found[`${data.documentId} ${id}`] = value
      }
    }
    return found
  }
  const single = { documentIds: ['D1', 'D2', 'D3'] }
  const split = [
    { workId: 'b', documentIds: ['D3'], subquestionIds: ['RQ2', 'RQ1'] },
    { workId: 'a', documentIds: ['D2', 'D1'] },
  ]
  it('are over all documents that the decision asks about', async () => {
    const whole = lexicalScores(
      papers,
      new Map([
        ['RQ1', ['D1', 'D2', 'D3']],
        ['RQ2', ['D1', 'D2', 'D3']],
      ]),
      new Map([
        ['RQ1', 'How does memory help agents?'],
        ['RQ2', 'Which tools?'],
      ]),
    )
    const expected = [...whole].flatMap(([id, scores]) =>
      [...scores].map(([documentId, { score, median }]) => [`${documentId} ${id}`, { score, median }]),
    )
    expect(await scoresOf(split)).toEqual(Object.fromEntries(expected))
    expect(whole.get('RQ1')?.get('D1')?.relevance).toBeGreaterThan(0.5)
    expect(told(await screen(noModel, { documentIds: ['D1', 'D2', 'D3'] }))[0]).toContain(`RQ1 ${whole.get('RQ1')?.get('D1')?.relevance}`)
  })
  it('do not depend on how the pairs are put into batches', async () => {
    expect(await scoresOf(split)).toEqual(await scoresOf([single]))
  })
  it('are kept for a decision and made anew for the next, however many there are', async () => {
    const service = createScreener()
    const whole = await scoresOf([single], service, 1)
    for (const pos of [2, 3, 4, 5, 6]) expect(await scoresOf([{ documentIds: ['D1'] }], service, pos)).not.toEqual(whole)
    expect(await scoresOf([single], service, 1)).toEqual(whole)
    expect(await scoresOf([single], service, 7)).toEqual(whole)
  })
})
