import type { Corpus, ScreeningText } from '@winnow/domain/corpus.ts'
import { firstScore } from '@winnow/domain/pair-score.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import type { EarlierJudgement } from './screening-prompt.ts'

/**
 * What the two screeners said of a document for the subquestions asked, the first screener's first. A note is that of the
 * deciding score; of several the smallest, so that the order of arrival decides nothing.
 */
export function earlierJudgements(
  state: RunState,
  corpus: Corpus,
  documentId: string,
  subquestionIds: readonly string[],
): readonly EarlierJudgement[] {
  const told = [...corpus.screenings].flatMap(([id, screenings]) => (resolveDocument(state, id) === documentId ? screenings : []))
  return subquestionIds.flatMap((subquestionId) => {
    const pair = state.documents[documentId]?.scores[subquestionId]
    const first = firstScore(pair)
    return [
      ...(first === null ? [] : [{ subquestionId, score: first, note: noteOf(told, null, subquestionId, first) }]),
      ...(pair?.second === undefined
        ? []
        : [{ subquestionId, score: pair.second.score, note: noteOf(told, 'second', subquestionId, pair.second.score) }]),
    ]
  })
}

function noteOf(told: readonly ScreeningText[], pass: ScreeningText['pass'], subquestionId: string, score: number): string {
  const notes = told.filter((one) => one.pass === pass && one.scores[subquestionId] === score).map(({ note }) => note)
  return notes.sort()[0] ?? ''
}
