import type { AnswerTrail } from '@winnow/report/answer-trail.ts'
import type { ShownRun } from '@winnow/runs/shown-run.ts'
import { describe, expect, test } from 'vitest'
import { answerSections } from './show-answer.ts'

const figures: NonNullable<ShownRun['answering']> = { mode: 'model', searches: 1, turns: 3, refusedSearches: 1, removedMarks: 0, cited: 2 }
const trail: AnswerTrail = {
  searches: [
    { search: 1, query: 'What helps?', operations: ['S1'], found: 12, shown: { passages: 10, reranker: 'bm25', summarizer: 'words' } },
    { search: 2, query: 'paging', operations: ['S2'], found: 3, shown: null },
  ],
  turns: [
    { turn: 1, action: 'search', query: 'paging', refused: null },
    { turn: 2, action: 'search', query: 'paging', refused: '“paging” was searched before.' },
    { turn: 3, action: 'unusable', query: null, refused: null },
    { turn: 4, action: 'answer', query: null, refused: null },
  ],
  reason: 'enough',
  citations: [
    { n: 1, documentId: 'D2', url: 'https://doi.org/10.5555/a', title: 'A work' },
    { n: 2, documentId: 'D1', url: null, title: 'Another' },
  ],
}
const sections = (answering: Partial<typeof figures> = {}, parts: Partial<AnswerTrail> = {}) =>
  answerSections({ answering: { ...figures, ...answering } }, { ...trail, ...parts })

test('an answer, its searches, turns and citations', () => {
  expect(sections()).toEqual([
    'Answer: written by a model, 2 works cited\n  1 further search, 4 turns, 1 search refused',
    'Searches of the agent\n  1  12 found  10 shown (bm25)  What helps?\n  2  3 found   nothing shown    paging',
    'Turns\n  1 searches for paging\n  2 search refused: “paging” was searched before.\n  3 no usable reply\n  4 answers',
    'Citations\n  [1] A work. https://doi.org/10.5555/a\n  [2] Another',
  ])
})

describe('the first line', () => {
  test.each<[string, Partial<typeof figures>, Partial<AnswerTrail>, string]>([
    ['not written', { mode: null }, { citations: [] }, 'Answer: not written yet\n  1 further search, 4 turns, 1 search refused'],
    [
      'extractive',
      { mode: 'extractive' },
      { turns: [] },
      'Answer: extractive, sentences of the sources, 2 works cited\n  1 further search, 0 turns, 0 searches refused',
    ],
    [
      'one of each',
      {},
      { turns: trail.turns.slice(0, 1), citations: trail.citations.slice(0, 1) },
      'Answer: written by a model, 1 work cited\n  1 further search, 1 turn, 0 searches refused',
    ],
    [
      'before the first search',
      {},
      { searches: [], turns: [] },
      'Answer: written by a model, 2 works cited\n  0 further searches, 0 turns, 0 searches refused',
    ],
    [
      'removed marks',
      { removedMarks: 2 },
      { turns: [] },
      'Answer: written by a model, 2 works cited\n  1 further search, 0 turns, 0 searches refused\n  marks that named no work that was shown: 2, removed',
    ],
  ])('%s', (_, answering, parts, first) => {
    expect(sections(answering, parts)[0]).toBe(first)
  })
})

test('what there is none of is left out', () => {
  expect(sections({ mode: null }, { searches: [], turns: [], citations: [] }).slice(1)).toEqual(['', '', ''])
})
