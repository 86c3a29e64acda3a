import { compareIds } from '@winnow/contracts/ids.ts'
import { activeSubquestions, liveDocuments } from './live-documents.ts'
import { firstScore, isDisputed } from './pair-score.ts'
import type { DocumentState, PairScore, RunState } from './state.ts'

/** A batch of the screener: every document is to be scored for every one of the subquestions. */
export interface ScreeningBatch {
  readonly documentIds: readonly string[]
  readonly subquestionIds: readonly string[]
}

/** A document that is to be screened, and what for, in the order of the subquestions' numbers. */
export interface DuePairs {
  readonly documentId: string
  readonly subquestionIds: readonly string[]
}

type Screened = Pick<RunState, 'documents' | 'aliases' | 'subquestions' | 'request'>

/**
 * The live documents that lack a score for an active subquestion, each with the subquestions it lacks, in the order of
 * screening. A document that the user excluded is not screened; notices and retracted documents are (our reading: their
 * exclusion should be seen in the screening, and a later correction may lift it).
 */
export function unscoredPairs(state: Screened): readonly DuePairs[] {
  return duePairs(state, toBeScreened(state), (pair) => firstScore(pair) === null)
}

/** The same for the second screener: pairs without its own judgement, whatever the first says. */
export function pairsForSecond(state: Screened): readonly DuePairs[] {
  return duePairs(state, toBeScreened(state), (pair) => pair?.second === undefined)
}

/** Pairs on whose relevance two screeners disagree and that nobody has decided yet. */
export function disputedPairs(state: Screened): readonly DuePairs[] {
  return duePairs(state, inScreeningOrder(state), isDisputed)
}

/** Of the given documents, in their order, the pairs with a score that were not screened again. */
export function pairsToRescreen(state: Screened, documents: readonly DocumentState[]): readonly DuePairs[] {
  return duePairs(state, documents, (pair) => pair !== undefined && pair.rescreened === undefined)
}

/**
 * Documents in the order in which they are screened: what the ranking by question and criteria puts first (spec §7 has the
 * same rule for reading: a budget that runs out loses the least valuable), then the lower number. Without a place in the
 * ranking, which old logs do not tell, a document comes last.
 */
export function inScreeningOrder(state: Pick<RunState, 'documents' | 'aliases'>): readonly DocumentState[] {
  const place = ({ features }: DocumentState) => features.screeningScore ?? -1
  return [...liveDocuments(state)].sort((a, b) => place(b) - place(a))
}

/**
 * The documents that screening may look at, in its order: all but those that the user excluded, and in a review (spec §14) so
 * many as are paid for: those that it has begun, and then the first of the others.
 */
function toBeScreened(state: Screened): readonly DocumentState[] {
  const order = inScreeningOrder(state).filter(({ override }) => override !== 'exclude')
  const most = state.request?.options.review?.screened
  if (most === undefined) return order
  const fresh = order.filter((document) => !isBegun(document))
  const paid = new Set(fresh.slice(0, Math.max(0, most - (order.length - fresh.length))))
  return order.filter((document) => isBegun(document) || paid.has(document))
}

function isBegun({ scores }: DocumentState): boolean {
  return Object.keys(scores).length > 0
}

/**
 * Pairs as batches of at most `batchSize` documents (10, spec §5) that are to be screened for the same subquestions: no pair
 * is asked for twice. Batches stand in the order of their first documents; within one the documents stand by their numbers, so
 * that a place tells a model nothing of the ranking.
 */
export function screeningBatches(pairs: readonly DuePairs[], batchSize = 10): readonly ScreeningBatch[] {
  const numbered = pairs.map((one, place) => ({ ...one, place }))
  const groups = Map.groupBy(numbered, ({ subquestionIds }) => subquestionIds.join(' '))
  return [...groups.values()]
    .flatMap((group) => {
      const batches: (ScreeningBatch & { readonly place: number })[] = []
      for (let start = 0; start < group.length; start += batchSize) {
        const batch = group.slice(start, start + batchSize)
        const [{ subquestionIds, place } = { subquestionIds: [], place: 0 }] = batch
        batches.push({ documentIds: batch.map(({ documentId }) => documentId).sort(compareIds), subquestionIds, place })
      }
      return batches
    })
    .sort((a, b) => a.place - b.place)
    .map(({ documentIds, subquestionIds }) => ({ documentIds, subquestionIds }))
}

function duePairs(
  state: Screened,
  documents: readonly DocumentState[],
  isDue: (pair: PairScore | undefined) => boolean,
): readonly DuePairs[] {
  const active = activeSubquestions(state)
    .map((subquestion) => subquestion.subquestionId)
    .sort(compareIds)
  return documents
    .filter((document) => document.override !== 'exclude')
    .map(({ documentId, scores }) => ({ documentId, subquestionIds: active.filter((id) => isDue(scores[id])) }))
    .filter(({ subquestionIds }) => subquestionIds.length > 0)
}
