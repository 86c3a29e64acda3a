import { compareIds } from '@winnow/contracts/ids.ts'
import { liveDocuments } from './live-documents.ts'
import { type DocumentState, type RunState, relevantFrom } from './state.ts'

/**
 * Whether a document is relevant to a subquestion: its score is at least 0.5 (spec §5). A user's word goes before the
 * score: what is excluded is relevant to nothing, what is included to every active subquestion.
 */
export function isRelevant(state: Pick<RunState, 'subquestions'>, document: DocumentState, subquestionId: string): boolean {
  if (document.override === 'exclude') return false
  if (document.override === 'include' && state.subquestions[subquestionId]?.status === 'active') return true
  return (document.scores[subquestionId]?.score ?? 0) >= relevantFrom
}

/**
 * The relevant (document, subquestion) pairs of the live documents, by document and then by subquestion. Subquestions of
 * every status count (our reading), so that closing one does not look like a loss of what was found.
 */
export function relevantPairs(
  state: Pick<RunState, 'documents' | 'aliases' | 'subquestions'>,
): readonly { readonly documentId: string; readonly subquestionId: string }[] {
  const subquestionIds = Object.keys(state.subquestions).sort(compareIds)
  return liveDocuments(state).flatMap((document) =>
    subquestionIds
      .filter((subquestionId) => isRelevant(state, document, subquestionId))
      .map((subquestionId) => ({ documentId: document.documentId, subquestionId })),
  )
}
