import { type DocumentFate, noReasonGiven } from './prisma.ts'
import type { DocumentState } from './state.ts'

/** How far a document came (issue 2, documents.jsonl). */
export type DocumentStatus = 'found' | 'screened-out' | 'relevant' | 'read' | 'cited'

/** The status of a document by its box in the PRISMA flow; what the report cites is "cited" whatever its box is. */
export function documentStatus(fate: DocumentFate, cited: boolean): DocumentStatus {
  if (cited) return 'cited'
  switch (fate) {
    case 'not screened':
      return 'found'
    case 'excluded by user':
    case 'retracted':
    case 'notice':
    case 'excluded by screening':
      return 'screened-out'
    case 'not read':
    case 'reading':
    case 'reading failed':
      return 'relevant'
    case 'without evidence':
    case 'included':
      return 'read'
  }
}

/** The screener's reason for excluding a document, with the criterion that decided; null when there is none. */
export function screeningReason({
  exclusionReason,
  exclusionCriterion,
}: Pick<DocumentState, 'exclusionReason' | 'exclusionCriterion'>): string | null {
  return exclusionReason === null || exclusionCriterion === undefined
    ? exclusionReason
    : `${exclusionReason} (criterion ${exclusionCriterion})`
}

/**
 * Why a document went no further, in words; null for what is included. `exclusionReason` is the screener's, `userReason`
 * that of the user who excluded it ('' when none was given).
 */
export function fateReason(fate: DocumentFate, exclusionReason: string | null, userReason: string): string | null {
  switch (fate) {
    case 'excluded by user':
      return userReason === '' ? 'excluded by the user' : `excluded by the user: ${userReason}`
    case 'retracted':
      return 'retracted'
    case 'notice':
      return 'notice about another work'
    case 'excluded by screening':
      return exclusionReason ?? noReasonGiven
    case 'not screened':
      return 'the run ended without screening it'
    case 'not read':
      return 'not read: the reading budget did not reach it'
    case 'reading':
      return 'its reading had not ended'
    case 'reading failed':
      return 'its reading failed'
    case 'without evidence':
      return 'read, without evidence that counts'
    case 'included':
      return null
  }
}
