import type { EventData } from '@winnow/contracts/registry.ts'
import { ruleScreeners } from '@winnow/domain/pair-score.ts'
import { relevantFrom } from '@winnow/domain/state.ts'
import type { LexicalScores } from './lexical-screening.ts'
import type { AskedPaper } from './screening-prompt.ts'

/** What a rule says of the pairs that no model has judged. */
export type RuleJudgement = Pick<EventData<'DocumentScreened'>, 'scores' | 'note' | 'reason' | 'screener' | 'lexical'>

/** Judges a paper for the subquestions that are open; null: it has nothing to say. */
export type Fallback = (paper: AskedPaper, open: readonly string[]) => RuleJudgement | null

/** Words alone (spec §2): the first screener's. The scores are made when the first pair needs one. */
export const byWords = (scores: () => LexicalScores): Fallback =>
  byScores(ruleScreeners.lexical, 'few words in common with the subquestions', scores)

/** The ranking by question and criteria: the second screener's. */
export const byRanking = (scores: () => LexicalScores): Fallback =>
  byScores(ruleScreeners.ranking, 'ranked low for the subquestions', scores)

/**
 * The first screener of a review (spec §14), which screens what question and criteria rank first and nothing else: an order
 * says where to end and not who is relevant, so that all of these are kept. `placeOf`: the place of a document in [0,1], the
 * higher the better (our reading).
 */
export const byPlace =
  (placeOf: (documentId: string) => number): Fallback =>
  ({ text: { documentId } }, open) => {
    const relevance = relevantFrom + (1 - relevantFrom) * placeOf(documentId)
    return {
      scores: Object.fromEntries(open.map((id) => [id, relevance])),
      note: 'kept, among the first by question and criteria',
      screener: ruleScreeners.ranking,
    }
  }

function byScores(screener: string, reason: string, scores: () => LexicalScores): Fallback {
  return ({ text: { documentId } }, open) => {
    const all = scores()
    const own = open.map((id) => [id, all.get(id)?.get(documentId) ?? { relevance: 0, score: 0, median: 0 }] as const)
    return {
      scores: Object.fromEntries(own.map(([id, { relevance }]) => [id, relevance])),
      note: screener,
      ...(own.every(([, { relevance }]) => relevance < relevantFrom) ? { reason } : {}),
      screener,
      lexical: Object.fromEntries(own.map(([id, { score, median }]) => [id, { score, median }])),
    }
  }
}

/** Adjudication without a model: the paper is kept, as a lost one costs more than one read too many (docs/decisions/022). */
export const inclusive: Fallback = ({ judgements = [] }, open) => ({
  scores: Object.fromEntries(
    open.map((id) => [id, Math.max(0, ...judgements.filter((one) => one.subquestionId === id).map(({ score }) => score))]),
  ),
  note: 'kept, as one of the two screeners would include it',
  screener: ruleScreeners.inclusive,
})

/** A sample that is screened again for a measurement: a rule in a model's place would measure the rule. */
export const unjudged: Fallback = () => null
