import type { ScoreParts } from '@winnow/contracts/events/conductor.ts'
import { jaccard } from '@winnow/text/jaccard.ts'
import type { DocumentState } from './state.ts'

/** What a document's score depends on besides the document (spec §6). */
export interface RankingContext {
  /** The run's date, YYYY-MM-DD. */
  readonly asOf: string
  /** Only abstracts are read in this run. */
  readonly abstractOnly: boolean
  /** Ids of the active subquestions. */
  readonly activeSubquestions: readonly string[]
  /** Title tokens of every document read or already allocated. */
  readonly readTitleTokens: readonly (readonly string[])[]
}

export interface Ranking {
  readonly score: number
  readonly lambda: number
  readonly parts: ScoreParts
}

/** Weights of the score's parts (spec §6). */
export const rankingWeights: { readonly [P in keyof ScoreParts]: number } = { R: 1, C: 0.15, T: 0.2, Q: 0.1, M: 0.1, P: 0.1, N: 0.15 }

/** λ of a document without an abstract in a run that reads abstracts only; otherwise λ is 1 (spec §6). */
export const lambdaWithoutAbstract = 0.6

/** C and T of a document whose citation count or year is not known (spec §6). */
const unknown = 0.3
/** Citations a year that give C = 1 (spec §6: ln 61). */
const citationsPerYearForFull = 60
/** Years over which T falls from 1 to 0 (spec §6). */
const freshYears = 1
const staleYears = 15

/**
 * A document's score, its λ and its seven parts, each in [0,1]; nothing is rounded (spec §6).
 * score = λ · (w_r·R + w_c·C + w_t·T + w_s·Q + w_m·M + w_p·P + w_n·N)
 */
export function rankDocument(document: DocumentState, context: RankingContext): Ranking {
  return withNovelty(rankWithoutNovelty(document, context), noveltyOf(document.features.titleTokens, context.readTitleTokens))
}

/** The score before N is known: all other parts, and their weighted sum. */
export interface RankingBase {
  readonly lambda: number
  readonly sum: number
  readonly parts: Omit<ScoreParts, 'N'>
}

/** Everything of a document's score that does not change while reads are allocated. */
export function rankWithoutNovelty(document: DocumentState, context: Omit<RankingContext, 'readTitleTokens'>): RankingBase {
  const { features } = document
  const asOfYear = yearOf(context.asOf)
  const parts = {
    R: relevanceOf(document, context.activeSubquestions),
    C: citationsOf(features.citations, features.year, asOfYear),
    T: timelinessOf(features.year, asOfYear),
    Q: qualityOf(features),
    M: Math.min(1, Math.max(0, features.sources.length - 1) / 2),
    P: features.primary ? 1 : 0,
  }
  const w = rankingWeights
  const sum = w.R * parts.R + w.C * parts.C + w.T * parts.T + w.Q * parts.Q + w.M * parts.M + w.P * parts.P
  return { lambda: context.abstractOnly && !features.hasAbstract ? lambdaWithoutAbstract : 1, sum, parts }
}

/** The whole score, from its base and N in [0,1]. */
export function withNovelty(base: RankingBase, novelty: number): Ranking {
  return { score: base.lambda * (base.sum + rankingWeights.N * novelty), lambda: base.lambda, parts: { ...base.parts, N: novelty } }
}

/** The year of an ISO date. */
export function yearOf(date: string): number {
  const year = Number(date.slice(0, 4))
  if (!Number.isInteger(year)) throw new Error(`not an ISO date: ${date}`)
  return year
}

/**
 * Largest score over the active subquestions, 0 without one. A user's include counts as full relevance (our reading:
 * nobody's judgement of relevance goes above it, and otherwise an included document would rarely be read).
 */
function relevanceOf(document: DocumentState, subquestionIds: readonly string[]): number {
  if (document.override === 'include') return 1
  return Math.max(0, ...subquestionIds.map((subquestionId) => document.scores[subquestionId]?.score ?? 0))
}

/**
 * min(1, ln(1 + citations / age) / ln 61), age = max(1, years to asOf). Without a count, 0.3; without a year the count a
 * year is as little known, so 0.3 too (our reading). Years are calendar years (our reading: records have no more).
 */
function citationsOf(citations: number | null, year: number | null, asOfYear: number): number {
  if (citations === null || year === null) return unknown
  const age = Math.max(1, asOfYear - year)
  return Math.min(1, Math.log(1 + citations / age) / Math.log(1 + citationsPerYearForFull))
}

/** 1 up to one year old (or not yet out), then linearly to 0 at fifteen; without a year, 0.3. */
function timelinessOf(year: number | null, asOfYear: number): number {
  if (year === null) return unknown
  const age = asOfYear - year
  return Math.min(1, Math.max(0, (staleYears - age) / (staleYears - freshYears)))
}

/**
 * Known from web search alone: 0.35, whatever the page says of itself (our reading of the order); DOI and venue: 1; a
 * preprint without DOI: 0.7; any other indexed record: 0.85. An arXiv DOI is no DOI here (`hasDoi`).
 */
function qualityOf(features: DocumentState['features']): number {
  if (features.webOnly) return 0.35
  if (features.hasDoi && features.hasVenue) return 1
  if (features.preprint && !features.hasDoi) return 0.7
  return 0.85
}

/** 1 − the largest Jaccard similarity to a title read or allocated; 1 when there is none. */
function noveltyOf(titleTokens: readonly string[], readTitleTokens: readonly (readonly string[])[]): number {
  return 1 - readTitleTokens.reduce((largest, tokens) => Math.max(largest, jaccard(titleTokens, tokens)), 0)
}
