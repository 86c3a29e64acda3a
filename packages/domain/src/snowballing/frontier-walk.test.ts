import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frontierScore, walkFrontier, withinHops } from './frontier-walk.ts'

/** 0–1–2–3 in a line, 0–4, and 5 alone. */
const graph = [[1, 4], [0, 2], [1, 3], [2], [0], []]
const equal = () => new Float64Array(graph.length)
const never = () => false

describe('within hops', () => {
  test.each([
    { seeds: [0], hops: 0, is: [] },
    { seeds: [0], hops: 1, is: [1, 4] },
    { seeds: [0], hops: 2, is: [1, 2, 4] },
    { seeds: [0], hops: 9, is: [1, 2, 3, 4] },
    { seeds: [0, 1], hops: 1, is: [2, 4] },
    { seeds: [5], hops: 3, is: [] },
    { seeds: [], hops: 3, is: [] },
  ])('$hops from $seeds', ({ seeds, hops, is }) => {
    expect(withinHops(graph, seeds, hops)).toEqual(is)
  })
})

describe('how promising a work is', () => {
  test.each([
    { name: 'its text alone', text: 0.4, relevant: 0, others: 3, is: 0.4 },
    { name: 'one relevant neighbour, the only one', text: 0, relevant: 1, others: 0, is: 0.1 + 0.2 },
    { name: 'three: twice the doublings', text: 0, relevant: 3, others: 0, is: 0.2 + 0.2 },
    { name: 'four others weigh as much as one relevant one', text: 0, relevant: 1, others: 4, is: 0.1 + 0.1 },
    { name: 'all together', text: 0.5, relevant: 1, others: 4, is: 0.7 },
  ])('$name', ({ text, relevant, others, is }) => {
    expect(frontierScore(text, relevant, others)).toBeCloseTo(is, 10)
  })
})

describe('a walk', () => {
  test('goes along the links alone, the lower position first among equals', () => {
    expect(walkFrontier(graph, [0], equal, never).order).toEqual([1, 4, 2, 3])
  })

  test('takes the better text first', () => {
    expect(walkFrontier(graph, [0], () => Float64Array.of(0, 1, 0, 0, 5, 9), never).order).toEqual([4, 1, 2, 3])
  })

  test('what is linked to relevant works goes before what is not', () => {
    expect(walkFrontier(graph, [0], equal, (position) => position === 1).order).toEqual([1, 2, 4, 3])
    // 2 has one relevant neighbour as 4 has, and is no longer unreached; with 3 relevant too it has two.
    expect(walkFrontier(graph, [0, 3], equal, (position) => position === 1).order).toEqual([1, 2, 4])
  })

  test('asks for text scores with the labels so far, and again after the first and each twentieth', () => {
    const line = Array.from({ length: 60 }, (_, position) => [position - 1, position + 1].filter((other) => other >= 0 && other < 60))
    const asked: number[] = []
    walkFrontier(
      line,
      [0],
      (labels) => {
        asked.push(labels.size)
        return new Float64Array(60)
      },
      never,
    )
    expect(asked.slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(asked.slice(-4)).toEqual([53, 55, 57, 59])
  })

  test('labels of the seeds are known from the start, others once they were screened', () => {
    const seen: string[] = []
    walkFrontier(
      graph,
      [0],
      (labels) => {
        seen.push([...labels].map(([position, label]) => `${position}${label ? '+' : '-'}`).join(' '))
        return equal()
      },
      (position) => position === 4,
    )
    expect(seen.slice(0, 3)).toEqual(['0+', '0+ 1-', '0+ 1- 4+'])
  })

  test('for any graph: each reachable work once, none of the seeds, asked about once', () => {
    const edges = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 })
    fc.assert(
      fc.property(
        edges,
        fc.uniqueArray(fc.nat(14), { maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
        (pairs, seeds, labels) => {
          const neighbours = Array.from({ length: 15 }, () => new Set<number>())
          for (const [a, b] of pairs) {
            neighbours[a]?.add(b)
            neighbours[b]?.add(a)
          }
          const any = neighbours.map((own) => [...own])
          const asked: number[] = []
          const { order } = walkFrontier(
            any,
            seeds,
            () => new Float64Array(15),
            (position) => {
              asked.push(position)
              return labels[position] === true
            },
          )
          expect(order.toSorted((a, b) => a - b)).toEqual(withinHops(any, seeds, 15))
          expect(asked).toEqual(order)
        },
      ),
    )
  })
})
