import { httpRerankerName } from '@winnow/answerer/adapters/http-reranker.ts'
import { byWords } from '@winnow/answerer/reranker.ts'
import type { Config } from '../config.ts'

/** What ranks the passages of an answer with this configuration: "bm25", or "http:" and the model of the HTTP reranker. */
export function rerankerName({ reranker }: Pick<Config, 'reranker'>): string {
  return reranker === null ? byWords : httpRerankerName(reranker.model)
}
