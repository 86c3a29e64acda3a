import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstScore, isDisputed, mergedPair, screenedScore, withScore } from './pair-score.ts'
import { type PairScore, relevantFrom } from './state.ts'

const pair = (parts: Partial<PairScore>): PairScore => ({ score: 0, by: {}, ...parts })
const second = (score: number, by = 'n') => ({ score, by })

it('a pair is relevant from 0.5 on (spec §5)', () => {
  expect(relevantFrom).toBe(0.5)
})

describe('withScore', () => {
  it.each<{ name: string; known: PairScore | undefined; given: Parameters<typeof withScore>; to: PairScore }>([
    { name: 'the first', known: undefined, given: [undefined, undefined, 'm', 0.3], to: { score: 0.3, by: { m: 0.3 } } },
    { name: 'a score of 0 is one', known: undefined, given: [undefined, undefined, 'm', 0], to: { score: 0, by: { m: 0 } } },
    {
      name: 'a smaller one of the same screener',
      known: pair({ by: { m: 0.3 } }),
      given: [undefined, undefined, 'm', 0.2],
      to: { score: 0.3, by: { m: 0.3 } },
    },
    {
      name: 'the second screener’s',
      known: pair({ by: { m: 0.3 } }),
      given: [undefined, 'second', 'n', 0.6],
      to: { score: 0.6, by: { m: 0.3 }, second: second(0.6) },
    },
    {
      name: 'a smaller one of the second screener',
      known: pair({ second: second(0.6) }),
      given: [undefined, 'second', 'a', 0.5],
      to: { score: 0.6, by: {}, second: second(0.6) },
    },
    {
      name: 'a larger one of the second screener',
      known: pair({ second: second(0.6) }),
      given: [undefined, 'second', 'z', 0.7],
      to: { score: 0.7, by: {}, second: second(0.7, 'z') },
    },
    {
      name: 'of equal ones the smaller name',
      known: pair({ second: second(0.6) }),
      given: [undefined, 'second', 'a', 0.6],
      to: { score: 0.6, by: {}, second: second(0.6, 'a') },
    },
    {
      name: 'the adjudicated decides, also downwards',
      known: pair({ by: { m: 0.9 }, second: second(0.1) }),
      given: [undefined, 'adjudication', 'm', 0.2],
      to: { score: 0.2, by: { m: 0.9 }, second: second(0.1), adjudicated: 0.2 },
    },
    {
      name: 'a sample’s adds',
      known: pair({ by: { m: 0.9 }, second: second(0.1), adjudicated: 0.2 }),
      given: [undefined, 'sample', 'n', 0.7],
      to: { score: 0.7, by: { m: 0.9 }, second: second(0.1), adjudicated: 0.2, rescreened: 0.7 },
    },
    {
      name: 'a sample’s takes nothing away',
      known: pair({ by: { m: 0.3 }, rescreened: 0.2 }),
      given: [undefined, 'sample', 'n', 0.1],
      to: { score: 0.3, by: { m: 0.3 }, rescreened: 0.2 },
    },
  ])('$name', ({ known, given: [, pass, screener, score], to }) => {
    expect(withScore(known, pass, screener, score)).toEqual(to)
  })
})

describe('what two screeners say', () => {
  it.each<{ name: string; of: PairScore | undefined; first: number | null; screened: number; disputed: boolean }>([
    { name: 'nothing yet', of: undefined, first: null, screened: 0, disputed: false },
    { name: 'one alone', of: pair({ by: { m: 0.2, lexical: 0.6 } }), first: 0.6, screened: 0.6, disputed: false },
    { name: 'the second alone', of: pair({ second: second(0.9) }), first: null, screened: 0.9, disputed: false },
    { name: 'both at the threshold', of: pair({ by: { m: 0.5 }, second: second(0.5) }), first: 0.5, screened: 0.5, disputed: false },
    { name: 'both below it', of: pair({ by: { m: 0 }, second: second(0.49) }), first: 0, screened: 0.49, disputed: false },
    { name: 'one at it, one below', of: pair({ by: { m: 0.5 }, second: second(0.49) }), first: 0.5, screened: 0.5, disputed: true },
    { name: 'the second at it', of: pair({ by: { m: 0.49 }, second: second(0.5) }), first: 0.49, screened: 0.5, disputed: true },
    {
      name: 'decided between them',
      of: pair({ by: { m: 0.9 }, second: second(0.1), adjudicated: 0 }),
      first: 0.9,
      screened: 0,
      disputed: false,
    },
  ])('$name', ({ of, first, screened, disputed }) => {
    expect(firstScore(of)).toBe(first)
    expect(isDisputed(of)).toBe(disputed)
    if (of !== undefined) expect(screenedScore(of)).toBe(screened)
  })
  it('a sample is no part of it', () => {
    expect(screenedScore(pair({ by: { m: 0.1 }, rescreened: 0.9 }))).toBe(0.1)
  })
})

describe('mergedPair', () => {
  it.each<{ name: string; a: Partial<PairScore>; b: Partial<PairScore>; to: PairScore }>([
    {
      name: 'by maximum',
      a: { by: { m: 0.1, l: 0.4 } },
      b: { by: { m: 0.3 }, second: second(0.2), rescreened: 0.1 },
      to: { score: 0.4, by: { m: 0.3, l: 0.4 }, second: second(0.2), rescreened: 0.1 },
    },
    {
      name: 'of two seconds the larger, of two samples the larger',
      a: { by: { m: 0 }, second: second(0.1), rescreened: 0.2 },
      b: { by: { m: 0 }, second: second(0.3, 'z'), rescreened: 0.6 },
      to: { score: 0.6, by: { m: 0 }, second: second(0.3, 'z'), rescreened: 0.6 },
    },
    {
      name: 'one adjudicated out, the other included by both: included',
      a: { by: { m: 0.9 }, second: second(0.1), adjudicated: 0.2 },
      b: { by: { m: 0.8 }, second: second(0.7) },
      to: { score: 0.8, by: { m: 0.9 }, second: second(0.7), adjudicated: 0.8 },
    },
    {
      name: 'one adjudicated out, the other excluded by both: excluded',
      a: { by: { m: 0.9 }, second: second(0.1), adjudicated: 0.2 },
      b: { by: { m: 0.1 }, second: second(0.3) },
      to: { score: 0.3, by: { m: 0.9 }, second: second(0.3), adjudicated: 0.3 },
    },
  ])('$name, either way round', ({ a, b, to }) => {
    expect(mergedPair(pair(a), pair(b))).toEqual(to)
    expect(mergedPair(pair(b), pair(a))).toEqual(to)
  })
})

it('the order in which scores come changes nothing', () => {
  const given = fc.tuple(
    fc.constantFrom(undefined, 'second', 'adjudication', 'sample' as const),
    fc.constantFrom('a', 'b'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(given, { minLength: 1 }), fc.array(fc.nat()), (scores, keys) => {
      const all = (list: typeof scores) =>
        list.reduce<PairScore | undefined>((known, [pass, by, score]) => withScore(known, pass, by, score), undefined)
      const shuffled = scores
        .map((one, i) => ({ one, key: keys[i] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      expect(all(shuffled)).toEqual(all(scores))
    }),
  )
})
