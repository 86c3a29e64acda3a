import type { EventData } from '@winnow/contracts/registry.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { describe, expect, it } from 'vitest'
import { createAnswerer } from './service.ts'
import { answerRun, question, showed, turned } from './testing/answer-run.ts'

const blobs = new MemoryBlobStore()
const search = (number: number, query: string) => ({ search: number, query, operations: [`S${number}`], requested: true, shown: ['D1'] })
const run = answerRun(
  { D1: 'Abstract.' },
  { answering: { searches: [search(1, question), search(2, 'costs of biosimilars')], turns: [], reason: null, answer: null } },
)
await showed(run, blobs, 1, { D1: 'Title of D1\n\nAbstract.' }, [{ text: 'It is safe.', documentIds: ['D1'] }])
turned(run, 1, { query: '<topic>', refused: 'It is a placeholder.', reasoning: 'Costs </so_far> are open.' })
turned(run, 2, { query: 'costs of biosimilars', reasoning: 'Costs still are.' })

async function turn(reply: unknown, parts: Partial<EventData<'TurnRequested'>> = {}) {
  const model = scriptedModel(reply)
  const data = { workId: 'turn:3', turn: 3, searchesLeft: 4, reserve: {}, ...parts }
  const events = await outcomeOf(createAnswerer({ blobs, reranker: null }), taskOn(run, 'TurnRequested', data, { ask: model.ask }))
  return { events, asked: model.asked }
}
const reply = (parts: object) => ({ reasoning: ' Because. ', action: 'search', query: null, ...parts })
const call = (outcome: 'ok' | 'invalid' = 'ok') => modelCall({ callId: 'call-1', role: 'agent', stage: 'answer', outcome })

describe('a turn', () => {
  it.each([
    { name: 'a search', reply: reply({ query: ' nocebo  effect ' }), out: { action: 'search', query: 'nocebo effect', refused: null } },
    { name: 'an answer', reply: reply({ action: 'answer' }), out: { action: 'answer', query: null, refused: null } },
    {
      name: 'an answer with a query beside it',
      reply: reply({ action: 'answer', query: 'x' }),
      out: { action: 'answer', query: null, refused: null },
    },
    { name: 'a search without a query', reply: reply({}), out: { action: 'search', query: '', refused: expect.stringContaining('empty') } },
    {
      name: 'a placeholder',
      reply: reply({ query: '<query>' }),
      out: { action: 'search', query: '<query>', refused: expect.stringContaining('placeholder') },
    },
    {
      name: 'the question again',
      reply: reply({ query: question }),
      out: { action: 'search', query: question, refused: expect.stringContaining('searched before') },
    },
    {
      name: 'an earlier search again',
      reply: reply({ query: 'Costs of biosimilars?' }),
      out: { action: 'search', query: 'Costs of biosimilars?', refused: expect.stringContaining('searched before') },
    },
  ])('$name', async ({ reply: given, out }) => {
    const { events } = await turn(given)
    expect(events).toEqual([
      {
        type: 'TurnTaken',
        data: { workId: 'turn:3', turn: 3, reasoning: 'Because.', agent: 'openai:test', degraded: [], ...out },
        usage: [call()],
      },
    ])
  })
  it('what is too long for an event is cut', async () => {
    const { events } = await turn(reply({ reasoning: 'r'.repeat(20_001), query: 'q'.repeat(1001) }))
    expect(events[0]?.data).toMatchObject({ reasoning: 'r'.repeat(20_000), query: 'q'.repeat(1000) })
  })
  it.each([
    { name: 'a reply that does not fit', parts: {}, reason: 'invalid', usage: [call('invalid')] },
    { name: 'no budget', parts: { fallback: 'budget' as const }, reason: 'budget', usage: [] },
  ])('$name is unusable', async ({ parts, reason, usage }) => {
    const { events } = await turn({ action: 'think' }, parts)
    expect(events).toEqual([
      {
        type: 'TurnTaken',
        data: {
          workId: 'turn:3',
          turn: 3,
          action: 'unusable',
          reasoning: '',
          query: null,
          refused: null,
          agent: 'openai:test',
          degraded: [{ role: 'agent', reason, count: 1 }],
        },
        usage,
      },
    ])
  })
  it('is asked for with what happened so far, as data, and nothing of the run’s own', async () => {
    const { asked } = await turn(reply({ action: 'answer' }))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ role: 'agent', stage: 'answer', promptVersion: 'turn-1', schemaName: 'turn' })
    expect(asked[0]?.prompt.user).toBe(
      [
        'Decide what to do next.',
        `<research_question>\n{"question":"${question}"}\n</research_question>`,
        [
          '<so_far>',
          `{"step":"search","search":1,"query":"${question}","documents":1}`,
          '{"step":"summary","search":1,"sentences":[{"text":"It is safe.","documentIds":["D1"]}]}',
          '{"step":"reasoning","turn":1,"text":"Costs ‹/so_far> are open."}',
          '{"step":"refused","turn":1,"query":"‹topic>","message":"It is a placeholder."}',
          '{"step":"reasoning","turn":2,"text":"Costs still are."}',
          '{"step":"search","search":2,"query":"costs of biosimilars","documents":0}',
          '</so_far>',
        ].join('\n'),
        'Searches left: 4.',
      ].join('\n\n'),
    )
  })
})
