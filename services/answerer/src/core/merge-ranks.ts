import type { Ranked } from './rank-by-words.ts'

/**
 * Passages by what a reranker gave them, best first; equal ones, and then those that it gave nothing, in the order of
 * `byWords`, which holds every position once.
 */
export function mergeRanks(byWords: readonly Ranked[], scores: readonly (number | null)[]): readonly Ranked[] {
  const rescored = byWords.map(({ position }) => ({ position, score: scores[position] ?? null }))
  const scored = rescored.filter((one): one is { position: number; score: number } => one.score !== null)
  return [...scored.sort((a, b) => b.score - a.score), ...rescored.filter(({ score }) => score === null)]
}
