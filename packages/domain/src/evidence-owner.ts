import { compareIds } from '@winnow/contracts/ids.ts'
import { isAdmissible } from './live-documents.ts'
import { type DocumentState, type EvidenceState, type RunState, resolveDocument } from './state.ts'

/** An evidence item with the document it belongs to now; `documentId` is that document's, not the one it was read from. */
export interface OwnedEvidence extends EvidenceState {
  readonly document: DocumentState
}

/** The live document that holds a record ("source:recordId"); null when the record was never taken into the corpus. */
export function holderOf(state: Pick<RunState, 'records' | 'documents' | 'aliases'>, key: string): DocumentState | null {
  const documentId = state.records[key]
  return documentId === undefined ? null : (state.documents[resolveDocument(state, documentId)] ?? null)
}

/**
 * The live document that holds the record an evidence item was read from: after a merge the survivor, after a split the
 * part that got the record (spec §4). When the record is unknown, the document it was read from, through the aliases; null
 * when the state knows neither.
 */
export function ownerOf(
  state: Pick<RunState, 'records' | 'documents' | 'aliases'>,
  evidence: Pick<EvidenceState, 'recordKey' | 'documentId'>,
): DocumentState | null {
  return holderOf(state, evidence.recordKey) ?? state.documents[resolveDocument(state, evidence.documentId)] ?? null
}

/** The evidence that counts, by id: that of documents which are neither excluded, nor retracted, nor notices (spec §9). */
export function usableEvidence(state: Pick<RunState, 'evidence' | 'records' | 'documents' | 'aliases'>): readonly OwnedEvidence[] {
  return Object.values(state.evidence)
    .sort((a, b) => compareIds(a.evidenceId, b.evidenceId))
    .flatMap((evidence) => {
      const document = ownerOf(state, evidence)
      return document !== null && isAdmissible(document) ? [{ ...evidence, documentId: document.documentId, document }] : []
    })
}
