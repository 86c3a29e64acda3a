import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import { mergeRanks } from './core/merge-ranks.ts'
import { type Ranked, rankByWords } from './core/rank-by-words.ts'
import { byWords, type RerankContext, type Reranker, rerankerFaults } from './reranker.ts'

export interface Ranking {
  /** Every text once, best first. */
  readonly ranked: readonly Ranked[]
  /** What ranked them: "bm25", or the reranker's name. */
  readonly reranker: string
  readonly degraded: readonly Degraded[]
}

/**
 * Ranks texts by a query as a run wants it (`wanted`: "bm25" or a reranker's name). What the reranker does not score follows in
 * the order of BM25; where it scores nothing, or this process has another one or none, BM25 ranks all. Each is a degraded step.
 */
export async function rankPassages(
  query: string,
  texts: readonly string[],
  wanted: string,
  reranker: Reranker | null,
  context: RerankContext,
): Promise<Ranking> {
  const words = rankByWords(query, texts)
  const plain = { ranked: words, reranker: byWords }
  if (wanted === byWords || texts.length === 0) return { ...plain, degraded: [] }
  if (reranker?.name !== wanted) {
    const here = reranker === null ? 'none is configured here' : `${reranker.name} is configured here`
    return { ...plain, degraded: rerankerFaults([`the run asks for the reranker ${wanted}, and ${here}`]) }
  }
  const { scores, faults } = await reranker.rerank(query, texts, context)
  const degraded = rerankerFaults(faults)
  if (scores.every((score) => score === null)) return { ...plain, degraded }
  return { ranked: mergeRanks(words, scores), reranker: reranker.name, degraded }
}
