import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildState, type StateParts } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { notAnswered } from '../answering/answering-state.ts'
import { sampleFacts, searchCount } from './sample-facts.ts'

const hash = 'a'.repeat(64)
const content: AnswerContent = { question: 'Q?', mode: 'model', paragraphs: [], citations: [] }
const fellBack = { role: 'agent' as const, reason: 'no JSON', count: 1 }
const call = (outcome: Usage['outcome']): Usage => ({
  callId: 'c',
  role: 'agent',
  stage: 'answer',
  model: 'openai:m',
  inputTokens: 1,
  outputTokens: 1,
  cachedTokens: 0,
  costUsd: 0,
  ms: 1,
  outcome,
})
const turn = (number: number, parts: Partial<EventData<'TurnTaken'>> = {}): EventData<'TurnTaken'> => ({
  workId: `turn:${number}`,
  turn: number,
  action: 'search',
  reasoning: 'r',
  query: 'q',
  refused: null,
  agent: 'm',
  degraded: [],
  ...parts,
})
const summary = (parts: Partial<EventData<'PassagesSummarised'>> = {}): EventData<'PassagesSummarised'> => ({
  workId: 'passages:1',
  search: 1,
  passages: [],
  reranker: 'bm25',
  summary: [],
  unknownMarks: 0,
  attempts: 1,
  summarizer: 'm',
  degraded: [],
  ...parts,
})
const written = (parts: Partial<EventData<'AnswerWritten'>> = {}): EventData<'AnswerWritten'> => ({
  workId: 'answer',
  contentHash: hash,
  mode: 'model',
  citations: [],
  removedMarks: 0,
  characters: 1,
  support: { supported: 0, partial: 0, unsupported: 0, 'cannot-check': 0 },
  attempts: 1,
  writer: 'm',
  degraded: [],
  ...parts,
})
const search = (number: number, shown: readonly string[] | null) => ({ search: number, query: 'q', operations: [], requested: true, shown })
const facts = (history: History, parts: StateParts = {}) =>
  sampleFacts({ state: buildState(parts), corpus: history.corpus, events: history.events, content })

describe('what the log says of a sample', () => {
  test('a run without anything', () => {
    expect(facts(new History().request())).toEqual({
      completed: false,
      content,
      shown: new Set(),
      removedMarks: 0,
      fallbacks: 0,
      cutReplies: 0,
    })
  })

  test.each([
    { status: 'completed' as const, completed: true },
    { status: 'failed' as const, completed: false },
  ])('a run that $status', ({ status, completed }) => {
    expect(facts(new History().request(), { completed: { status, stopReason: 's', rule: null } }).completed).toBe(completed)
  })

  test('documents shown by any search, also under the name of the work that they joined', () => {
    const answering = { ...notAnswered, searches: [search(1, ['D1', 'D2']), search(2, null), search(3, ['D4'])] }
    expect(facts(new History().request(), { answering, aliases: { D4: 'D3' } }).shown).toEqual(new Set(['D1', 'D2', 'D4', 'D3']))
  })

  test('removed marks', () => {
    const answer = { contentHash: hash, mode: 'model' as const, citations: [], removedMarks: 2 }
    expect(facts(new History().request(), { answering: { ...notAnswered, answer } }).removedMarks).toBe(2)
  })

  test.each([
    { name: 'a summary', history: new History().add('PassagesSummarised', summary({ degraded: [fellBack] })), fallbacks: 1 },
    { name: 'a turn', history: new History().add('TurnTaken', turn(1, { degraded: [fellBack] })), fallbacks: 1 },
    { name: 'the answer', history: new History().add('AnswerWritten', written({ degraded: [fellBack] })), fallbacks: 1 },
    { name: 'a turn without a reply', history: new History().add('TurnTaken', turn(1, { action: 'unusable' })), fallbacks: 1 },
    {
      name: 'such a turn counts once',
      history: new History().add('TurnTaken', turn(1, { action: 'unusable', degraded: [fellBack] })),
      fallbacks: 1,
    },
    {
      name: 'all together',
      history: new History()
        .add('PassagesSummarised', summary({ degraded: [fellBack, fellBack] }))
        .add('TurnTaken', turn(1, { action: 'unusable' }))
        .add('TurnTaken', turn(2, { degraded: [fellBack] }))
        .add('AnswerWritten', written({ degraded: [fellBack] })),
      fallbacks: 4,
    },
    {
      name: 'a reranker is not the model',
      history: new History().add('PassagesSummarised', summary({ degraded: [{ role: 'reranker', reason: 'timed out', count: 1 }] })),
      fallbacks: 0,
    },
    {
      name: 'a refused search is none',
      history: new History().add('TurnTaken', turn(1, { refused: 'was searched before' })),
      fallbacks: 0,
    },
  ])('steps that fell back: $name', ({ history, fallbacks }) => {
    expect(facts(history).fallbacks).toBe(fallbacks)
  })

  test.each([
    { name: 'the last reply was cut', usage: [call('ok'), call('truncated')], cut: 1 },
    { name: 'a cut one was asked for again', usage: [call('truncated'), call('ok')], cut: 0 },
    { name: 'no call', usage: [], cut: 0 },
  ])('$name', ({ usage, cut }) => {
    for (const history of [
      new History().add('AnswerWritten', written(), usage),
      new History().add('TurnTaken', turn(1), usage),
      new History().add('PassagesSummarised', summary(), usage),
    ])
      expect(facts(history).cutReplies).toBe(cut)
  })
})

test.each([
  { name: 'nothing', answering: undefined, searches: 0 },
  { name: 'no search', answering: notAnswered, searches: 0 },
  { name: 'the initial one alone', answering: { ...notAnswered, searches: [search(1, [])] }, searches: 0 },
  { name: 'two beside it', answering: { ...notAnswered, searches: [search(1, []), search(2, []), search(3, [])] }, searches: 2 },
])('searches beside the initial one: $name', ({ answering, searches }) => {
  expect(searchCount(answering === undefined ? {} : { answering })).toBe(searches)
})
