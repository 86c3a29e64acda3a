import { describe, expect, it } from 'vitest'
import type { Link } from './forest.ts'
import { weakestOnWays } from './weakest-on-way.ts'

type Tier = Link['decision']['tier']
const link = (a: number, b: number, tier: Tier, strength = 1): Link => ({
  a,
  b,
  decision: { same: true, tier, signals: [], strength, partial: false },
})
/** Positions 0 and 1 are of D1, 2 and 3 of D2, 4 of D3; others of none. */
const documents = ['D1', 'D1', 'D2', 'D2', 'D3']
const ways = (links: readonly Link[], into: string) =>
  Object.fromEntries(
    [...weakestOnWays(links, (position) => documents[position], into)].map(([from, found]) => [from, links.indexOf(found)]),
  )

describe('the weakest link between two documents', () => {
  it.each([
    { name: 'the only one', links: [link(0, 2, 'doi')], expected: 0 },
    { name: 'that of the weaker tier, first', links: [link(0, 9, 'fuzzy'), link(2, 9, 'doi')], expected: 0 },
    { name: 'that of the weaker tier, last', links: [link(0, 9, 'doi'), link(2, 9, 'fuzzy')], expected: 1 },
    { name: 'of one tier the less strong', links: [link(0, 9, 'fuzzy', 0.94), link(2, 9, 'fuzzy', 0.97)], expected: 0 },
    { name: 'of equals the one nearer to the start', links: [link(0, 9, 'fuzzy'), link(2, 9, 'fuzzy')], expected: 1 },
    { name: 'over another record of a document on the way', links: [link(0, 4, 'doi'), link(4, 3, 'identifier')], expected: 1 },
    { name: 'whatever stands beside the way', links: [link(0, 8, 'fuzzy'), link(0, 2, 'doi'), link(2, 7, 'fuzzy')], expected: 1 },
  ])('$name', ({ links, expected }) => {
    expect(ways(links, 'D1').D2).toBe(expected)
  })

  it('is of one document only: the nearer one chooses, the other takes the weakest that is left', () => {
    const star = [link(0, 9, 'fuzzy'), link(2, 9, 'doi'), link(4, 9, 'identifier')]
    expect(ways(star, 'D1')).toEqual({ D2: 0, D3: 2 })
    expect(ways(star, 'D2')).toEqual({ D1: 0, D3: 2 })
    const chain = [link(2, 4, 'doi'), link(0, 3, 'fuzzy')]
    expect(ways(chain, 'D1')).toEqual({ D2: 1, D3: 0 })
  })

  it('documents that no link leads to have none', () => {
    expect(ways([link(0, 9, 'doi'), link(8, 2, 'doi')], 'D1')).toEqual({})
  })
})
