import { describe, expect, test } from 'vitest'
import { researchRequest } from './research-request.ts'
import { wishFor } from './testing/wish.ts'
import { UsageError } from './usage-error.ts'
import { promptSet, version } from './version.ts'

const library = [{ hash: 'a'.repeat(64), name: 'refs.bib' }]

test('the request has everything resolved', () => {
  const { question, asOf, criteria, plan, ...options } = wishFor('How?', { fromYear: 2020, toYear: 2020, criteria: ' humans only ' })
  const { screener2: _none, agent: _agent, summarizer: _summarizer, ...withoutSecond } = options.models
  expect(researchRequest(wishFor('How?', { fromYear: 2020, toYear: 2020, criteria: ' humans only ' }), library)).toEqual({
    question: 'How?',
    asOf: '2026-06-30',
    criteria: 'humans only',
    options: { ...options, models: withoutSecond, plan: null },
    libraries: library,
    promptSet,
    codeVersion: version,
  })
  expect([question, asOf, criteria, plan]).toEqual(['How?', '2026-06-30', ' humans only ', null])
})

test('a second screener and a sample are taken along where they are asked for', () => {
  const models = { ...wishFor('q').models, screener2: 'openai:n' }
  expect(researchRequest(wishFor('How?', { screeners: 2, rescreen: 5, models }), library).options).toMatchObject({
    screeners: 2,
    rescreen: 5,
    models: { screener2: 'openai:n' },
  })
  expect(researchRequest(wishFor('How?'), library).options).not.toHaveProperty('screeners')
  expect(researchRequest(wishFor('How?'), library).options).not.toHaveProperty('rescreen')
})

test('the roles of answers are left out, as research has no use for them', () => {
  const models = { ...wishFor('q').models, agent: 'openai:a', summarizer: 'openai:s' }
  expect(Object.keys(researchRequest(wishFor('How?', { models }), library).options.models)).not.toContain('agent')
  expect(Object.keys(researchRequest(wishFor('How?', { models }), library).options.models)).not.toContain('summarizer')
})

test('what a review screens is taken along where the run is one', () => {
  const review = { records: 100, screened: 40 }
  expect(researchRequest(wishFor('How?', { review }), library).options.review).toEqual(review)
  expect(researchRequest(wishFor('How?'), library).options).not.toHaveProperty('review')
})

test('a plan of the user is taken along', () => {
  const plan = [{ text: 'Which?', rationale: '', priority: 1 }]
  expect(researchRequest(wishFor('How?', { plan }), library).options.plan).toEqual(plan)
})

test('the question is one clean line', () => {
  expect(researchRequest(wishFor('  How\tdo\n agents\u00a0 remember\0? '), library).question).toBe('How do agents remember\uFFFD?')
})

test('criteria of nothing are none', () => {
  expect(researchRequest(wishFor('How?', { criteria: ' \n' }), library).criteria).toBeNull()
})

describe('what makes no sense', () => {
  test.each([
    ['no question', wishFor(''), library, 'the question is empty: winnow research "What'],
    ['a question of blanks', wishFor(' \n\t'), library, 'the question is empty'],
    [
      'too long a question',
      wishFor('x'.repeat(4001)),
      library,
      'the question has 4001 characters, at most 4000 are read: put details into --criteria',
    ],
    [
      'too long criteria',
      wishFor('q', { criteria: 'x'.repeat(20_001) }),
      library,
      'the criteria have 20001 characters, at most 20000 are read',
    ],
    ['years the wrong way round', wishFor('q', { fromYear: 2021, toYear: 2020 }), library, '--from 2021 is after --to 2020'],
    ['no library', wishFor('q'), [], 'the source library is named, but no library: give at least one --library'],
  ])('%s', (_, wish, libraries, says) => {
    expect(() => researchRequest(wish, libraries)).toThrow(UsageError)
    expect(() => researchRequest(wish, libraries)).toThrow(says)
  })

  test('and what just does', () => {
    expect(researchRequest(wishFor('x'.repeat(4000), { criteria: 'x'.repeat(20_000) }), library).question).toHaveLength(4000)
    expect(researchRequest(wishFor('q', { fromYear: 2020 }), library).options).toMatchObject({ fromYear: 2020, toYear: null })
    expect(researchRequest(wishFor('q', { sources: ['elsewhere'] }), []).libraries).toEqual([])
  })
})
