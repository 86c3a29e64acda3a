import { History } from '@winnow/testkit/history.ts'
import { expect, test } from 'vitest'
import { isCutByBudget } from './cut-by-budget.ts'

const reserve = { tokens: 0, costUsd: 0 }
test.each([
  {
    name: 'a run that was paid for',
    events: new History().request().add('AnswerRequested', { workId: 'answer', reason: 'r', reserve }),
    cut: false,
  },
  {
    name: 'an answer that was not paid for',
    events: new History().request().add('AnswerRequested', { workId: 'answer', reason: 'r', reserve, fallback: 'budget' }),
    cut: true,
  },
  {
    name: 'a summary that was not paid for',
    events: new History()
      .request()
      .add('PassagesRequested', { workId: 'passages:1', search: 1, query: 'q', documentIds: ['D1'], reserve, fallback: 'budget' })
      .add('AnswerRequested', { workId: 'answer', reason: 'r', reserve }),
    cut: true,
  },
])('$name', ({ events, cut }) => {
  expect(isCutByBudget(events.events)).toBe(cut)
})
