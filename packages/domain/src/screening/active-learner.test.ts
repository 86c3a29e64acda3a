import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLearner } from './active-learner.ts'
import type { ScreeningRecord } from './screening-record.ts'

const record = (id: string, abstract: string): ScreeningRecord => ({ id, title: '', abstract, keywords: [], type: '', year: null })
const texts = ['gout rain', 'gout snow', 'gout wind', 'sleep rain', 'sleep snow', 'sleep wind', 'rain snow', 'other words']
const records = texts.map((text, n) => record(`r${n}`, text))
const noPrior = new Float64Array(records.length)

describe('createLearner', () => {
  const prior = Float64Array.from(records, (_, n) => n / 10)
  it.each([
    ['no label', new Map<number, boolean>()],
    [
      'inclusions only',
      new Map([
        [0, true],
        [1, true],
      ] as const),
    ],
    ['exclusions only', new Map([[3, false]] as const)],
  ])('with %s the scores are the prior, as a copy', (_, labels) => {
    const scores = createLearner(records, prior).rank(labels)
    expect(scores).toEqual(prior)
    expect(scores).not.toBe(prior)
  })

  it('ranks what is like the inclusions above what is like the exclusions', () => {
    const scores = createLearner(records, noPrior).rank(
      new Map([
        [0, true],
        [3, false],
      ]),
    )
    const at = (n: number) => scores[n] ?? 0
    expect(Math.min(at(1), at(2))).toBeGreaterThan(Math.max(at(6), at(7)))
    expect(Math.max(at(4), at(5))).toBeLessThan(Math.min(at(6), at(7)))
  })

  it('the prior decides between records that the labels say nothing on', () => {
    const twins = [record('a', 'gout'), record('b', 'sleep'), record('c', 'rain'), record('d', 'rain')]
    const labels = new Map([
      [0, true],
      [1, false],
    ])
    const scores = createLearner(twins, Float64Array.of(0, 0, 0.2, 0.9)).rank(labels)
    // The two differ by .3 times two standard deviations.
    expect((scores[3] ?? 0) - (scores[2] ?? 0)).toBeCloseTo(0.6, 10)
    const without = createLearner(twins, new Float64Array(4)).rank(labels)
    expect(without[2]).toBe(without[3])
  })

  it('has scores in standard deviations of the open records', () => {
    const scores = createLearner(records, noPrior).rank(
      new Map([
        [0, true],
        [3, false],
      ]),
    )
    const open = [...scores].filter((_, n) => n !== 0 && n !== 3)
    const mean = open.reduce((sum, score) => sum + score, 0) / open.length
    expect(mean).toBeCloseTo(0, 10)
    expect(open.reduce((sum, score) => sum + score ** 2, 0) / open.length).toBeCloseTo(1, 10)
  })

  it('one inclusion outweighs many exclusions that are like it', () => {
    const many = [
      record('a', 'gout rain'),
      ...Array.from({ length: 9 }, (_, n) => record(`b${n}`, `gout x${n} y`)),
      record('c', 'gout'),
      record('d', 'y'),
    ]
    const labels = new Map([[0, true], ...Array.from({ length: 9 }, (_, n) => [n + 1, false] as const)])
    const scores = createLearner(many, new Float64Array(many.length)).rank(labels)
    expect(scores[10]).toBeGreaterThan(scores[11] ?? 0)
  })

  it('does not depend on the order of input', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...records.keys()], { minLength: records.length }), (order) => {
        const shuffled = order.flatMap((position) => records[position] ?? [])
        const scores = createLearner(shuffled, new Float64Array(8)).rank(
          new Map([
            [order.indexOf(0), true],
            [order.indexOf(3), false],
          ]),
        )
        const expected = createLearner(records, noPrior).rank(
          new Map([
            [0, true],
            [3, false],
          ]),
        )
        expect(order.map((position) => expected[position])).toEqual([...scores])
      }),
      { numRuns: 20 },
    )
  })

  it('of everything labelled still scores', () => {
    const scores = createLearner(records, noPrior).rank(new Map(texts.map((text, n) => [n, text.includes('gout')])))
    expect(scores.every(Number.isFinite)).toBe(true)
  })
})
