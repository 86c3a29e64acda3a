/** Below this share of the largest score, a deviation is rounding. */
const ROUNDING = 1e-9

/**
 * Scores less their mean, in standard deviations; all 0 when they are equal. Mean and deviation are those of the scores that
 * `counts` says, all without it.
 */
export function standardScores(scores: Float64Array, counts: (index: number) => boolean = () => true): Float64Array {
  let count = 0
  let sum = 0
  let largest = 0
  for (const [index, score] of scores.entries()) {
    if (!counts(index)) continue
    count += 1
    sum += score
    largest = Math.max(largest, Math.abs(score))
  }
  const mean = sum / Math.max(1, count)
  let squares = 0
  for (const [index, score] of scores.entries()) if (counts(index)) squares += (score - mean) ** 2
  const deviation = Math.sqrt(squares / Math.max(1, count))
  return scores.map((score) => (deviation > ROUNDING * largest ? (score - mean) / deviation : 0))
}

/** A weighted sum of scores of one length. */
export function weightedSum(parts: readonly (readonly [scores: Float64Array, weight: number])[], length: number): Float64Array {
  const sum = new Float64Array(length)
  for (const [scores, weight] of parts) for (const [index, score] of scores.entries()) sum[index] = (sum[index] ?? 0) + weight * score
  return sum
}
