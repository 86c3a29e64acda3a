import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bm25Document, buildIndex, scoreAll, search } from './bm25.ts'

const doc = (id: string, title: string, abstract = ''): Bm25Document => ({
  id,
  fields: [
    { tokens: title.split(' ').filter(Boolean), weight: 2 },
    { tokens: abstract.split(' ').filter(Boolean), weight: 1 },
  ],
})

describe('scoreAll', () => {
  it('is the formula, worked by hand', () => {
    const index = buildIndex([doc('a', 'x y', 'x z'), doc('b', 'y', 'z z'), doc('c', 'z')])
    // a: f(x) = 2 + 1, length 2·2 + 2 = 6; lengths 6, 4, 2, average 4; df(x) = 1 of 3 documents.
    const idf = Math.log(1 + 2.5 / 1.5)
    const expected = (idf * 3 * 2.2) / (3 + 1.2 * (0.25 + (0.75 * 6) / 4))
    const scores = scoreAll(index, ['x'])
    expect(scores[0]).toBeCloseTo(expected, 12)
    expect([scores[1], scores[2]]).toEqual([0, 0])
  })

  it('a single document has the average length', () => {
    expect(scoreAll(buildIndex([doc('a', '', 'x')]), ['x'])[0]).toBeCloseTo(Math.log(1 + 0.5 / 1.5), 12)
  })

  it('adds tokens, counts a repeated one once, ignores unknown ones', () => {
    const index = buildIndex([doc('a', 'x y'), doc('b', 'y')])
    const [x, y, both] = [scoreAll(index, ['x']), scoreAll(index, ['y']), scoreAll(index, ['y', 'x', 'y', 'q'])]
    expect(both[0]).toBeCloseTo((x[0] ?? 0) + (y[0] ?? 0), 12)
  })

  it('is positive even for a token of every document', () => {
    expect(scoreAll(buildIndex([doc('a', 'x'), doc('b', 'x')]), ['x'])[1]).toBeGreaterThan(0)
  })

  it('gives no number that is not finite for an empty index or empty documents', () => {
    expect([...scoreAll(buildIndex([]), ['x'])]).toEqual([])
    expect([...scoreAll(buildIndex([doc('a', '')]), ['x'])]).toEqual([0])
  })

  it('does not depend on the order of query tokens', () => {
    const vocabulary = fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z')
    fc.assert(
      fc.property(fc.array(fc.array(vocabulary), { maxLength: 6 }), fc.array(vocabulary), (texts, query) => {
        const index = buildIndex(texts.map((tokens, i) => ({ id: `${i}`, fields: [{ tokens, weight: 1 }] })))
        expect(scoreAll(index, query.toReversed())).toEqual(scoreAll(index, query))
      }),
    )
  })
})

describe('search', () => {
  const index = buildIndex([doc('d', 'x'), doc('b', 'x'), doc('b', 'x'), doc('z', 'x x x q'), doc('n', 'q')])
  it.each([
    { name: 'best first, ties by id, then position; no zero scores', query: ['x'], limit: 9, expected: ['z3', 'b1', 'b2', 'd0'] },
    { name: 'limit', query: ['x'], limit: 2, expected: ['z3', 'b1'] },
    { name: 'limit 0', query: ['x'], limit: 0, expected: [] },
    { name: 'limit below 0', query: ['x'], limit: -1, expected: [] },
    { name: 'nothing found', query: ['none'], limit: 9, expected: [] },
    { name: 'nothing asked', query: [], limit: 9, expected: [] },
  ])('$name', ({ query, limit, expected }) => {
    expect(search(index, query, limit).map(({ id, position }) => `${id}${position}`)).toEqual(expected)
  })

  it('a word in the title counts more than in the abstract', () => {
    expect(search(buildIndex([doc('abstract', 'q r', 'x x'), doc('title', 'x x', 'q r')]), ['x'], 1)[0]?.id).toBe('title')
  })
})
