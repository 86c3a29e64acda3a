import type { StopRule } from '@winnow/contracts/events/conductor.ts'
import { heldBack, iterationsLeft, leftForResearch, readsLeft, searchesLeft } from './budget.ts'
import { applyActions, isActionable } from './edits.ts'
import { relevantPairs } from './relevance.ts'
import { sameWords } from './same-words.ts'
import type { RunState } from './state.ts'

export type BudgetKind = 'iterations' | 'reads' | 'searches' | 'tokens' | 'cost' | 'time'

/**
 * The rule that ends the research after a critique (spec §11), tried in order, with a reason for people; null (rule 5) to
 * go on. Call it when the critique of `state.iteration` is there and before it is applied. `now` is epoch milliseconds.
 */
export function stopAfterCritique(state: RunState, now: number): StopRule | null {
  const proposal = state.critique?.proposal ?? null
  if (proposal === null) {
    const none = state.request?.options.models.critic === 'none'
    return {
      rule: 1,
      reason: none ? 'no critic is set: one iteration, then the report' : 'the critic gave no usable critique: stopped defensively',
    }
  }
  if (proposal.sufficient)
    return { rule: 2, reason: `the critic found the evidence sufficient after ${plural(state.iteration, 'iteration')}` }
  const budget = budgetUsedUp(state, now)
  if (budget !== null) return { rule: 3, reason: budget.reason }
  const { applied, gaps } = applyActions(state, proposal.actions, { origin: 'critic', stop: null })
  if (!applied.some(isActionable))
    return {
      rule: 4,
      reason: `the critique asks for no further search, document or subquestion${failedSearches(state, [state.iteration])}`,
    }
  if (withoutProgress(state, gaps)) {
    const iterations = [state.iteration - 1, state.iteration]
    return {
      rule: 4,
      reason: `two iterations in a row brought no new document, no relevant one and no changed gap${failedSearches(state, iterations)}`,
    }
  }
  return null
}

/**
 * The first budget that no further iteration can be paid from (rule 3), in the spec's order, with the numbers; null when
 * all have something left. Of tokens and cost what is held back for the report is kept. Time counts from the request or the
 * latest resume.
 */
export function budgetUsedUp(state: RunState, now: number): { readonly which: BudgetKind; readonly reason: string } | null {
  if (state.request === null) throw new Error('the budget of a run that was not requested')
  const { limits } = state.request.options
  const { spent } = state
  const left = leftForResearch(state)
  const kept = heldBack(state)
  if (iterationsLeft(state) === 0) return used('iterations', counted(state.iteration, limits.maxIterations, 'iterations', 'done'))
  if (readsLeft(state) === 0) return used('reads', counted(spent.reads, limits.maxReads, 'documents', 'read'))
  if (searchesLeft(state) === 0) return used('searches', counted(spent.searches, limits.maxSearches, 'searches', 'made'))
  if (left.tokens <= 0)
    return used('tokens', `${spent.tokens} of ${limits.maxTokens} tokens spent, ${kept.tokens} held back for the report`)
  if (left.costUsd <= 0) {
    return used(
      'cost',
      `${spent.costUsd.toFixed(2)} of ${limits.maxCostUsd?.toFixed(2)} USD spent, ${kept.costUsd.toFixed(2)} held back for the report`,
    )
  }
  const since = state.clock.resumedAt ?? state.clock.startedAt
  const minutes = since === null ? 0 : (now - Date.parse(since)) / 60_000
  if (limits.maxMinutes !== null && minutes >= limits.maxMinutes)
    return used('time', `${Math.floor(minutes)} of ${limits.maxMinutes} minutes passed`)
  return null
}

function used(which: BudgetKind, numbers: string): { readonly which: BudgetKind; readonly reason: string } {
  return { which, reason: `budget of ${which} used up: ${numbers}` }
}

/** How much of a limit is used; "10 of 0" would be no words for one that was lowered on resume. */
function counted(spent: number, limit: number, things: string, done: string): string {
  return spent > limit ? `${spent} ${done}, the limit is ${limit}` : `${spent} of ${limit} ${things} ${done}`
}

/**
 * Whether this iteration and the one before brought neither a document nor a relevant pair, and the critic's gaps stayed the
 * same in words (PBR-031). The gaps of a first critique are no change.
 */
function withoutProgress(state: RunState, gaps: readonly string[]): boolean {
  const last = state.iteration
  const before = state.progress.find(({ iteration }) => iteration === last - 1)
  const between = state.progress.find(({ iteration }) => iteration === last)
  if (before === undefined || between === undefined) return false
  const after = { documents: Object.keys(state.documents).length, relevantPairs: relevantPairs(state).length }
  if (grew(before, between) || grew(between, after)) return false
  const earlier = [last - 2, last - 1].flatMap((iteration) => state.critiques.filter((critique) => critique.iteration === iteration))
  return [...earlier.map((critique) => critique.gaps), gaps].every(
    (list, index, all) => index === 0 || sameGaps(all[index - 1] ?? [], list),
  )
}

type Found = Pick<RunState['progress'][number], 'documents' | 'relevantPairs'>

function grew(start: Found, end: Found): boolean {
  return end.documents > start.documents || end.relevantPairs > start.relevantPairs
}

function sameGaps(before: readonly string[], after: readonly string[]): boolean {
  const within = (some: readonly string[], others: readonly string[]): boolean =>
    some.every((gap) => others.some((other) => sameWords(gap, other)))
  return within(before, after) && within(after, before)
}

/** A source that failed is not "nothing found" (PBR-031 B): said when every search of these iterations failed; '' otherwise. */
function failedSearches(state: RunState, iterations: readonly number[]): string {
  const searches = Object.values(state.operations).filter(({ kind, iteration }) => kind === 'search' && iterations.includes(iteration))
  const failed = searches.filter(({ outcome }) => outcome === 'failed' || outcome === 'throttled' || outcome === 'skipped')
  if (searches.length === 0 || failed.length < searches.length) return ''
  const sources = [...new Set(failed.map(({ source }) => source))].sort().join(', ')
  const all = failed.length === 1 ? 'the only search' : `all ${failed.length} searches`
  return `; ${all} failed (${sources}), so more may be there`
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
