import { median } from './median.ts'

/**
 * The screener's fallback (spec §2): from BM25 scores of one subquestion to relevance r = s / (s + m) in [0,1), where m is
 * the median of the positive scores of that decision. r is 0 for a score that is not positive, so also when none is and m
 * is 0. `median` is to be recorded.
 */
export function lexicalRelevance(scores: readonly number[]): { readonly median: number; readonly relevance: (score: number) => number } {
  const middle = median(scores.filter((score) => score > 0)) ?? 0
  return { median: middle, relevance: (score) => (score > 0 && middle > 0 ? score / (score + middle) : 0) }
}
