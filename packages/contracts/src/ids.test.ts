import { describe, expect, test } from 'vitest'
import { compareIds, documentId, evidenceId, intentId, numberOf, operationId, runId, sha256, subquestionId, workspaceId } from './ids.ts'

describe('ids', () => {
  test.each([
    {
      kind: 'runId',
      id: runId,
      good: ['abc', 'r-20261130-4kq0z7xd', '0ab', 'a'.repeat(64)],
      bad: ['ab', 'a'.repeat(65), '-ab', 'aBc', 'a_b', 'a/b', 'ab\n'],
    },
    { kind: 'workspaceId', id: workspaceId, good: ['a', '-', 'lab-2', 'a'.repeat(40)], bad: ['', 'a'.repeat(41), 'Lab', 'a.b'] },
    { kind: 'subquestionId', id: subquestionId, good: ['RQ1', 'RQ10'], bad: ['RQ0', 'RQ', 'rq1', 'RQ01', 'RQ1.i1', ' RQ1'] },
    { kind: 'intentId', id: intentId, good: ['RQ1.i1', 'RQ12.i30'], bad: ['RQ1', 'RQ1.i0', 'RQ0.i1', 'RQ1i1', 'RQ1.i1x'] },
    { kind: 'operationId', id: operationId, good: ['S1', 'S120'], bad: ['S0', 'S', 'D1', 'S1a'] },
    { kind: 'documentId', id: documentId, good: ['D1', 'D120'], bad: ['D0', 'D', 'S1', 'D1.e1'] },
    { kind: 'evidenceId', id: evidenceId, good: ['D1.e1', 'D12.e30'], bad: ['D1', 'D1.e0', 'D0.e1', 'D1e1'] },
    {
      kind: 'sha256',
      id: sha256,
      good: ['0'.repeat(64), 'af'.repeat(32)],
      bad: ['0'.repeat(63), '0'.repeat(65), 'AF'.repeat(32), 'g'.repeat(64)],
    },
  ])('$kind', ({ id, good, bad }) => {
    expect(good.filter((text) => !id.safeParse(text).success)).toEqual([])
    expect(bad.filter((text) => id.safeParse(text).success)).toEqual([])
  })
})

describe('numberOf', () => {
  test.each([
    ['RQ3', 3],
    ['S12', 12],
    ['D7', 7],
    ['RQ2.i10', 10],
    ['D7.e1', 1],
  ])('%s is number %i', (id, number) => {
    expect(numberOf(id)).toBe(number)
  })

  test.each(['RQ', '', 'D7x'])('%j has none', (id) => {
    expect(() => numberOf(id)).toThrow(`not a numbered id: ${id}`)
  })
})

describe('compareIds', () => {
  test.each([
    ['by number, not as text', ['D10', 'D2', 'D1'], ['D1', 'D2', 'D10']],
    ['the first number before the second', ['RQ2.i1', 'RQ1.i2', 'RQ1.i10'], ['RQ1.i2', 'RQ1.i10', 'RQ2.i1']],
    ['the shorter before what is under it', ['RQ1.i1', 'RQ2', 'RQ1'], ['RQ1', 'RQ1.i1', 'RQ2']],
    ['equal numbers by their letters', ['S1', 'D1'], ['D1', 'S1']],
    ['without numbers as text', ['b', 'a'], ['a', 'b']],
    ['the same stays the same', ['D1.e1', 'D1.e1'], ['D1.e1', 'D1.e1']],
  ])('%s', (_, given, sorted) => {
    expect([...given].sort(compareIds)).toEqual(sorted)
    expect([...given].reverse().sort(compareIds)).toEqual(sorted)
  })

  test('an id is equal to itself alone', () => {
    expect(compareIds('D1', 'D1')).toBe(0)
    expect(compareIds('D1', 'S1')).toBeLessThan(0)
    expect(compareIds('S1', 'D1')).toBeGreaterThan(0)
  })
})
