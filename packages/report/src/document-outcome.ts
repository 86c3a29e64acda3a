import { type DocumentStatus, documentStatus, fateReason, screeningReason } from '@winnow/domain/document-status.ts'
import { type DocumentFate, documentFates } from '@winnow/domain/prisma.ts'
import { type DocumentState, resolveDocument } from '@winnow/domain/state.ts'
import { citationNumbers } from './citation-numbers.ts'
import type { RunMaterial } from './run-material.ts'

export interface DocumentOutcome {
  readonly status: DocumentStatus
  /** Its box in the PRISMA flow. */
  readonly decision: DocumentFate
  /** Why it went no further; null for what is included. */
  readonly reason: string | null
  /** Its number among the report's references. */
  readonly citation: number | null
}

/** The outcome of every live document, by id. A cited document is "cited" whatever its box is. */
export function documentOutcomes(material: RunMaterial): ReadonlyMap<string, DocumentOutcome> {
  const { state, corpus, content } = material
  const numbers = citationNumbers(state, content)
  const exclusions = corpus.overrides.filter(({ action }) => action === 'exclude')
  const userReasons = new Map(exclusions.map(({ documentId, reason }) => [resolveDocument(state, documentId), reason]))
  return new Map(
    [...documentFates(state).entries()].map(([documentId, decision]) => {
      const citation = numbers.byDocument.get(documentId) ?? null
      const document = state.documents[documentId]
      const reason = fateReason(decision, document === undefined ? null : screeningReason(document), userReasons.get(documentId) ?? '')
      return [documentId, { status: documentStatus(decision, citation !== null), decision, reason, citation }]
    }),
  )
}

/** The deciding scores of a document by subquestion. */
export function scoresOf(document: DocumentState): { readonly [subquestionId: string]: number } {
  return Object.fromEntries(Object.entries(document.scores).map(([subquestionId, { score }]) => [subquestionId, score]))
}
