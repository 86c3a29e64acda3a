import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BetterPlace, betterPlaces, type Preference, positionBias, preferenceOf } from './pair-preference.ts'

const all = betterPlaces.flatMap((aFirst) => betterPlaces.map((bFirst) => ({ aFirst, bFirst })))

describe('the better of two answers', () => {
  it.each<[BetterPlace, BetterPlace, Preference]>([
    ['first', 'second', 'a'],
    ['second', 'first', 'b'],
    ['first', 'first', 'tie'],
    ['second', 'second', 'tie'],
    ['tie', 'tie', 'tie'],
    ['first', 'tie', 'a'],
    ['tie', 'second', 'a'],
    ['second', 'tie', 'b'],
    ['tie', 'first', 'b'],
  ])('A first: %s, B first: %s', (aFirst, bFirst, better) => {
    expect(preferenceOf({ aFirst, bFirst })).toBe(better)
  })
  it('is the other one when the two are exchanged', () => {
    const turned = { a: 'b', b: 'a', tie: 'tie' } as const
    fc.assert(
      fc.property(fc.constantFrom(...all), ({ aFirst, bFirst }) => {
        expect(preferenceOf({ aFirst: bFirst, bFirst: aFirst })).toBe(turned[preferenceOf({ aFirst, bFirst })])
      }),
    )
  })
})

describe('position bias', () => {
  it('is unknown without a pair', () => {
    expect(positionBias([])).toEqual({ pairs: 0, consistent: null, firstInBoth: null, secondInBoth: null })
  })
  it('counts pairs that name the same answer in both orders, and those where the place decided', () => {
    expect(positionBias(all)).toEqual({ pairs: 9, consistent: 3 / 9, firstInBoth: 1 / 9, secondInBoth: 1 / 9 })
  })
  it.each<[BetterPlace, BetterPlace, number]>([
    ['first', 'second', 1],
    ['second', 'first', 1],
    ['tie', 'tie', 1],
    ['first', 'first', 0],
    ['second', 'second', 0],
    ['first', 'tie', 0],
    ['tie', 'first', 0],
    ['second', 'tie', 0],
    ['tie', 'second', 0],
  ])('%s and %s', (aFirst, bFirst, consistent) => {
    expect(positionBias([{ aFirst, bFirst }]).consistent).toBe(consistent)
  })
})
