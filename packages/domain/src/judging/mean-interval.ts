import { hash32 } from '@winnow/text/hash-32.ts'
import { mean } from '../evaluation/agreement.ts'

/** A mean with its 95 % interval; `n` values are behind it. */
export interface MeanInterval {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** Resamples of the bootstrap: enough for the 2.5 % and 97.5 % quantiles (Efron and Tibshirani 1993, §13.3: 1,000 or more). */
const resamples = 2000

/**
 * The mean of a sample and its 95 % interval: the quantiles of the means of 2,000 resamples (percentile bootstrap, Efron 1979).
 * `seed` decides the resamples, so that the same figures give the same interval. Null of no values; one value is its own interval.
 */
export function meanInterval(values: readonly number[], seed: string): MeanInterval | null {
  const n = values.length
  const centre = mean(values)
  if (centre === null) return null
  if (n === 1) return { n, mean: centre, low: centre, high: centre }
  const next = randomNumbers(seed)
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0
    for (let drawn = 0; drawn < n; drawn++) sum += values[Math.floor(next() * n)] ?? 0
    return sum / n
  }).sort()
  // Resamples of equal values differ from their mean in the last digit.
  return { n, mean: centre, low: Math.min(centre, quantile(means, 0.025)), high: Math.max(centre, quantile(means, 0.975)) }
}

/** The value below which that share of sorted values lies, between its two neighbours by their distance. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? 0
  return below + (above - below) * (at - Math.floor(at))
}

/** Numbers 0 ≤ x < 1 that the seed alone decides (mulberry32). */
function randomNumbers(seed: string): () => number {
  let state = hash32(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
