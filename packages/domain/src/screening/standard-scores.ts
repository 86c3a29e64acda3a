/** Below this share of the largest score, a deviation is rounding. */
const ROUNDING = 1e-9

/** Scores less their mean, in standard deviations; all 0 when they are equal. */
export function standardScores(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length))
  const largest = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
  return scores.map((score) => (deviation > ROUNDING * largest ? (score - mean) / deviation : 0))
}

/** A weighted sum of scores of one length. */
export function weightedSum(parts: readonly (readonly [scores: Float64Array, weight: number])[], length: number): Float64Array {
  const sum = new Float64Array(length)
  for (const [scores, weight] of parts) for (const [index, score] of scores.entries()) sum[index] = (sum[index] ?? 0) + weight * score
  return sum
}
