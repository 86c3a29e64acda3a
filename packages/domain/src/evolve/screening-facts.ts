import type { EventData } from '@winnow/contracts/registry.ts'
import { withScore } from '../pair-score.ts'
import { resolveDocument } from '../state.ts'
import { countDegraded, type StateDraft, settle } from './settle.ts'

/** Folding of screening: what each screener says of a document. All facts of one stage may come in any order. */

export function documentScreened(draft: StateDraft, data: EventData<'DocumentScreened'>): void {
  if (!settle(draft, data.workId, data.part, data.parts)) return
  const document = draft.documents[resolveDocument(draft, data.documentId)]
  countDegraded(draft, 'screening', data.degraded)
  if (document === undefined) return
  for (const [subquestionId, score] of Object.entries(data.scores)) {
    document.scores[subquestionId] = withScore(document.scores[subquestionId], data.pass, data.screener, score)
  }
  takeReason(document, data)
}

/**
 * Why the document is excluded: of two screeners' reasons the one that names a criterion, then the smaller text, so that
 * either order gives the same state. Who adjudicates has the last word; a sample that is screened again gives no reason.
 */
function takeReason(document: StateDraft['documents'][string], { reason, criterion, pass }: EventData<'DocumentScreened'>): void {
  if (reason === undefined || pass === 'sample') return
  const known = document.exclusionReason
  if (pass !== 'adjudication' && known !== null) {
    const [before, after] = [sortKey(known, document.exclusionCriterion), sortKey(reason, criterion)]
    if (before <= after) return
  }
  document.exclusionReason = reason
  if (criterion === undefined) delete document.exclusionCriterion
  else document.exclusionCriterion = criterion
}

/** Reasons with a criterion sort first. */
function sortKey(reason: string, criterion: string | undefined): string {
  return criterion === undefined ? `1 ${reason}` : `0 ${criterion} ${reason}`
}
