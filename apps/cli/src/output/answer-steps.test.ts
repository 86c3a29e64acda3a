import type { EventData } from '@winnow/contracts/registry.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { answerStep, answerStepLine, answerStepWords } from './answer-steps.ts'

const answer = { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25' }
const requested = () => new History().request({ ...buildOptions(), answer })
const searches = (iteration: number): EventData<'SearchesRequested'> => ({
  iteration,
  operations: [
    {
      workId: `search:S${iteration}`,
      operationId: `S${iteration}`,
      intentId: null,
      source: 'web',
      query: 'q',
      limit: 9,
      fromYear: null,
      toYear: null,
    },
  ],
  unaffordable: 0,
  reserve: {},
})
const turn = (parts: Partial<EventData<'TurnTaken'>>): EventData<'TurnTaken'> => ({
  workId: 'turn:1',
  turn: 1,
  action: 'search',
  reasoning: 'More is needed.',
  query: 'paging',
  refused: null,
  agent: 'm',
  degraded: [],
  ...parts,
})
const summarised: EventData<'PassagesSummarised'> = {
  workId: 'passages:1',
  search: 1,
  passages: [{ documentId: 'D2', recordId: 'web:a', score: 1, textHash: 'a'.repeat(64), characters: 9, cut: false }],
  reranker: 'bm25',
  summary: [
    { text: 'Paging helps.', documentIds: ['D2', 'D3'] },
    { text: 'So it seems.', documentIds: [] },
  ],
  unknownMarks: 0,
  attempts: 1,
  summarizer: 'm',
  degraded: [],
}
const last = (history: History) => {
  const event = history.events.at(-1)
  if (event === undefined) throw new Error('nothing was told')
  return [event, history.state] as const
}

test.each<[string, History, object | null, string | null]>([
  [
    'the initial search: the question',
    requested().add('SearchesRequested', searches(1)),
    { kind: 'search', search: 1, query: 'What helps agents remember?' },
    'Search 1: What helps agents remember?\n',
  ],
  [
    'what a search showed and said',
    requested().add('PassagesSummarised', summarised),
    { kind: 'summary', search: 1, documentIds: ['D2'], sentences: summarised.summary },
    'Found by search 1: Paging helps. [D2, D3] So it seems.\n',
  ],
  [
    'a search that said nothing',
    requested().add('PassagesSummarised', { ...summarised, summary: [] }),
    { kind: 'summary', search: 1, documentIds: ['D2'], sentences: [] },
    'Found by search 1: nothing that answers it\n',
  ],
  [
    'reasoning',
    requested().add('TurnTaken', turn({})),
    { kind: 'reasoning', turn: 1, action: 'search', text: 'More is needed.' },
    'Turn 1: More is needed.\n',
  ],
  [
    'a turn that says nothing',
    requested().add('TurnTaken', turn({ action: 'unusable', reasoning: '', query: null })),
    { kind: 'reasoning', turn: 1, action: 'unusable', text: '' },
    null,
  ],
  [
    'a refused search',
    requested().add('TurnTaken', turn({ refused: 'It was searched before.' })),
    { kind: 'refused', turn: 1, query: 'paging', text: 'It was searched before.' },
    'Turn 1: search refused. It was searched before.\n',
  ],
  ['what is no step', requested(), null, null],
  ['a search of research', new History().request().add('SearchesRequested', searches(1)), null, null],
])('%s', (_, history, step, words) => {
  expect(answerStep(...last(history))).toEqual(step)
  expect(answerStepWords(...last(history))).toBe(words)
})

test('a line of JSON: where the run is, with the step where there is one', () => {
  expect(answerStepLine(...last(requested().add('SearchesRequested', searches(1))))).toMatchObject({
    pos: 2,
    type: 'SearchesRequested',
    step: 'searches',
    answerStep: { kind: 'search', search: 1 },
  })
  expect(answerStepLine(...last(requested()))).not.toHaveProperty('answerStep')
})
