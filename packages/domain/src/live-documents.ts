import { numberOf } from '@winnow/contracts/ids.ts'
import type { DocumentState, RunState, SubquestionState } from './state.ts'

/** The documents that were not merged away, in the order of their numbers. */
export function liveDocuments(state: Pick<RunState, 'documents' | 'aliases'>): readonly DocumentState[] {
  return Object.values(state.documents)
    .filter((document) => state.aliases[document.documentId] === undefined)
    .map((document) => ({ number: numberOf(document.documentId), document }))
    .sort((a, b) => a.number - b.number)
    .map(({ document }) => document)
}

/**
 * Whether a document may be read and be evidence: neither excluded by the user, nor retracted, nor a notice about another
 * work (spec §9). Corrections, concerns and conflicting news about a document leave it admissible; they are shown.
 */
export function isAdmissible(document: Pick<DocumentState, 'override' | 'editorial'>): boolean {
  return document.override !== 'exclude' && document.editorial !== 'retracted' && document.editorial !== 'notice'
}

/** The active subquestions, most important first: by priority, then by number (spec §7). */
export function activeSubquestions(state: Pick<RunState, 'subquestions'>): readonly SubquestionState[] {
  return Object.values(state.subquestions)
    .filter((subquestion) => subquestion.status === 'active')
    .sort((a, b) => a.priority - b.priority || numberOf(a.subquestionId) - numberOf(b.subquestionId))
}
