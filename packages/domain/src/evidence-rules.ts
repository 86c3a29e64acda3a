import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { EvidenceItem, QuoteCheck, ReadDepth, Support } from '@winnow/contracts/entities/evidence.ts'
import { claimKey } from './clusters.ts'
import { repairId } from './id-repair.ts'
import { checkQuote } from './quote-check.ts'

/** Most strength of an item known from an abstract or less (spec §9). */
export const abstractCap = 0.6
/** Most strength of an item by the reader's fallback (spec §2). */
export const fallbackCap = 0.4
/** Most strength of an item whose quote is refused (spec §9) or too short to count (our reading). */
export const quoteCap = 0.3

/** An evidence item as a reader gives it, before code has checked it. */
export interface EvidenceDraft {
  readonly subquestionId: string
  readonly claim: string
  readonly quote: string
  readonly location?: { readonly section: string; readonly page?: number | undefined } | undefined
  readonly support: Support
  readonly strength: number
  readonly studyType?: string | undefined
  readonly sample?: string | undefined
  readonly limitations?: readonly string[] | undefined
}

export interface Reading {
  readonly documentId: string
  /** The text that was read, which quotes are looked for in; '' when there was none. */
  readonly text: string
  readonly depth: ReadDepth
  readonly editorial: EditorialState
  /** The number of the document's next evidence item. */
  readonly firstEvidence: number
  /** The subquestions the document was read for, with their texts. */
  readonly subquestions: ReadonlyMap<string, string>
  /** The items come from the reader's fallback. */
  readonly fallback: boolean
}

export interface FinishedEvidence {
  readonly items: readonly EvidenceItem[]
  /** Drafts left out, by reason. */
  readonly dropped: { readonly retracted: number; readonly notAsked: number; readonly emptyClaim: number; readonly duplicate: number }
}

/**
 * Makes evidence items of a reader's drafts (spec §9), numbered in their order: quotes are checked, strengths capped with
 * the reasons in `capped`, the location of what was not read in full is the abstract or the metadata. Left out and counted:
 * drafts for a subquestion that was not asked, without a claim, or with a claim that an earlier one of the same subquestion
 * has. A retracted document gives none.
 */
export function finishEvidence(drafts: readonly EvidenceDraft[], reading: Reading): FinishedEvidence {
  const dropped = { retracted: 0, notAsked: 0, emptyClaim: 0, duplicate: 0 }
  if (reading.editorial === 'retracted') return { items: [], dropped: { ...dropped, retracted: drafts.length } }
  const seen = new Set<string>()
  const items: EvidenceItem[] = []
  for (const draft of drafts) {
    const subquestionId = repairId(draft.subquestionId, [...reading.subquestions.keys()], reading.subquestions)
    const claim = draft.claim.trim()
    const key = `${subquestionId} ${claimKey(claim)}`
    if (subquestionId === null) dropped.notAsked += 1
    else if (!/[\p{L}\p{N}]/u.test(claim)) dropped.emptyClaim += 1
    else if (seen.has(key)) dropped.duplicate += 1
    else {
      seen.add(key)
      items.push(finish({ ...draft, claim, subquestionId }, reading, reading.firstEvidence + items.length))
    }
  }
  return { items, dropped }
}

function finish(draft: EvidenceDraft, reading: Reading, number: number): EvidenceItem {
  const quote = draft.quote.trim()
  const quoteCheck = checkQuote(quote, reading.text)
  const { strength, capped } = cap(draft.strength, capsOf(reading, quoteCheck))
  const studyType = draft.studyType?.trim() ?? ''
  const sample = draft.sample?.trim() ?? ''
  const limitations = (draft.limitations ?? []).map((limitation) => limitation.trim()).filter((limitation) => limitation !== '')
  return {
    evidenceId: `${reading.documentId}.e${number}`,
    subquestionId: draft.subquestionId,
    claim: draft.claim,
    quote,
    quoteCheck,
    location: locate(draft, reading.depth),
    support: draft.support,
    strength,
    ...(studyType === '' ? {} : { studyType }),
    ...(sample === '' ? {} : { sample }),
    ...(limitations.length === 0 ? {} : { limitations }),
    ...(capped.length === 0 ? {} : { capped }),
  }
}

function locate(draft: EvidenceDraft, depth: ReadDepth): EvidenceItem['location'] {
  switch (depth) {
    case 'abstract':
      return { section: 'Abstract' }
    case 'metadata':
      return { section: 'Metadata' }
    case 'full text': {
      const section = draft.location?.section.trim() ?? ''
      const page = draft.location?.page
      return { section: section === '' ? 'Full text' : section, ...(isPage(page) ? { page } : {}) }
    }
  }
}

function isPage(page: number | undefined): page is number {
  return page !== undefined && Number.isInteger(page) && page > 0
}

type Cap = { readonly most: number; readonly reason: string }

function capsOf({ depth, fallback }: Reading, quoteCheck: QuoteCheck): readonly Cap[] {
  return [
    ...(depth === 'full text' ? [] : [{ most: abstractCap, reason: `${depth} only` }]),
    ...(fallback ? [{ most: fallbackCap, reason: 'fallback reader' }] : []),
    ...(quoteCheck === 'refused' || quoteCheck === 'short' ? [{ most: quoteCap, reason: `quote ${quoteCheck}` }] : []),
  ]
}

/** The strength within [0,1] and all caps; the reasons are those of the caps that are below what the reader gave. */
function cap(given: number, caps: readonly Cap[]): { readonly strength: number; readonly capped: string[] } {
  const within = Number.isNaN(given) ? 0 : Math.min(1, Math.max(0, given))
  return {
    strength: Math.min(within, ...caps.map(({ most }) => most)),
    capped: caps.flatMap(({ most, reason }) => (within > most ? [reason] : [])),
  }
}
