import { type DocumentStatus, documentStatus, fateReason, screeningReason } from '@winnow/domain/document-status.ts'
import { type DocumentFate, documentFates } from '@winnow/domain/prisma.ts'
import { type DocumentState, type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { citationNumbers } from './citation-numbers.ts'
import { isAnswerRun, type RunMaterial } from './run-material.ts'

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
  const shown = isAnswerRun(state) ? shownDocuments(state) : null
  return new Map(
    [...documentFates(state).entries()].map(([documentId, decision]) => {
      const citation = numbers.byDocument.get(documentId) ?? null
      const document = state.documents[documentId]
      const own = fateReason(decision, document === undefined ? null : screeningReason(document), userReasons.get(documentId) ?? '')
      const reason = shown === null || decision !== 'not screened' ? own : answerReason(citation !== null, shown.has(documentId))
      return [documentId, { status: documentStatus(decision, citation !== null), decision, reason, citation }]
    }),
  )
}

/** Why a document went no further in a run of kind `answer`, which screens none. */
function answerReason(cited: boolean, shown: boolean): string | null {
  if (cited) return null
  return shown ? 'shown to the agent and not cited' : 'not among the passages that were shown'
}

function shownDocuments(state: RunState): ReadonlySet<string> {
  const shown = (state.answering?.searches ?? []).flatMap((search) => search.shown ?? [])
  return new Set(shown.map((documentId) => resolveDocument(state, documentId)))
}

/** The deciding scores of a document by subquestion. */
export function scoresOf(document: DocumentState): { readonly [subquestionId: string]: number } {
  return Object.fromEntries(Object.entries(document.scores).map(([subquestionId, { score }]) => [subquestionId, score]))
}
