import { buildState, document, operation, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { StartedRun } from './attempt.ts'
import { requestFullText } from './full-text.ts'

const run = (parts: StateParts): StartedRun =>
  buildState({
    iteration: 1,
    subquestions: [subquestion('RQ1')],
    iterationReads: { total: 3, keptForSnowball: 1, allocated: 0 },
    options: { fullText: true },
    ...parts,
  }) as StartedRun
const relevant = (id: string, score: number, parts = {}) => document(id, { scores: { RQ1: score }, ...parts })

describe('full texts', () => {
  const documents = [relevant('D1', 0.9), relevant('D2', 0.8), relevant('D3', 0.7), relevant('D4', 0.1)]
  test('are sought for what the queue will read, before it is read', () => {
    expect(requestFullText(run({ documents }), 'queue')).toEqual({
      decision: {
        type: 'FullTextRequested',
        data: {
          iteration: 1,
          phase: 'queue',
          items: [
            { workId: 'full-text:D1:1:queue', documentId: 'D1' },
            { workId: 'full-text:D2:1:queue', documentId: 'D2' },
          ],
        },
      },
    })
  })
  test('are sought for what is read after snowballing', () => {
    const found = [relevant('D5', 0.6, { foundBy: ['S2'] })]
    const attempt = requestFullText(
      run({
        documents: found,
        operations: [operation('S2', { seed: 'D1' })],
        iterationReads: { total: 3, keptForSnowball: 1, allocated: 2 },
      }),
      'snowball',
    )
    expect(attempt).toMatchObject({
      decision: { data: { iteration: 1, phase: 'snowball', items: [{ workId: 'full-text:D5:1:snowball', documentId: 'D5' }] } },
    })
  })
  test('are not sought twice, and not where the library has them', () => {
    const known = [
      relevant('D1', 0.9, { fullText: { outcome: 'none', copy: null, reason: 'no open-access copy is known' } }),
      relevant('D2', 0.8, { features: { hasFullText: true } }),
    ]
    expect(requestFullText(run({ documents: known }), 'queue')).toEqual({ goOn: 'read-queue' })
  })
  test.each([
    ['queue', 'read-queue'],
    ['snowball', 'read-snowball'],
  ] as const)('are passed over in the phase %s when nobody asked for them, or nothing is to be read', (phase, next) => {
    expect(requestFullText(run({ documents, options: { fullText: false } }), phase)).toEqual({ goOn: next })
    expect(requestFullText(run({ documents: [] }), phase)).toEqual({ goOn: next })
  })
})
