import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeStopping, stoppingMethod } from './stopping.ts'

/** `relevant` records and then irrelevant ones. */
const first = (relevant: number, irrelevant: number) => [...Array(relevant).fill(true), ...Array(irrelevant).fill(false)] as boolean[]

describe('judgeStopping', () => {
  // One record is found at first, and 100 are left. A second one survives a stretch that leaves the share x with x^2.5.
  it.each([
    { name: 'stops when .30^2.5 < .05', irrelevant: 70, stop: true, missed: 0 },
    { name: 'goes on while .31^2.5 > .05', irrelevant: 69, stop: false, missed: 1 },
  ])('$name', ({ irrelevant, stop, missed }) => {
    expect(judgeStopping(first(1, irrelevant), 101)).toMatchObject({
      stop,
      missedAtMost: missed,
      recall: { estimate: 1, low: 1 / (1 + missed), high: 1 },
      screened: irrelevant + 1,
      found: 1,
      method: stoppingMethod,
    })
  })
  // 100 records are left after those that are found, and 40 after the screening: with s = .4^2.5 = .101, one is
  // missed with s ≥ .05 and two with s (19 s + 1) / 20 = .015 < .05.
  it.each([
    { found: 19, stop: true, low: 0.95 },
    { found: 18, stop: false, low: 18 / 19 },
  ])('$found found of which one may be missed: stop $stop', ({ found, stop, low }) => {
    expect(judgeStopping(first(found, 60), found + 100)).toMatchObject({ stop, missedAtMost: 1, recall: { estimate: 1, low, high: 1 } })
  })
  it('the estimate is what is as likely as not', () => {
    // s = .8^2.5 = .572: one is missed with .572, two with s (19 s + 1) / 20 = .340, … six with .056, seven with .038.
    const judged = judgeStopping(first(1, 20), 101)
    expect(judged).toMatchObject({ missedAtMost: 6, recall: { estimate: 1 / 2, low: 1 / 7, high: 1 } })
  })
  it.each([
    { name: '.76^2.5 ≥ .5', irrelevant: 24, estimate: 1 / 2 },
    { name: '.75^2.5 < .5', irrelevant: 25, estimate: 1 },
  ])('one may as well be missed as not while $name', ({ irrelevant, estimate }) => {
    expect(judgeStopping(first(1, irrelevant), 101).recall?.estimate).toBe(estimate)
  })
  it('no more can be missed than is left', () => {
    // .5^2.5 ≥ .05: even one more would not be unlikely.
    expect(judgeStopping([true, false], 3)).toMatchObject({ missedAtMost: 1, recall: { estimate: 1, low: 0.5 } })
  })
  it('a stretch that took less than a fifth of what was left tells nothing', () => {
    expect(judgeStopping(first(1, 20), 101).recall).not.toBeNull()
    expect(judgeStopping(first(1, 19), 101)).toMatchObject({ stop: false, recall: null, missedAtMost: 81, found: 1, screened: 20 })
  })
  it('looks no further back than to the tenth relevant record from the end', () => {
    const since = (later: number) => judgeStopping([...first(1, 50), ...first(later, 0)], 101)
    expect(since(9).recall).not.toBeNull()
    expect(since(10).recall).toBeNull()
  })
  it('counts what a stretch found', () => {
    // Of the two stretches the longer one, with one found, is the one that tells: the other is too short.
    const judged = judgeStopping([true, ...first(0, 70), true, ...first(0, 4)], 101)
    // .25 of 100 are left, s = .03125: of 1 + M records at most one is found with .060 for M = 1 and .007 for M = 2.
    expect(judged).toMatchObject({ found: 2, missedAtMost: 1, recall: { estimate: 1, low: 2 / 3 } })
  })
  it.each([
    {
      name: 'all screened',
      screened: [true, false],
      total: 2,
      expected: { stop: true, recall: { estimate: 1, low: 1, high: 1 }, missedAtMost: 0 },
    },
    { name: 'all screened, nothing found', screened: [false], total: 1, expected: { stop: true, recall: null, missedAtMost: 0 } },
    { name: 'nothing to screen', screened: [], total: 0, expected: { stop: true, recall: null, missedAtMost: 0 } },
    { name: 'nothing found yet', screened: first(0, 98), total: 99, expected: { stop: false, recall: null, missedAtMost: 1 } },
    { name: 'nothing screened yet', screened: [], total: 5, expected: { stop: false, recall: null, missedAtMost: 5 } },
  ])('$name', ({ screened, total, expected }) => {
    expect(judgeStopping(screened, total)).toMatchObject(expected)
  })
  it.each([
    {
      name: 'stops',
      screened: first(20, 90),
      total: 120,
      why: '20 relevant records are found; with 95 % confidence at most 0 of the 10 left are relevant',
    },
    {
      name: 'goes on',
      screened: first(1, 50),
      total: 101,
      why: '1 relevant record is found, and up to 1 of the 50 left may be relevant',
    },
    { name: 'is over', screened: [true], total: 1, why: 'every record is screened' },
    { name: 'found nothing', screened: [false], total: 2, why: 'no relevant record is found yet' },
    {
      name: 'found something lately',
      screened: [true],
      total: 9,
      why: '1 relevant record is found, too lately to tell how many of the 8 left are relevant',
    },
  ])('says why: $name', ({ screened, total, why }) => {
    expect(judgeStopping(screened, total).why).toBe(why)
  })
  it('bound, estimate and high end are in order; stopping means a bound of at least .95', () => {
    const screenings = fc.tuple(fc.array(fc.boolean(), { maxLength: 80 }), fc.nat(200), fc.nat(200))
    fc.assert(
      fc.property(screenings, ([begin, irrelevant, left]) => {
        const screened = [...begin, ...first(0, irrelevant)]
        const { stop, recall, missedAtMost } = judgeStopping(screened, screened.length + left)
        expect(missedAtMost).toBeLessThanOrEqual(left)
        if (recall === null) {
          expect(stop).toBe(left === 0)
          return
        }
        expect(recall.low).toBeLessThanOrEqual(recall.estimate)
        expect(recall.estimate).toBeLessThanOrEqual(recall.high)
        expect(recall.high).toBe(1)
        expect(stop).toBe(recall.low >= 0.95)
      }),
    )
  })
  it('an irrelevant record more never lowers the bound', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(100), fc.integer({ min: 1, max: 100 }), (begin, irrelevant, left) => {
        const screened = [...begin, ...first(0, irrelevant)]
        const before = judgeStopping(screened, screened.length + left).recall?.low ?? 0
        const after = judgeStopping([...screened, false], screened.length + left).recall?.low ?? 0
        if (screened.includes(true)) expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})
