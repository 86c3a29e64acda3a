import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { type AnsweringState, notAnswered } from './answering-state.ts'
import { trajectoryOf } from './trajectory.ts'

const hash = 'a'.repeat(64)
const shown = (documentId: string, recordId: string) => ({ documentId, recordId, score: 1, textHash: hash, characters: 9, cut: false })
const turn = (parts: Partial<EventData<'TurnTaken'>> & { turn: number }): EventData<'TurnTaken'> => ({
  workId: `turn:${parts.turn}`,
  action: 'search',
  reasoning: `reasoning ${parts.turn}`,
  query: 'q',
  refused: null,
  agent: 'm',
  degraded: [],
  ...parts,
})
const summary = (search: number, parts: Partial<EventData<'PassagesSummarised'>> = {}): EventData<'PassagesSummarised'> => ({
  workId: `passages:${search}`,
  search,
  passages: [],
  reranker: 'bm25',
  summary: [],
  unknownMarks: 0,
  attempts: 1,
  summarizer: 'm',
  degraded: [],
  ...parts,
})
const search = (number: number, query: string): AnsweringState['searches'][number] => ({
  search: number,
  query,
  operations: [],
  requested: true,
  shown: [],
})

test('searches, what they showed and said, and reasoning, in the order in which they happened', () => {
  const history = new History().request()
  history.add('CandidatesFound', {
    workId: 'w',
    operationId: 'S1',
    intentId: null,
    source: 'web',
    query: 'q',
    part: 1,
    parts: 1,
    outcome: 'hits',
    asked: 1,
    returned: 1,
    total: null,
    records: [{ recordId: 'a', source: 'web', ids: {}, title: 'A page', authors: [], type: 'web', url: 'https://a.example/x' }],
  })
  history.add('PassagesSummarised', summary(1, { passages: [shown('D1', 'web:a'), shown('D2', 'web:gone')] }))
  history.add('PassagesSummarised', summary(2, { summary: [{ text: 'Said.', documentIds: ['D1'] }] }))
  // Turns of one run come in order; the fold does not rely on it.
  history.add('TurnTaken', turn({ turn: 2, query: 'again', refused: 'was searched before' }))
  history.add('TurnTaken', turn({ turn: 1 }))
  history.add('TurnTaken', turn({ turn: 3, action: 'unusable', reasoning: '' }))
  history.add('TurnTaken', turn({ turn: 4, query: 'deeper', reasoning: '' }))
  history.add('TurnTaken', turn({ turn: 5, action: 'answer', query: null }))
  const answering = { ...notAnswered, searches: [search(1, 'the question'), search(2, 'q'), search(3, 'deeper')] }
  expect(trajectoryOf(buildState({ answering }), history.corpus)).toEqual([
    {
      kind: 'search',
      search: 1,
      query: 'the question',
      passages: [
        { documentId: 'D1', title: 'A page', url: 'https://a.example/x', textHash: hash },
        { documentId: 'D2', title: '', url: null, textHash: hash },
      ],
    },
    { kind: 'reasoning', turn: 1, text: 'reasoning 1' },
    { kind: 'search', search: 2, query: 'q', passages: [] },
    { kind: 'summary', search: 2, sentences: [{ text: 'Said.', documentIds: ['D1'] }] },
    { kind: 'reasoning', turn: 2, text: 'reasoning 2' },
    { kind: 'refused', turn: 2, query: 'again', message: 'was searched before' },
    { kind: 'search', search: 3, query: 'deeper', passages: [] },
    { kind: 'reasoning', turn: 5, text: 'reasoning 5' },
  ])
})

test('a search that the budget did not pay for has no step', () => {
  const history = new History().request()
  history.add('TurnTaken', turn({ turn: 1 }))
  const answering = { ...notAnswered, searches: [search(1, 'the question')] }
  expect(trajectoryOf(buildState({ answering }), history.corpus).map(({ kind }) => kind)).toEqual(['search', 'reasoning'])
  expect(trajectoryOf(buildState(), new History().request().corpus)).toEqual([])
})

test('what is told of a step again is not taken again', () => {
  const history = new History().request()
  history.add('TurnTaken', turn({ turn: 1, reasoning: 'first' })).add('TurnTaken', turn({ turn: 1, reasoning: 'second' }))
  history.add('PassagesSummarised', summary(1, { reranker: 'first' })).add('PassagesSummarised', summary(1, { reranker: 'second' }))
  expect(history.corpus.turns.map(({ reasoning }) => reasoning)).toEqual(['first'])
  expect(history.corpus.summaries.get(1)?.reranker).toBe('first')
})
