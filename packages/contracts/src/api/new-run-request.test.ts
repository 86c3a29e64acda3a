import { describe, expect, test } from 'vitest'
import { newRunRequest } from './new-run-request.ts'

/** What is wrong with a request: "member: message". */
const faults = (request: object) =>
  (newRunRequest.safeParse({ question: 'q', ...request }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

const research = {
  criteria: 'humans',
  maxSubquestions: 2,
  fullText: false,
  planOnly: false,
  plan: [{ text: 'Which?', rationale: '', priority: 1 }],
  seeds: [],
  screeners: 2,
  rescreen: 0,
}
const answer = { answer: { topK: 50, topN: 5, passageTokens: 512, maxSearches: 0, maxTurns: 0, attempts: 1, reranker: 'bm25' } }
const either = {
  asOf: '2026-06-30',
  sources: ['library'],
  libraries: ['a'.repeat(64)],
  fromYear: 2000,
  toYear: 2020,
  onProviderFailure: 'degrade',
  model: 'none',
  models: { agent: 'none' },
}
const budget = { maxTokens: 1, maxCostUsd: 1, maxMinutes: 1 }
const work = { maxIterations: 1, maxReads: 0, maxSearches: 0, maxSnowballRounds: 0 }

describe('a request of a kind', () => {
  test.each([
    ['no kind', { ...either, ...research, limits: { ...budget, ...work } }],
    ['research', { kind: 'research', ...either, ...research, limits: { ...budget, ...work } }],
    ['answer', { kind: 'answer', ...either, ...answer, limits: budget }],
  ])('%s: what belongs to it is taken', (_, request) => {
    expect(faults(request)).toEqual([])
    expect(newRunRequest.parse({ question: 'q', ...request })).toEqual({ question: 'q', ...request })
  })

  test.each(Object.entries(research))('answer: %s is not for it', (member, value) => {
    expect(faults({ kind: 'answer', [member]: value })).toEqual([`${member}: is not for a run of kind answer`])
  })

  test.each(Object.entries(work))('answer: limits.%s is not for it', (limit, value) => {
    expect(faults({ kind: 'answer', limits: { ...budget, [limit]: value } })).toEqual([`limits.${limit}: is not for a run of kind answer`])
  })

  test.each([
    ['no kind', {}],
    ['research', { kind: 'research' }],
  ])('%s: the limits of answers are not for it', (_, kind) => {
    expect(faults({ ...kind, ...answer })).toEqual(['answer: is not for a run of kind research'])
  })

  test('everything that is misplaced is named; what is left undefined is not there', () => {
    expect(faults({ kind: 'answer', criteria: 'x', seeds: [], limits: { maxReads: 1 } })).toEqual([
      'criteria: is not for a run of kind answer',
      'seeds: is not for a run of kind answer',
      'limits.maxReads: is not for a run of kind answer',
    ])
    expect(faults({ kind: 'answer', criteria: undefined, limits: { maxReads: undefined } })).toEqual([])
    expect(faults({ answer: undefined })).toEqual([])
  })

  test.each([
    ['another kind', { kind: 'review' }],
    ['a limit that there is not', { kind: 'answer', answer: { maxSearch: 1 } }],
    ['a limit of no size', { kind: 'answer', answer: { topK: 0 } }],
    ['no question', { kind: 'answer', question: '' }],
  ])('%s is refused', (_, request) => {
    expect(faults(request)).toHaveLength(1)
  })
})
