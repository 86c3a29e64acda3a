import type { ScoreParts } from '@winnow/contracts/events/conductor.ts'
import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { activeSubquestions, isAdmissible, liveDocuments } from './live-documents.ts'
import { type RankingBase, rankWithoutNovelty, withNovelty } from './ranking.ts'
import { isRelevant } from './relevance.ts'
import type { DocumentState, RunState } from './state.ts'
import { titleNovelty } from './title-novelty.ts'

/** One document to read, for every subquestion it is attached to, with its score when it was chosen. */
export interface Allocation {
  readonly documentId: string
  /** In the order of their numbers. */
  readonly subquestionIds: readonly string[]
  /** The number of the document's next evidence item. */
  readonly firstEvidence: number
  readonly score: number
  readonly lambda: number
  readonly parts: ScoreParts
}

interface Candidate {
  readonly document: DocumentState
  readonly base: RankingBase
  /** Active subquestions it is relevant to and was never allocated for. */
  readonly wanted: readonly string[]
}

export interface AllocationOptions {
  /** Limits the choice to some documents. */
  readonly among?: ReadonlySet<string>
  /** What the same decision has allocated already: it counts for N and is not chosen again. */
  readonly after?: readonly Allocation[]
}

/**
 * Chooses at most `count` documents to read (spec §7): round-robin over the active subquestions in priority order, each
 * taking its best relevant document not yet read or allocated for it; every other active subquestion to which the document
 * is relevant, and for which it was not read, is attached. N counts what was read or allocated before, also in this call.
 * Sorted by score, best first, then by document number.
 * A reading that failed is not tried again (our reading: it was tried several times already).
 */
export function allocateReads(state: RunState, count: number, options: AllocationOptions = {}): readonly Allocation[] {
  if (state.request === null) throw new Error('reads are allocated before the run was requested')
  const order = activeSubquestions(state).map((subquestion) => subquestion.subquestionId)
  const context = { asOf: state.request.asOf, abstractOnly: !state.request.options.fullText, activeSubquestions: order }
  const earlier = new Set(options.after?.map((allocation) => allocation.documentId))
  const live = liveDocuments(state)
  const candidates = live
    .filter(({ documentId }) => !earlier.has(documentId) && (options.among?.has(documentId) ?? true))
    .filter(isAdmissible)
    .map((document) => ({ document, wanted: wantedFor(state, document, order) }))
    .filter(({ wanted }) => wanted.length > 0)
    .map(({ document, wanted }): Candidate => ({ document, wanted, base: rankWithoutNovelty(document, context) }))
  const novelty = titleNovelty(
    candidates.map(({ document }) => ({ documentId: document.documentId, titleTokens: document.features.titleTokens })),
  )
  for (const document of live) {
    if (isReadOrAllocated(document) || earlier.has(document.documentId)) novelty.note(document.features.titleTokens)
  }
  const waiting = new Map(
    order.map((subquestionId) => [subquestionId, new Set(candidates.filter(({ wanted }) => wanted.includes(subquestionId)))]),
  )
  const chosen: Allocation[] = []
  const turns = [...order]
  while (chosen.length < count) {
    const subquestionId = turns.shift()
    if (subquestionId === undefined) break
    const best = bestOf(waiting.get(subquestionId) ?? [], (documentId) => novelty.of(documentId))
    if (best === null) continue
    turns.push(subquestionId)
    chosen.push(allocate(best, novelty.of(best.document.documentId)))
    novelty.note(best.document.features.titleTokens)
    for (const attached of best.wanted) waiting.get(attached)?.delete(best)
  }
  return chosen.sort(compareAllocations)
}

/** The order of a reading queue (spec §7): best score first, then the lower document number. */
export function compareAllocations(a: Pick<Allocation, 'score' | 'documentId'>, b: Pick<Allocation, 'score' | 'documentId'>): number {
  return b.score - a.score || numberOf(a.documentId) - numberOf(b.documentId)
}

/**
 * How many reads an iteration may spend, and how many of them wait for documents found by snowballing (spec §7): the reads
 * left, spread over the iterations left and rounded up; of them a third, rounded down but at least 1. Nothing is kept when
 * snowballing is off or there is nothing to spend.
 */
export function iterationReads(
  readsLeft: number,
  iterationsLeft: number,
  snowballOn: boolean,
): { readonly total: number; readonly keptForSnowball: number } {
  const total = iterationsLeft <= 0 ? 0 : Math.ceil(Math.max(0, readsLeft) / iterationsLeft)
  return { total, keptForSnowball: snowballOn && total > 0 ? Math.max(1, Math.floor(total / 3)) : 0 }
}

/** Whether a document was read, or is being read, for any subquestion. */
export function isReadOrAllocated(document: Pick<DocumentState, 'readFor'>): boolean {
  return Object.values(document.readFor).some((outcome) => outcome !== 'failed')
}

function wantedFor(state: RunState, document: DocumentState, order: readonly string[]): readonly string[] {
  return order.filter((subquestionId) => document.readFor[subquestionId] === undefined && isRelevant(state, document, subquestionId))
}

/** The candidate with the best score, the first (so the lowest number) among equals; null when there is none. */
function bestOf(candidates: Iterable<Candidate>, noveltyOf: (documentId: string) => number): Candidate | null {
  let best: Candidate | null = null
  let bestScore = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const { score } = withNovelty(candidate.base, noveltyOf(candidate.document.documentId))
    if (score > bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

function allocate({ document, base, wanted }: Candidate, novelty: number): Allocation {
  return {
    documentId: document.documentId,
    subquestionIds: [...wanted].sort(compareIds),
    firstEvidence: document.nextEvidence,
    ...withNovelty(base, novelty),
  }
}
