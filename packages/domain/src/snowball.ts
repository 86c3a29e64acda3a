import { readsLeft } from './budget.ts'
import { activeSubquestions, isAdmissible, liveDocuments } from './live-documents.ts'
import { foundRecords } from './operation-records.ts'
import { rankDocument } from './ranking.ts'
import type { OperationState } from './search-state.ts'
import { seedKey } from './seed-key.ts'
import { type RunState, resolveDocument, type SnowballRound } from './state.ts'

/** Two consecutive rounds below this yield end an iteration's snowballing (spec §8). */
export const lowYield = 0.1

export interface SnowballSeed {
  readonly documentId: string
  readonly direction: 'backward' | 'forward'
}

/** Stands for a missing year: it comes after all others. */
const yearless = Number.MIN_SAFE_INTEGER

const directions = ['backward', 'forward'] as const

/**
 * The seeds of the next round (spec §8): works that the user named to start from, what the critic asked for, in its order,
 * then the `max` best read documents that were not yet followed, in both directions (or the one still missing), best score
 * first. What user and critic asked for does not count towards `max` (our reading). A document that is excluded, retracted or a notice is no seed. N is left out of the
 * comparison: a read document is always known by its own title.
 */
export function snowballSeeds(state: RunState, options: { readonly max: number } = { max: 5 }): readonly SnowballSeed[] {
  if (state.request === null) throw new Error('seeds are chosen before the run was requested')
  const context = {
    asOf: state.request.asOf,
    abstractOnly: !state.request.options.fullText,
    activeSubquestions: activeSubquestions(state).map((subquestion) => subquestion.subquestionId),
    readTitleTokens: [],
  }
  const used = new Set(Object.keys(state.seeded).map((key) => resolveSeedKey(state, key)))
  const take = (seed: SnowballSeed): readonly SnowballSeed[] => {
    const key = seedKey(seed.documentId, seed.direction)
    if (used.has(key)) return []
    used.add(key)
    return [seed]
  }
  const admissible = liveDocuments(state).filter(isAdmissible)
  const admissibleIds = new Set(admissible.map((document) => document.documentId))
  const named = admissible
    .filter(({ foundBy }) => foundBy.some((operationId) => state.operations[operationId]?.kind === 'seed'))
    .flatMap(({ documentId }) => directions.flatMap((direction) => take({ documentId, direction })))
  const requested = state.snowballRequests
    .map(({ documentId, direction }) => ({ documentId: resolveDocument(state, documentId), direction }))
    .filter(({ documentId }) => admissibleIds.has(documentId))
    .flatMap(take)
  const best = admissible
    .filter((document) => Object.values(document.readFor).includes('read'))
    .filter(({ documentId }) => directions.some((direction) => !used.has(seedKey(documentId, direction))))
    .map((document) => ({ documentId: document.documentId, score: rankDocument(document, context).score }))
    // The sort is stable and the documents come in the order of their numbers: the lower number goes first among equals.
    .sort((a, b) => b.score - a.score)
    .slice(0, options.max)
    .flatMap(({ documentId }) => directions.flatMap((direction) => take({ documentId, direction })))
  return [...named, ...requested, ...best]
}

/**
 * Which records of a round's operations go on to deduplication, per operation in the given order and by record id (without
 * the source). All that the state knows (they add only provenance), and of the others at most `max` (100): those that most
 * distinct seeds point to, then the latest, those without a year last, then by key (spec §8).
 */
export function cutNewRecords(
  state: Pick<RunState, 'records' | 'aliases'>,
  operations: readonly OperationState[],
  max = 100,
): readonly { readonly operationId: string; readonly recordIds: readonly string[] }[] {
  const unknown = new Map<string, { readonly key: string; year: number; readonly seeds: Set<string> }>()
  for (const operation of operations) {
    for (const { key, year } of foundRecords(operation)) {
      if (state.records[key] !== undefined) continue
      const entry = unknown.get(key) ?? { key, year: yearless, seeds: new Set<string>() }
      entry.year = Math.max(entry.year, year ?? yearless)
      if (operation.seed !== null) entry.seeds.add(resolveDocument(state, operation.seed))
      unknown.set(key, entry)
    }
  }
  const kept = new Set(
    [...unknown.values()]
      .sort((a, b) => b.seeds.size - a.seeds.size || b.year - a.year || (a.key < b.key ? -1 : 1))
      .slice(0, max)
      .map(({ key }) => key),
  )
  return operations.map((operation) => ({
    operationId: operation.operationId,
    recordIds: foundRecords(operation)
      .filter(({ key }) => state.records[key] !== undefined || kept.has(key))
      .map(({ key }) => key.slice(key.indexOf(':') + 1)),
  }))
}

/** ρ of a round: new canonical documents per reference returned, 0 when none was returned (spec §8). */
export function rho(round: Pick<SnowballRound, 'returned' | 'newDocuments'>): number {
  return round.returned === 0 ? 0 : round.newDocuments / round.returned
}

/**
 * Whether another round may begin in this iteration (spec §8): rounds are left, the last two did not both bring less than
 * a tenth, and there is a read left, in the iteration and in the run's budget, for what a round would find.
 */
export function snowballGoesOn(state: RunState): boolean {
  if (state.request === null) throw new Error('snowballing is considered before the run was requested')
  const { maxSnowballRounds } = state.request.options.limits
  const rounds = state.snowballRounds.filter((round) => round.iteration === state.iteration).sort((a, b) => a.round - b.round)
  if (rounds.length >= maxSnowballRounds) return false
  const lastTwo = rounds.slice(-2)
  if (lastTwo.length === 2 && lastTwo.every((round) => rho(round) < lowYield)) return false
  return state.iterationReads.allocated < state.iterationReads.total && readsLeft(state) > 0
}

function resolveSeedKey(state: Pick<RunState, 'aliases'>, key: string): string {
  const separator = key.lastIndexOf(':')
  return `${resolveDocument(state, key.slice(0, separator))}${key.slice(separator)}`
}
