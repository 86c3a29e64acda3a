import { describe, expect, it } from 'vitest'
import { countAnswers, countKept, countPairs, scores } from './linkage-counts.ts'

describe('scores', () => {
  it.each([
    { counts: { TP: 6, FP: 2, FN: 4, TN: 9 }, precision: 0.75, recall: 0.6, F1: 2 / 3 },
    { counts: { TP: 0, FP: 0, FN: 0, TN: 9 }, precision: 1, recall: 1, F1: 1 },
    { counts: { TP: 0, FP: 1, FN: 1, TN: 0 }, precision: 0, recall: 0, F1: 0 },
  ])('$counts', ({ counts, precision, recall, F1 }) => {
    expect(scores(counts)).toEqual({ precision, recall, F1: expect.closeTo(F1, 12) })
  })
})

describe('countKept', () => {
  it.each([
    { name: 'all copies but one removed', groups: [['a', 'b', 'c']], kept: ['b'], counts: { TP: 2, FP: 0, FN: 0, TN: 1 } },
    { name: 'a copy missed', groups: [['a', 'b', 'c']], kept: ['a', 'b'], counts: { TP: 1, FP: 0, FN: 1, TN: 1 } },
    { name: 'a work gone', groups: [['a', 'b', 'c']], kept: [], counts: { TP: 2, FP: 1, FN: 0, TN: 0 } },
    { name: 'a record alone', groups: [['a']], kept: ['a'], counts: { TP: 0, FP: 0, FN: 0, TN: 1 } },
    { name: 'a record alone gone', groups: [['a']], kept: [], counts: { TP: 0, FP: 1, FN: 0, TN: 0 } },
    { name: 'sums', groups: [['a', 'b'], ['c']], kept: ['a'], counts: { TP: 1, FP: 1, FN: 0, TN: 1 } },
  ])('$name', ({ groups, kept, counts }) => {
    expect(countKept(groups, new Set(kept))).toEqual(counts)
  })
})

describe('countPairs', () => {
  const truth = new Map([
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'x'],
    ['d', 'y'],
  ])
  it.each([
    { name: 'right', clusters: [['a', 'b', 'c'], ['d']], counts: { TP: 3, FP: 0, FN: 0, TN: 3 } },
    { name: 'all together', clusters: [['a', 'b', 'c', 'd']], counts: { TP: 3, FP: 3, FN: 0, TN: 0 } },
    { name: 'all apart', clusters: [['a'], ['b'], ['c'], ['d']], counts: { TP: 0, FP: 0, FN: 3, TN: 3 } },
    {
      name: 'mixed',
      clusters: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      counts: { TP: 1, FP: 1, FN: 2, TN: 2 },
    },
  ])('$name', ({ clusters, counts }) => {
    expect(countPairs(truth, clusters)).toEqual(counts)
  })
})

it('countAnswers', () => {
  const answers = [
    { said: true, so: true },
    { said: true, so: true },
    { said: true, so: false },
    { said: false, so: true },
    { said: false, so: false },
    { said: false, so: false },
    { said: false, so: false },
  ]
  expect(countAnswers(answers)).toEqual({ TP: 2, FP: 1, FN: 1, TN: 3 })
})
