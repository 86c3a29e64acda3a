import { relevantFrom } from '@winnow/domain/state.ts'
import { type Cause, type Comparison, causeOf } from './causes.ts'
import type { ComparedRun } from './compared-run.ts'
import { titleOf } from './document-changes.ts'
import type { SameWork } from './same-documents.ts'
import type { SameSubquestions } from './same-subquestions.ts'

/** The relevance of one work for one subquestion that is another in the two runs. */
export interface ScoreChange {
  readonly title: string
  readonly a: { readonly documentId: string; readonly subquestionId: string; readonly score: number }
  readonly b: { readonly documentId: string; readonly subquestionId: string; readonly score: number }
  /** B − A. */
  readonly delta: number
  /** On the one side it is relevant, on the other it is not (spec §5). */
  readonly decisionChanged: boolean
  readonly why: Cause
}

/** Scores are told with this exactness, so that sums in another order are no change. */
const sameWithin = 1e-9

/** The scores of pairs that both runs have screened, and those that differ, the largest difference first. */
export function scoreChanges(
  comparison: Comparison,
  works: readonly SameWork[],
  subquestions: SameSubquestions,
): { readonly pairs: number; readonly changed: readonly ScoreChange[] } {
  const { a, b } = comparison
  const pairs = works.flatMap((work) =>
    [...subquestions].flatMap(([ofA, ofB]) => {
      const [left, right] = [best(a, work.a, ofA), best(b, work.b, ofB)]
      return left === null || right === null ? [] : [{ left, right }]
    }),
  )
  const changed = pairs
    .filter(({ left, right }) => Math.abs(right.score - left.score) > sameWithin)
    .map(({ left, right }): ScoreChange => {
      const screened = b.corpus.screenings.get(right.documentId)?.findLast(({ scores }) => scores[right.subquestionId] !== undefined)
      return {
        title: titleOf(a, left.documentId).title,
        a: left,
        b: right,
        delta: right.score - left.score,
        decisionChanged: left.score >= relevantFrom !== right.score >= relevantFrom,
        why: causeOf(comparison, 'b', screened?.pos ?? null),
      }
    })
    .sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta))
  return { pairs: pairs.length, changed }
}

/** The highest score among the documents of a work; null when none was screened for the subquestion. */
function best({ state }: ComparedRun, documentIds: readonly string[], subquestionId: string): ScoreChange['a'] | null {
  const scored = documentIds.flatMap((documentId) => {
    const score = state.documents[documentId]?.scores[subquestionId]?.score
    return score === undefined ? [] : [{ documentId, subquestionId, score }]
  })
  return scored.toSorted((one, other) => other.score - one.score)[0] ?? null
}
