import { asScreeningRecord, type DocumentText } from '@winnow/domain/document-text.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { screeningFeatures } from '@winnow/domain/screening/screening-features.ts'
import { lexicalRelevance } from '@winnow/domain/screening-lexical.ts'
import type { LexicalScores } from './lexical-screening.ts'

/**
 * The second screener without a model, for one decision: the ranking by question and criteria (packages/domain/src/screening),
 * for each subquestion among all documents known at the decision. Unlike the first screener's words it looks at criteria,
 * concepts and designs. Its scores become relevance by the rule of the lexical screener (spec §2), with the median of the
 * documents that the decision asks about.
 */
export function rankingScores(
  known: readonly DocumentText[],
  asked: ReadonlyMap<string, readonly string[]>,
  subquestions: ReadonlyMap<string, string>,
  criteria: string,
): LexicalScores {
  const records = known.map(asScreeningRecord)
  const features = screeningFeatures(records)
  const places = new Map(records.map(({ id }, place) => [id, place]))
  return new Map(
    [...asked].map(([subquestionId, documentIds]) => {
      const ranking = rankByQuestion(records, { question: subquestions.get(subquestionId) ?? '', criteria }, features)
      const scores = documentIds.map((id) => [id, ranking.scores[places.get(id) ?? -1] ?? 0] as const)
      const { median, relevance } = lexicalRelevance(scores.map(([, score]) => score))
      return [subquestionId, new Map(scores.map(([id, score]) => [id, { relevance: relevance(score), score, median }]))] as const
    }),
  )
}
