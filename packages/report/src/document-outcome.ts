import { type DocumentFate, documentFates, noReasonGiven } from '@winnow/domain/prisma.ts'
import { type DocumentState, type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { citationNumbers } from './citation-numbers.ts'
import type { RunMaterial } from './run-material.ts'

/** How far a document came (issue 2, documents.jsonl). */
export type DocumentStatus = 'found' | 'screened-out' | 'relevant' | 'read' | 'cited'

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
      const reason = reasonOf(state, documentId, decision, userReasons.get(documentId) ?? '')
      return [documentId, { status: citation === null ? statusOf(decision) : 'cited', decision, reason, citation }]
    }),
  )
}

function statusOf(decision: DocumentFate): DocumentStatus {
  switch (decision) {
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

function reasonOf(state: RunState, documentId: string, decision: DocumentFate, userReason: string): string | null {
  switch (decision) {
    case 'excluded by user':
      return userReason === '' ? 'excluded by the user' : `excluded by the user: ${userReason}`
    case 'retracted':
      return 'retracted'
    case 'notice':
      return 'notice about another work'
    case 'excluded by screening':
      return state.documents[documentId]?.exclusionReason ?? noReasonGiven
    case 'not screened':
      return 'the run ended before it was screened'
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

/** The scores of a document by subquestion: the highest of its screeners. */
export function scoresOf(document: DocumentState): { readonly [subquestionId: string]: number } {
  return Object.fromEntries(Object.entries(document.scores).map(([subquestionId, { score }]) => [subquestionId, score]))
}
