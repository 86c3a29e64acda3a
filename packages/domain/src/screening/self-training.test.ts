import { describe, expect, it } from 'vitest'
import { screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { selfTrainedScores } from './self-training.ts'
import { tfIdf } from './tf-idf.ts'

const record = (n: number, abstract: string): ScreeningRecord => ({
  id: String(n).padStart(3, '0'),
  title: '',
  abstract,
  keywords: [],
  type: '',
  year: null,
})

/** Five records that rank first speak of gout and rain, the rest of snow; one in the middle speaks of rain alone. */
function scoresOf(count: number) {
  const records = Array.from({ length: count }, (_, n) => record(n, n < 5 ? 'gout rain' : n === 7 ? 'rain' : 'snow'))
  return selfTrainedScores(
    tfIdf(screeningFeatures(records)),
    Float64Array.from(records, (_, n) => -n),
  )
}

describe('selfTrainedScores', () => {
  it('finds what speaks like the best, though no word of it was asked for', () => {
    const scores = scoresOf(40)
    const others = [...scores].filter((_, n) => n > 5 && n !== 7)
    expect(scores[7]).toBeGreaterThan(Math.max(...others))
    expect(Math.min(...scores.slice(0, 5))).toBeGreaterThan(scores[7] ?? 0)
  })

  it('needs five records for exclusions', () => {
    // 30 % of 14 are four.
    expect(scoresOf(14).every((score) => score === 0)).toBe(true)
    expect(scoresOf(15).every((score) => score === 0)).toBe(false)
    expect(selfTrainedScores(tfIdf(screeningFeatures([])), new Float64Array(0))).toEqual(new Float64Array(0))
  })

  it('takes 5 % for inclusions and 30 % for exclusions', () => {
    // Of 200, 10 and 60: each of these groups has a word of its own, and so have the records beside them.
    const word = (n: number) => (n < 10 ? 'first' : n < 12 ? 'second' : n < 138 ? 'middle' : n < 140 ? 'before' : 'last')
    const records = Array.from({ length: 200 }, (_, n) => record(n, word(n)))
    const scores = selfTrainedScores(
      tfIdf(screeningFeatures(records)),
      Float64Array.from(records, (_, n) => -n),
    )
    const at = (n: number) => scores[n] ?? 0
    expect(at(0)).toBeGreaterThan(at(10))
    expect(at(10)).toBe(at(50))
    expect(at(138)).toBe(at(50))
    expect(at(140)).toBeLessThan(at(138))
  })
})
