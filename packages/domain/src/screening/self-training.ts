import { linearSvm } from './linear-svm.ts'
import type { SparseRows } from './screening-features.ts'

/** Shares of the records that are taken for inclusions and for exclusions, and how few of either make sense. */
const TOP = 0.05
const BOTTOM = 0.3
const FEWEST = 5
const COST = 0.1

/**
 * Pseudo-relevance feedback: the best of a first ranking are taken for inclusions, the worst for exclusions, a linear
 * classifier learns their words, and scores all rows. It finds what the question's words do not say. All 0 when there are
 * too few rows for that. Both sides weigh the same.
 */
export function selfTrainedScores(matrix: SparseRows, first: Float64Array): Float64Array {
  const rows = first.length
  const top = Math.max(FEWEST, Math.round(TOP * rows))
  const bottom = Math.round(BOTTOM * rows)
  if (bottom < FEWEST) return new Float64Array(rows)
  const order = [...first.keys()].sort((a, b) => (first[b] ?? 0) - (first[a] ?? 0) || a - b)
  const sides = new Int8Array(rows)
  const costs = new Float64Array(rows)
  for (const row of order.slice(0, top)) {
    sides[row] = 1
    costs[row] = COST
  }
  for (const row of order.slice(-bottom)) {
    sides[row] = -1
    costs[row] = (COST * top) / bottom
  }
  return linearSvm(matrix).train(sides, costs)
}
