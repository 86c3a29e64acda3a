import type { EvidenceItem, ReadDepth } from '@winnow/contracts/entities/evidence.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { Corpus, EvidenceText } from '@winnow/domain/corpus.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { splitRecordKey } from './record-key.ts'

/** One line of evidence.jsonl: an evidence item with the document that holds its record now. */
export interface EvidenceRow extends EvidenceItem {
  readonly documentId: string
  readonly source: string
  /** The input's own id of the record whose text was read. */
  readonly recordId: string
  readonly depth: ReadDepth
  /** sha256 of the text read. */
  readonly textHash: string
  readonly reader: string
}

/**
 * The rows of evidence.jsonl, by document and evidence number: the evidence that counts. What was read in a document that
 * is excluded, retracted or a notice stays in the log alone (spec §9).
 */
export function evidenceRows(state: RunState, corpus: Corpus): readonly EvidenceRow[] {
  return usableEvidence(state)
    .toSorted((a, b) => compareIds(a.documentId, b.documentId) || compareIds(a.evidenceId, b.evidenceId))
    .map(({ evidenceId, documentId }) => evidenceRow(evidenceText(corpus, evidenceId), documentId))
}

/** The text of an evidence item that the state knows; the log has both, so it throws when there is none. */
export function evidenceText(corpus: Corpus, evidenceId: string): EvidenceText {
  const text = corpus.evidence.get(evidenceId)
  if (text === undefined) throw new Error(`no text of evidence ${evidenceId}`)
  return text
}

function evidenceRow({ pos, recordId, documentId, evidenceId, subquestionId, ...text }: EvidenceText, owner: string): EvidenceRow {
  return { evidenceId, documentId: owner, ...splitRecordKey(recordId), subquestionId, ...text }
}
