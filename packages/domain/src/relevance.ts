import { compareIds } from '@winnow/contracts/ids.ts'
import { activeSubquestions, liveDocuments } from './live-documents.ts'
import { type DocumentState, type RunState, relevantFrom } from './state.ts'

/** A batch of the screener: every document is to be scored for every one of the subquestions. */
export interface ScreeningBatch {
  readonly documentIds: readonly string[]
  readonly subquestionIds: readonly string[]
}

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

/**
 * The live documents that lack a score for an active subquestion, in the order of their numbers, each with the
 * subquestions it lacks, in the order of theirs. A document that the user excluded is not screened; notices and retracted
 * documents are (our reading: their exclusion should be seen in the screening, and a later correction may lift it).
 */
export function unscoredPairs(
  state: Pick<RunState, 'documents' | 'aliases' | 'subquestions'>,
): readonly { readonly documentId: string; readonly subquestionIds: readonly string[] }[] {
  const active = activeSubquestions(state)
    .map((subquestion) => subquestion.subquestionId)
    .sort(compareIds)
  return liveDocuments(state)
    .filter((document) => document.override !== 'exclude')
    .map((document) => ({
      documentId: document.documentId,
      subquestionIds: active.filter((subquestionId) => document.scores[subquestionId] === undefined),
    }))
    .filter((document) => document.subquestionIds.length > 0)
}

/**
 * All unscored pairs as batches of at most `batchSize` documents (10, spec §5) that lack the same subquestions: no pair is
 * asked for twice. Batches of one set of subquestions stand together, sets in the order of their first document.
 */
export function screeningBatches(
  state: Pick<RunState, 'documents' | 'aliases' | 'subquestions'>,
  batchSize = 10,
): readonly ScreeningBatch[] {
  const groups = Map.groupBy(unscoredPairs(state), (document) => document.subquestionIds.join(' '))
  return [...groups.values()].flatMap((documents) => {
    const batches: ScreeningBatch[] = []
    for (let start = 0; start < documents.length; start += batchSize) {
      const batch = documents.slice(start, start + batchSize)
      batches.push({ documentIds: batch.map((document) => document.documentId), subquestionIds: documents[0]?.subquestionIds ?? [] })
    }
    return batches
  })
}
