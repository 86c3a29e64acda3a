import { describe, expect, test } from 'vitest'
import { evaluateRequest, runQuestion } from './answers.ts'

const faulty = (schema: typeof runQuestion | typeof evaluateRequest, body: unknown) =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('the body of POST /run', () => {
  test.each([
    ['a question', { question: 'q' }, []],
    ['a query in its place', { query: 'q' }, []],
    ['neither', {}, ['question']],
    ['an empty question', { question: '' }, ['question']],
    ['a question of 4,000 characters', { question: 'x'.repeat(4000) }, []],
    ['one of 4,001', { question: 'x'.repeat(4001) }, ['question']],
    ['a number', { question: 1 }, ['question']],
    ['limits', { question: 'q', answer: { maxSearches: 2 }, limits: { maxMinutes: 5 }, model: 'none', sources: ['web'] }, []],
    ['a limit of research', { question: 'q', limits: { maxReads: 5 } }, ['limits']],
    ['a limit that there is not', { question: 'q', answer: { maxSearch: 5 } }, ['answer']],
    ['nothing', undefined, ['']],
    ['a list', [], ['']],
  ])('%s', (_, body, places) => {
    expect(faulty(runQuestion, body)).toEqual(places)
  })

  test('what the protocol may add is passed over', () => {
    expect(runQuestion.parse({ question: 'q', stream: true })).toEqual({ question: 'q' })
  })
})

describe('the body of POST /evaluate', () => {
  test.each([
    ['query and iid', { query: 'q', iid: '' }, []],
    ['a long iid', { query: 'q', iid: 'x'.repeat(1000) }, []],
    ['one that is too long', { query: 'q', iid: 'x'.repeat(1001) }, ['iid']],
    ['no iid', { query: 'q' }, ['iid']],
    ['no query', { iid: '1' }, ['query']],
    ['a number for both', { query: 1, iid: 1 }, ['query', 'iid']],
    ['limits', { query: 'q', iid: '1', answer: { topN: 3 }, limits: { maxCostUsd: 1 } }, []],
  ])('%s', (_, body, places) => {
    expect(faulty(evaluateRequest, body)).toEqual(places)
  })

  test('what the protocol may add is passed over', () => {
    expect(evaluateRequest.parse({ query: 'q', iid: '1', topic: 'x' })).toEqual({ query: 'q', iid: '1' })
  })
})
