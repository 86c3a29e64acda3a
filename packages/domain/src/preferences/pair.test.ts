import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extremesOf, isPair, publishedThetas, rounded, type Scored } from './pair.ts'

const answer = (runId: string, score: number, searches = 0): Scored => ({ runId, score, searches })
const ids = (answers: readonly Scored[]) => {
  const found = extremesOf(answers)
  return found === null ? null : `${found.chosen.runId} > ${found.rejected.runId}`
}

test('the gaps of the published pipeline', () => {
  expect(publishedThetas).toEqual([0.3, 0.5, 0.7])
})

describe('best and worst', () => {
  test.each([
    { name: 'none', answers: [], pair: null },
    { name: 'one', answers: [answer('a', 2)], pair: null },
    { name: 'two', answers: [answer('a', 1), answer('b', 2)], pair: 'b > a' },
    { name: 'those between do not count', answers: [answer('a', 1.5), answer('b', 2), answer('c', 1)], pair: 'b > c' },
    {
      name: 'of equally good ones the one that searched more',
      answers: [answer('a', 2, 1), answer('b', 2, 3), answer('c', 1)],
      pair: 'b > c',
    },
    {
      name: 'of equally bad ones the one that searched less',
      answers: [answer('a', 2), answer('b', 1, 3), answer('c', 1, 1)],
      pair: 'a > c',
    },
    { name: 'a better score beats more searches', answers: [answer('a', 2, 5), answer('b', 2.1, 0), answer('c', 1)], pair: 'b > c' },
    { name: 'a worse score beats fewer searches', answers: [answer('a', 2), answer('b', 1, 0), answer('c', 0.9, 5)], pair: 'a > c' },
    { name: 'then the smaller id, best', answers: [answer('b', 2), answer('a', 2), answer('c', 1)], pair: 'a > c' },
    { name: 'then the smaller id, worst', answers: [answer('a', 2), answer('c', 1), answer('b', 1)], pair: 'a > b' },
    { name: 'ids are compared as text', answers: [answer('r-9', 2), answer('r-10', 2), answer('c', 1)], pair: 'r-10 > c' },
    {
      name: 'scores that differ far behind the point are equal',
      answers: [answer('a', 0.1 + 0.2, 1), answer('b', 0.3, 2), answer('c', 0)],
      pair: 'b > c',
    },
    {
      name: 'all alike: the one that searched most and the one that searched least',
      answers: [answer('a', 1, 1), answer('b', 1, 2), answer('c', 1)],
      pair: 'b > c',
    },
  ])('$name', ({ answers, pair }) => {
    expect(ids(answers)).toBe(pair)
  })

  test('the order of the answers decides nothing, and no answer is better or worse', () => {
    const scored = fc.record({
      runId: fc.uuid(),
      score: fc.integer({ min: 0, max: 8 }).map((n) => n / 8),
      searches: fc.integer({ min: 0, max: 2 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(scored, { selector: ({ runId }) => runId, minLength: 2, maxLength: 8 }), (answers) => {
        expect(ids(answers)).toBe(ids([...answers].reverse()))
        const found = extremesOf(answers)
        if (found === null) throw new Error('two answers have extremes')
        const { chosen, rejected, gap } = found
        expect(chosen).not.toBe(rejected)
        expect(gap).toBe(Math.max(...answers.map(({ score }) => score)) - Math.min(...answers.map(({ score }) => score)))
        for (const { score, searches } of answers) {
          expect(score < chosen.score || (score === chosen.score && searches <= chosen.searches)).toBe(true)
          if (chosen.score > rejected.score) expect(score > rejected.score || searches >= rejected.searches).toBe(true)
        }
      }),
    )
  })
})

describe('a pair', () => {
  test.each([
    { name: 'at θ', best: 1.5, worst: 1.2, theta: 0.3, pair: true },
    { name: 'at θ, as floating point has it', best: 1.2, worst: 0.9, theta: 0.3, pair: true },
    { name: 'just below θ', best: 1.2, worst: 0.900001, theta: 0.3, pair: false },
    { name: 'above θ', best: 1.2, worst: 0.899999, theta: 0.3, pair: true },
    { name: 'θ that is a sum itself', best: 1.3, worst: 1, theta: 0.1 + 0.2, pair: true },
    { name: 'no gap is no pair, whatever θ', best: 1, worst: 1, theta: 0, pair: false },
  ])('$name', ({ best, worst, theta, pair }) => {
    const found = extremesOf([answer('a', best), answer('b', worst)])
    if (found === null) throw new Error('two answers have extremes')
    expect(isPair(found, theta)).toBe(pair)
  })
})

test('six decimals', () => {
  expect([rounded(0.1 + 0.2), rounded(1.2345674), rounded(1.2345676)]).toEqual([0.3, 1.234567, 1.234568])
})
