import { expect, test } from 'vitest'
import { answerFigures, answerJson } from './answer-json.ts'
import { answerContent, answerMaterial, unanswered } from './testing/example-answer.ts'
import { material } from './testing/example-run.ts'

test('an answer as JSON', () => {
  expect(answerJson(answerMaterial)).toEqual({
    runId: 'run-1',
    question: 'What helps agents remember?',
    answer: 'Summaries lose details [1]. Paging helps \\<b>recall\\</b> (9) [1, 2].\n\nLittle is known of years.',
    citations: answerContent.citations,
    mode: 'model',
    searches: 1,
    turns: 3,
    refusedSearches: 1,
    removedMarks: 1,
    support: { supported: 1, partial: 0, unsupported: 1, 'cannot-check': 0 },
    status: 'completed',
    stopReason: 'the agent had what it needed',
    degraded: [{ stage: 'answer', role: 'summarizer', count: 1, reason: 'no JSON in the reply' }],
    cost: {
      calls: 6,
      failedCalls: 0,
      inputTokens: 600,
      outputTokens: 60,
      usd: 0.073,
      unpriced: 0,
      inherited: null,
      byStage: [expect.objectContaining({ stage: 'answer', calls: 6 })],
      byRole: [expect.objectContaining({ role: 'agent', calls: 4 }), expect.objectContaining({ role: 'summarizer', calls: 2 })],
    },
  })
})

test('before it is written there is no answer, and all that is done is told', () => {
  expect(answerJson(unanswered)).toMatchObject({
    answer: null,
    citations: [],
    mode: null,
    searches: 1,
    turns: 3,
    support: {},
    removedMarks: 0,
  })
  expect(answerJson(unanswered)).toMatchObject({ status: 'running', stopReason: null })
})

test('research has no such numbers, and no such document', () => {
  expect(answerFigures(material)).toBeNull()
  expect(() => answerJson(material)).toThrow('run run-1 is no run of kind answer')
})
