import { buildState, document, operation, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { Attempt, StartedRun } from './attempt.ts'
import { allocateAfterSnowball, allocateQueue, queueAllocations, readsPerDecision } from './reading.ts'

const run = (parts: StateParts): StartedRun => buildState({ subquestions: [subquestion('RQ1')], ...parts }) as StartedRun
const dataOf = (attempt: Attempt) => ('decision' in attempt ? attempt.decision.data : attempt) as { entries: { documentId: string }[] }
const relevant = (id: string, score: number, parts: Parameters<typeof document>[1] = {}) =>
  document(id, { scores: { RQ1: score }, ...parts })
const reads = (total: number, keptForSnowball: number, allocated = 0) => ({ total, keptForSnowball, allocated })
const spentReads = (n: number) => ({ searches: 0, reads: n, tokens: 0, costUsd: 0, unpriced: 0 })

describe('reads from the queue', () => {
  const documents = [relevant('D1', 0.6), relevant('D2', 0.9), relevant('D3', 0.8), relevant('D4', 0.4)]
  test('are the best relevant documents, with everything a reader and the report need', () => {
    const data = dataOf(allocateQueue(run({ documents, iterationReads: reads(3, 1), iteration: 2 })))
    expect(data).toMatchObject({ iteration: 2, phase: 'queue', reserve: { reads: 2, tokens: 0, costUsd: 0 } })
    expect(data.entries).toHaveLength(2)
    expect(data.entries[0]).toMatchObject({
      workId: 'read:D2:2:queue',
      documentId: 'D2',
      subquestionIds: ['RQ1'],
      firstEvidence: 1,
      lambda: 1,
      parts: { R: 0.9 },
    })
    expect(data.entries[1]).toMatchObject({ workId: 'read:D3:2:queue', documentId: 'D3' })
  })
  test.each([
    ['what is kept for snowballing stays', reads(3, 2), 0, ['D2']],
    ['what this iteration allocated counts', reads(3, 0, 1), 0, ['D2', 'D3']],
    ['the budget of the run ends it', reads(30, 0), 29, ['D2']],
  ])('%s', (_, iterationReads, spent, expected) => {
    expect(
      dataOf(allocateQueue(run({ documents, iterationReads, spent: spentReads(spent) }))).entries.map((entry) => entry.documentId),
    ).toEqual(expected)
  })
  test('go on to snowballing when there is nothing to read', () => {
    expect(allocateQueue(run({ documents: [relevant('D4', 0.4)], iterationReads: reads(3, 1) }))).toEqual({ goOn: 'snowball' })
  })
})

describe('more reads than one event has room for', () => {
  const documents = Array.from({ length: 502 }, (_, index) => relevant(`D${index + 1}`, 0.9))
  const ids = (state: StartedRun, allocate: (state: StartedRun) => Attempt) =>
    dataOf(allocate(state)).entries.map(({ documentId }) => documentId)
  const work = (...workIds: readonly string[]) => Object.fromEntries(workIds.map((workId) => [workId, { workId, status: 'done' }])) as never

  test('are those of 500 documents', () => {
    expect(readsPerDecision).toBe(500)
    const state = run({ documents, iterationReads: reads(600, 0), options: { limits: { maxReads: 600 } } })
    expect(ids(state, allocateQueue)).toHaveLength(500)
    expect(ids(state, allocateAfterSnowball)).toHaveLength(500)
    expect(queueAllocations(state)).toHaveLength(502)
    expect(dataOf(allocateQueue(state))).not.toHaveProperty('before')
  })
  test.each([
    ['queue', allocateQueue, 2],
    ['snowball', allocateAfterSnowball, 1],
  ] as const)('a later decision of the phase %s says how many came before', (_, allocate, before) => {
    const before2 = work('read:D1:1:queue', 'read:D2:1:queue', 'read:D3:1:snowball', 'read:D4:0:queue', 'screen:1:queue')
    const state = run({ documents: documents.slice(0, 3), iterationReads: reads(30, 0, 3), work: before2 })
    expect(dataOf(allocate(state))).toMatchObject({ before })
  })
})

describe('reads after snowballing', () => {
  const operations = [operation('S1'), operation('S2', { seed: 'D9' }), operation('S3', { seed: 'D9', iteration: 0 })]
  const documents = [
    relevant('D1', 0.95, { foundBy: ['S1'] }),
    relevant('D2', 0.6, { foundBy: ['S2'] }),
    relevant('D3', 0.9, { foundBy: ['S3'] }),
    relevant('D4', 0.85, { foundBy: ['S1', 'S2'] }),
  ]
  test('take what this iteration’s snowballing found first, then the queue; sorted by score', () => {
    const ids = (total: number) =>
      dataOf(allocateAfterSnowball(run({ documents, operations, iterationReads: reads(total, 0) }))).entries.map(
        (entry) => entry.documentId,
      )
    expect(ids(1)).toEqual(['D2'])
    expect(ids(2)).toEqual(['D1', 'D2'])
    expect(ids(4)).toEqual(['D1', 'D3', 'D4', 'D2'])
  })
  test('spend what the iteration has left', () => {
    expect(dataOf(allocateAfterSnowball(run({ documents, operations, iterationReads: reads(5, 2, 4) }))).entries).toHaveLength(1)
    expect(allocateAfterSnowball(run({ documents, operations, iterationReads: reads(5, 2, 5) }))).toEqual({ goOn: 'synthesis' })
    expect(
      dataOf(allocateAfterSnowball(run({ documents, operations, iterationReads: reads(5, 2), spent: spentReads(28) }))).entries,
    ).toHaveLength(2)
  })
  test('carry the phase in their work ids', () => {
    expect(dataOf(allocateAfterSnowball(run({ documents, operations, iterationReads: reads(1, 0) })))).toMatchObject({
      phase: 'snowball',
      entries: [{ workId: 'read:D2:1:snowball' }],
    })
  })
})
