import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import { type Corpus, survivorOf } from '@winnow/domain/corpus.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** An evidence item as it is passed to a prompt, a template or a check. */
export interface PassedEvidence extends EvidenceItem {
  /** The document that it belongs to now, which is the one to cite. */
  readonly documentId: string
  readonly claimKey: string
  /** Title and year of that document's best record. */
  readonly title: string
  readonly year: number | null
  readonly editorial: EditorialState
}

/**
 * The usable evidence of a run with its texts, by id: nothing of a retracted, excluded or notice document (spec §9). State
 * and corpus are folds of one log; evidence that one of them lacks is a broken invariant.
 */
export function passedEvidence(state: RunState, corpus: Corpus): readonly PassedEvidence[] {
  return usableEvidence(state).map(({ evidenceId, documentId, claimKey, document }) => {
    const text = corpus.evidence.get(evidenceId)
    if (text === undefined) throw new Error(`the corpus has no text of ${evidenceId}`)
    const record = survivorOf(state, corpus, documentId)
    const { subquestionId, claim, quote, quoteCheck, location, support, strength, studyType, sample, limitations } = text
    return {
      evidenceId,
      documentId,
      claimKey,
      subquestionId,
      claim,
      quote,
      quoteCheck,
      location,
      support,
      strength,
      ...(studyType === undefined ? {} : { studyType }),
      ...(sample === undefined ? {} : { sample }),
      ...(limitations === undefined ? {} : { limitations }),
      title: record?.title ?? '',
      year: record?.year ?? null,
      editorial: document.editorial,
    }
  })
}

/** An evidence item as one row of a prompt's data: what a sentence may be written from, and how far it can be trusted. */
export function evidenceRow(item: PassedEvidence): object {
  const { evidenceId, subquestionId, claim, quote, quoteCheck, location, support, strength, studyType, sample, limitations } = item
  return {
    evidence: evidenceId,
    subquestion: subquestionId,
    claim,
    quote,
    quoteCheck,
    section: location.section,
    support,
    strength,
    ...(studyType === undefined ? {} : { studyType }),
    ...(sample === undefined ? {} : { sample }),
    ...(limitations === undefined || limitations.length === 0 ? {} : { limitations }),
    title: item.title,
    year: item.year,
    ...(item.editorial === 'ok' ? {} : { editorial: item.editorial }),
  }
}
