import { buildState, document, operation, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { Attempt, StartedRun } from './attempt.ts'
import { requestSnowball } from './snowballing.ts'

const run = (parts: StateParts): StartedRun => buildState({ subquestions: [subquestion('RQ1')], ...parts }) as StartedRun
const dataOf = (attempt: Attempt) => ('decision' in attempt ? attempt.decision.data : attempt)
const relevant = (id: string, score: number, parts = {}) => document(id, { scores: { RQ1: score }, ...parts })
const reads = (total: number, keptForSnowball: number) => ({ total, keptForSnowball, allocated: 0 })

describe('a snowball round', () => {
  const read = relevant('D1', 0.9, { readFor: { RQ1: 'read' } })
  const base: StateParts = { documents: [read], iterationReads: reads(9, 3), operations: [operation('S3')] }
  test('asks each source that knows references, both ways, for the best read documents', () => {
    const state = run({ ...base, options: { sources: ['library', 'arxiv', 'openalex'] } })
    const common = { seedDocumentId: 'D1', limit: 200 }
    expect(dataOf(requestSnowball(state))).toEqual({
      iteration: 1,
      round: 1,
      operations: [
        { workId: 'search:S4', operationId: 'S4', direction: 'backward', source: 'library', ...common },
        { workId: 'search:S5', operationId: 'S5', direction: 'backward', source: 'openalex', ...common },
        { workId: 'search:S6', operationId: 'S6', direction: 'forward', source: 'library', ...common },
        { workId: 'search:S7', operationId: 'S7', direction: 'forward', source: 'openalex', ...common },
      ],
    })
  })
  test.each([
    ['library', ['backward', 'forward']],
    ['openalex', ['backward', 'forward']],
    ['semantic-scholar', ['backward', 'forward']],
    ['crossref', ['backward']],
    ['pubmed', ['backward', 'forward']],
  ])('asks %s: %s', (source, asked) => {
    const data = dataOf(requestSnowball(run({ ...base, options: { sources: [source] } })))
    expect(data).toMatchObject({ operations: asked.map((direction) => ({ source, direction })) })
    expect((data as { operations: unknown[] }).operations).toHaveLength(asked.length)
  })
  test.each(['arxiv', 'web', 'open-corpus'])('does not ask %s', (source) => {
    expect(requestSnowball(run({ ...base, options: { sources: [source] } }))).toEqual({ goOn: 'rescreen' })
  })
  test('is numbered within its iteration', () => {
    const snowballRounds = [
      { iteration: 0, round: 1, seeds: [], returned: 9, newDocuments: 9 },
      { iteration: 1, round: 1, seeds: [], returned: 9, newDocuments: 9 },
    ]
    expect(dataOf(requestSnowball(run({ ...base, snowballRounds })))).toMatchObject({ round: 2 })
  })
  test.each<[string, StateParts]>([
    ['nothing was read', { ...base, documents: [relevant('D1', 0.9)] }],
    ['snowballing is off', { ...base, options: { limits: { maxSnowballRounds: 0 } } }],
    ['every read document was a seed', { ...base, seeded: { 'D1:backward': true, 'D1:forward': true } }],
  ])('is passed over when %s', (_, parts) => {
    expect(requestSnowball(run(parts))).toEqual({ goOn: 'rescreen' })
  })
})
