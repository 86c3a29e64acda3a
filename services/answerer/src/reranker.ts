import type { Degraded } from '@winnow/contracts/entities/degraded.ts'

/** What a reranker made of texts: a score for each, null where it gave none that can be used, and what was wrong. */
export interface Reranking {
  readonly scores: readonly (number | null)[]
  readonly faults: readonly string[]
}

export interface RerankContext {
  readonly signal: AbortSignal
  /** Epoch milliseconds: kept answers from then on count, so that work that is delivered again ranks alike. */
  readonly validSince: number
}

/** Ranks texts by a query. Faults are told in the result; rejects with the signal's reason when that aborts. */
export interface Reranker {
  /** As runs name it: "http:Qwen/Qwen3-Reranker-0.6B". */
  readonly name: string
  readonly rerank: (query: string, texts: readonly string[], context: RerankContext) => Promise<Reranking>
}

/** What ranks by words, as runs name it. */
export const byWords = 'bm25'

/** Faults of a reranker as degraded steps, each reason once with its count. */
export function rerankerFaults(faults: readonly string[]): readonly Degraded[] {
  return [...Map.groupBy(faults, (reason) => reason)].map(([reason, same]) => ({ role: 'reranker', reason, count: same.length }))
}
