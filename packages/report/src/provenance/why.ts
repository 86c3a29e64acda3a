import type { AnswerMode } from '@winnow/contracts/entities/answer.ts'
import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { EvidenceItem, ReadDepth } from '@winnow/contracts/entities/evidence.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import type { ScoreParts } from '@winnow/contracts/events/conductor.ts'
import type { EventType } from '@winnow/contracts/registry.ts'
import type { DocumentOutcome } from '../document-outcome.ts'

/** The way back from something in a report to what it rests on: what `winnow why` tells. */
export type Why = WhyFound | WhyUnknown

/** What a user may ask about: an evidence item, a citation [n], a document, or the n-th sentence of the report. */
export interface WhyTarget {
  readonly kind: 'evidence' | 'citation' | 'document' | 'sentence'
  /** "D3.e1", "[2]", "D3", "#4". */
  readonly id: string
}

export interface WhyFound {
  readonly found: true
  readonly target: WhyTarget
  readonly runId: string
  readonly question: string
  /** Sentences of the report that rest on the target, or the one asked about. */
  readonly sentences: readonly WhySentence[]
  readonly documents: readonly WhyDocument[]
  /** Who wrote the sentences of an answer; absent in a run of research. */
  readonly written?: WhyWritten
  /** The model calls behind the events named here; a call for a whole batch counts in full. */
  readonly cost: WhyCost
}

export interface WhyUnknown {
  readonly found: false
  /** As the user wrote it. */
  readonly asked: string
  /** Targets that exist and may have been meant. */
  readonly near: readonly string[]
}

/** An event of the log, by position and id. */
export interface EventRef {
  readonly type: EventType
  readonly pos: number
  readonly id: string
}

export interface WhySentence {
  /** From 1, in the order of the report. */
  readonly number: number
  readonly text: string
  /** Numbers of its citations. */
  readonly citations: readonly number[]
  readonly evidence: readonly string[]
  readonly verdict: string | null
}

export interface WhyDocument {
  readonly documentId: string
  readonly title: string
  readonly citation: number | null
  readonly editorial: EditorialState
  readonly outcome: Omit<DocumentOutcome, 'citation'>
  readonly evidence: readonly WhyEvidence[]
  readonly readings: readonly WhyReading[]
  readonly fullTexts: readonly WhyFullText[]
  readonly allocations: readonly WhyAllocation[]
  readonly screenings: readonly WhyScreening[]
  readonly merges: readonly WhyMerge[]
  /** What the user decided on it, in log order. */
  readonly overrides: readonly WhyOverride[]
  readonly findings: readonly WhyFinding[]
  /** Where an answer's searches showed it, in their order; absent in a run of research. */
  readonly shown?: readonly WhyShown[]
}

/** The writing of an answer. */
export interface WhyWritten {
  /** The model as routed, or "words". */
  readonly writer: string
  readonly mode: AnswerMode
  readonly event: EventRef
}

/** A passage of a document that a search of an answer put before summarizer and agent. */
export interface WhyShown {
  /** 1 is the initial search. */
  readonly search: number
  readonly query: string
  /** The turn whose reasoning asked for the search; null for the initial one. */
  readonly turn: { readonly turn: number; readonly reasoning: string; readonly agent: string; readonly event: EventRef } | null
  /** From 1, among the passages that were shown. */
  readonly rank: number
  readonly of: number
  /** null where it was kept without being ranked. */
  readonly score: number | null
  readonly reranker: string
  /** "source:recordId" of the record whose text was shown. */
  readonly record: string
  readonly characters: number
  readonly cut: boolean
  readonly textHash: string
  /** The passage as it was shown; null where its text is not at hand. */
  readonly text: string | null
  /** Sentences of the search's summary that cite the document. */
  readonly summary: readonly string[]
  readonly summarizer: string
  readonly event: EventRef
}

export interface WhyEvidence
  extends Pick<EvidenceItem, 'evidenceId' | 'claim' | 'quote' | 'quoteCheck' | 'location' | 'support' | 'strength'> {
  readonly capped: readonly string[]
  readonly subquestion: WhySubquestion
  readonly event: EventRef | null
}

/** Where the full text of a document came from, or the places that were tried in vain. */
export interface WhyFullText {
  readonly outcome: 'fetched' | 'none' | 'failed'
  readonly copy: { readonly record: string; readonly url: string | null; readonly format: string; readonly hash: string } | null
  readonly tries: readonly { readonly url: string; readonly reason: string }[]
  readonly event: EventRef
}

export interface WhyReading {
  /** "source:recordId" of the record whose text was read. */
  readonly record: string
  readonly depth: ReadDepth
  /** The model as routed, or "words". */
  readonly reader: string
  readonly textHash: string
  readonly items: number
  readonly event: EventRef
}

export interface WhyAllocation {
  readonly subquestionIds: readonly string[]
  readonly score: number
  readonly lambda: number
  readonly parts: ScoreParts
  readonly event: EventRef
}

export interface WhyScreening {
  readonly scores: { readonly [subquestionId: string]: number }
  readonly note: string
  readonly reason: string | null
  readonly criterion: string | null
  readonly screener: string
  /** Null: the first screening. */
  readonly pass: ScreeningPass | null
  readonly event: EventRef
}

export interface WhyOverride {
  readonly action: 'include' | 'exclude' | 'split'
  /** Keys of the records that a split took out. */
  readonly records: readonly string[]
  readonly reason: string
  readonly event: EventRef
}

export interface WhyMerge {
  readonly a: string
  readonly b: string
  readonly tier: string
  readonly signals: readonly string[]
  readonly event: EventRef | null
}

/** One operation that found one record of the document. */
export interface WhyFinding {
  readonly record: string
  readonly operationId: string
  readonly source: string
  /** The query, or in words whose references were followed. */
  readonly query: string
  /** From 1, among what the operation returned. */
  readonly rank: number
  /** The seed of snowballing. */
  readonly from: string | null
  readonly intent: WhyIntent | null
  readonly event: EventRef | null
}

export interface WhyIntent {
  readonly intentId: string
  readonly text: string
  readonly subquestion: WhySubquestion
  readonly event: EventRef | null
}

export interface WhySubquestion {
  readonly subquestionId: string
  readonly text: string
  /** Who proposed it. */
  readonly origin: string
  readonly event: EventRef | null
}

export interface WhyCost {
  readonly calls: number
  readonly models: readonly string[]
  readonly inputTokens: number
  readonly outputTokens: number
  /** null when there were calls and no price is known. */
  readonly usd: number | null
  readonly unpriced: number
}
