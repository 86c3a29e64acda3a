import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { answeringFigures } from './answering-figures.ts'
import { type AnsweringState, notAnswered } from './answering-state.ts'

const answer = { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25' }
const request = (kind: 'research' | 'answer') => ({
  asOf: '2026-07-01',
  question: 'q',
  options: buildOptions(kind === 'answer' ? { answer } : {}),
  libraries: [],
})
const search = (number: number) => ({ search: number, query: 'q', operations: [], requested: true, shown: [] })
const nothing = { mode: null, searches: 0, turns: 0, refusedSearches: 0, removedMarks: 0, cited: 0 }

const full: AnsweringState = {
  searches: [search(1), search(2), search(3)],
  turns: [
    { turn: 1, action: 'search', query: 'a', refused: null },
    { turn: 2, action: 'search', query: 'a', refused: 'again' },
    { turn: 3, action: 'unusable', query: null, refused: null },
    { turn: 4, action: 'answer', query: null, refused: null },
  ],
  reason: 'the agent had what it needed',
  answer: { contentHash: 'a'.repeat(64), mode: 'extractive', citations: ['D1', 'D4'], removedMarks: 3 },
}

test.each([
  ['a run that nobody asked for', { request: null }, null],
  ['a run of research', { request: request('research') }, null],
  ['an answer of which nothing is done', { request: request('answer') }, nothing],
  ['an answer before its first search', { request: request('answer'), answering: notAnswered }, nothing],
  ['one whose first search is made', { request: request('answer'), answering: { ...notAnswered, searches: [search(1)] } }, nothing],
  [
    'a written one',
    { request: request('answer'), answering: full },
    { mode: 'extractive', searches: 2, turns: 4, refusedSearches: 1, removedMarks: 3, cited: 2 },
  ],
])('%s', (_, state, figures) => {
  expect(answeringFigures(state)).toEqual(figures)
})
