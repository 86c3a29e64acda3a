import type { DocumentText } from '@winnow/domain/document-text.ts'
import { lexicalRelevance } from '@winnow/domain/screening-lexical.ts'
import { buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { tokenise } from '@winnow/text/tokens.ts'

/** Title words weigh twice those of the abstract (spec §2). */
const titleWeight = 2

export interface LexicalScore {
  /** r = s / (s + median), in [0, 1). */
  readonly relevance: number
  /** BM25 of title ×2 and abstract. */
  readonly score: number
  readonly median: number
}

/** Lexical scores of every document asked about in one decision: subquestion → document → score. */
export type LexicalScores = ReadonlyMap<string, ReadonlyMap<string, LexicalScore>>

/**
 * The screener's fallback (spec §2) for one decision. Word statistics come from all documents known at the decision; the
 * median of each subquestion is over the documents that the decision asks about, so that it does not depend on batches.
 */
export function lexicalScores(
  known: readonly DocumentText[],
  asked: ReadonlyMap<string, readonly string[]>,
  subquestions: ReadonlyMap<string, string>,
): LexicalScores {
  const index = buildIndex(
    known.map((document) => ({
      id: document.documentId,
      fields: [
        { tokens: tokenise(document.title), weight: titleWeight },
        { tokens: tokenise(document.abstract ?? ''), weight: 1 },
      ],
    })),
  )
  const places = new Map(index.ids.map((id, place) => [id, place]))
  return new Map(
    [...asked].map(([subquestionId, documentIds]) => {
      const all = scoreAll(index, searchTerms(subquestions.get(subquestionId) ?? ''))
      const scores = documentIds.map((id) => [id, all[places.get(id) ?? -1] ?? 0] as const)
      const { median, relevance } = lexicalRelevance(scores.map(([, score]) => score))
      return [subquestionId, new Map(scores.map(([id, score]) => [id, { relevance: relevance(score), score, median }]))] as const
    }),
  )
}
