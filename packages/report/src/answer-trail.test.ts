import { expect, test } from 'vitest'
import { answerTrail } from './answer-trail.ts'
import { answerContent, answerMaterial, unanswered } from './testing/example-answer.ts'
import { material } from './testing/example-run.ts'

const shown = { passages: 2, reranker: 'bm25', summarizer: 'openai:small' }

test('searches with what they found and showed, turns, citations', () => {
  expect(answerTrail(answerMaterial)).toEqual({
    searches: [
      { search: 1, query: 'What helps agents remember?', operations: ['S1', 'S2'], found: 3, shown },
      { search: 2, query: 'paging', operations: ['S3'], found: 2, shown },
    ],
    turns: [
      { turn: 1, action: 'search', query: 'remember agents', refused: '“remember agents” was searched before.' },
      { turn: 2, action: 'search', query: 'paging', refused: null },
      { turn: 3, action: 'answer', query: null, refused: null },
    ],
    reason: 'the agent had what it needed',
    citations: answerContent.citations,
  })
})

test('before it is written nothing is cited; a search that showed nothing has shown null', () => {
  expect(answerTrail(unanswered).citations).toEqual([])
  const corpus = { ...unanswered.corpus, summaries: new Map() }
  expect(answerTrail({ ...unanswered, corpus }).searches.map((search) => search.shown)).toEqual([null, null])
})

test('nothing has happened yet, or it is research', () => {
  expect(answerTrail(material)).toEqual({ searches: [], turns: [], reason: null, citations: [] })
})
