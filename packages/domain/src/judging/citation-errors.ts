import type { SentenceSupport } from '@winnow/contracts/entities/answer.ts'

/** Errors of an answer's marks, over all of its marks (spec §13). */
export interface CitationErrors {
  /** A sentence that cites two documents has two marks. */
  readonly marks: number
  /** Marks that name no shown document. */
  readonly unresolved: number
  /** Marks whose document does not support the sentence. */
  readonly unsupported: number
  /** Marks that could not be checked; they count as no error. */
  readonly unchecked: number
  /** unresolved / marks and unsupported / marks, in [0,1]; null without a mark. */
  readonly unresolvedRate: number | null
  readonly unsupportedRate: number | null
}

/** Counts the errors of marks. In: how many name no shown document, and the verdict on each of the others. */
export function citationErrors(unresolved: number, verdicts: readonly SentenceSupport[]): CitationErrors {
  const marks = unresolved + verdicts.length
  const count = (wanted: SentenceSupport) => verdicts.filter((verdict) => verdict === wanted).length
  const unsupported = count('unsupported')
  const rate = (part: number) => (marks === 0 ? null : part / marks)
  return {
    marks,
    unresolved,
    unsupported,
    unchecked: count('cannot-check'),
    unresolvedRate: rate(unresolved),
    unsupportedRate: rate(unsupported),
  }
}
