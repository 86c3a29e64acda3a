import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workSavedOverSampling } from './screening-metrics.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { seededRandom } from './seeded-random.ts'
import { simulateScreening, usualBatch } from './simulate-screening.ts'

const record = (n: number, abstract: string): ScreeningRecord => ({
  id: `r${String(n).padStart(4, '0')}`,
  title: '',
  abstract,
  keywords: [],
  type: '',
  year: null,
})

/** Records of which each tenth is relevant and speaks of gout. */
function review(count: number) {
  const random = seededRandom(5)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? ''
  const labels = Array.from({ length: count }, (_, n) => n % 10 === 0)
  const records = labels.map((relevant, n) =>
    record(n, `${relevant ? 'gout' : 'sleep'} ${pick(['rain', 'snow', 'wind'])} ${pick(['a1', 'b1', 'c1'])}`),
  )
  return { records, labels, prior: new Float64Array(count) }
}

describe('simulateScreening', () => {
  const { records, labels, prior } = review(120)

  it('finds what is alike first', () => {
    const { order } = simulateScreening(records, labels, prior, { seed: 1 })
    expect(order.slice(0, 15).filter((position) => labels[position]).length).toBe(12)
  })

  it('with labels that say nothing saves next to nothing', () => {
    const random = seededRandom(9)
    const shuffled = labels.map(() => random() < 0.2)
    const saved = [1, 2, 3].map((seed) => {
      const { order } = simulateScreening(records, shuffled, prior, { seed })
      return (
        workSavedOverSampling(
          order.map((position) => shuffled[position] === true),
          0.95,
        ) ?? 1
      )
    })
    expect(Math.abs(saved.reduce((sum, one) => sum + one, 0) / 3)).toBeLessThan(0.2)
  })

  it('screens every record once; what is drawn stands first, an inclusion and an exclusion', () => {
    const { order, drawn, batches } = simulateScreening(records, labels, prior, { seed: 3 })
    expect(order.toSorted((a, b) => a - b)).toEqual([...records.keys()])
    expect(order.slice(0, 2)).toEqual(drawn)
    expect(drawn.map((position) => labels[position])).toEqual([true, false])
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(118)
  })

  it('is the same for the same seed, and begins otherwise for another', () => {
    const run = (seed: number) => simulateScreening(records, labels, prior, { seed })
    expect(run(2)).toEqual(run(2))
    expect(new Set([1, 2, 3, 4].map((seed) => run(seed).drawn.join())).size).toBeGreaterThan(1)
  })

  it('trains after each batch of the size asked for, the last one as large as is left', () => {
    const asked: number[] = []
    const batch = (screened: number) => {
      asked.push(screened)
      return 50
    }
    expect(simulateScreening(records, labels, prior, { seed: 1, batch }).batches).toEqual([50, 50, 18])
    expect(asked).toEqual([2, 52, 102])
  })

  it('a batch is one record at least', () => {
    const few = review(20)
    const { batches } = simulateScreening(few.records, few.labels, few.prior, { seed: 1, batch: () => 0 })
    expect(batches).toEqual(Array.from({ length: 18 }, () => 1))
  })

  it('screens by the prior while nothing can be learned, ties by id', () => {
    const three = [record(0, 'x'), record(1, 'y'), record(2, 'z'), record(3, 'q')]
    const all = [false, false, false, false]
    const { order, drawn } = simulateScreening(three, all, Float64Array.of(0.1, 0.5, 0.9, 0.5), { seed: 1, batch: () => 9 })
    expect(drawn).toHaveLength(1)
    expect(order.slice(1)).toEqual([2, 1, 3, 0].filter((position) => position !== drawn[0]))
  })

  it('of no records is empty', () => {
    expect(simulateScreening([], [], new Float64Array(0), { seed: 1 })).toEqual({ order: [], drawn: [], batches: [] })
  })

  it('does not depend on the order of input', () => {
    const few = review(30)
    fc.assert(
      fc.property(fc.shuffledSubarray([...few.records.keys()], { minLength: 30 }), (places) => {
        const shuffled = simulateScreening(
          places.flatMap((place) => few.records[place] ?? []),
          places.map((place) => few.labels[place] === true),
          few.prior,
          { seed: 4 },
        )
        expect(shuffled.order.map((position) => places[position])).toEqual(
          simulateScreening(few.records, few.labels, few.prior, { seed: 4 }).order,
        )
      }),
      { numRuns: 10 },
    )
  })
})

describe('usualBatch', () => {
  it.each([
    [2, 1],
    [99, 1],
    [100, 2],
    [149, 2],
    [1000, 20],
  ])('after %i screened: %i', (screened, size) => {
    expect(usualBatch(screened)).toBe(size)
  })
})
