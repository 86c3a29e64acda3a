import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { iterationReads } from '../allocation.ts'
import { iterationsLeft, readsLeft, searchesLeft } from '../budget.ts'
import { activeSubquestions } from '../live-documents.ts'
import { relevantPairs } from '../relevance.ts'
import type { IntentState, RunState } from '../state.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { payFor, usesModel } from './model-work.ts'

/** Asks for a plan, unless the user has given one (spec §0 (1)). */
export function plan(state: StartedRun): Attempt {
  if (Object.keys(state.subquestions).length > 0) return goOn('iteration')
  const { items, reserve } = payFor(state, 'planner', [{ workId: 'plan', maxSubquestions: state.request.options.maxSubquestions }])
  const [item] = items
  if (item === undefined) throw new Error('planning is one item')
  return { decision: { type: 'PlanningRequested', data: { ...item, reserve } } }
}

/** Starts the next iteration with its share of the reads (spec §7); a run that was to plan alone ends here. */
export function startIteration(state: StartedRun): Attempt {
  if (Object.keys(state.subquestions).length === 0) return fail('planning gave no subquestion')
  if (state.request.options.planOnly) {
    return {
      decision: { type: 'RunCompleted', data: { status: 'completed', stopReason: 'the plan was asked for and nothing else', rule: null } },
    }
  }
  // Without a critic this iteration is the only one (spec §0), so it may spend all the reads.
  const iterations = usesModel(state, 'critic') ? iterationsLeft(state) : 1
  const reads = iterationReads(readsLeft(state), iterations, state.request.options.limits.maxSnowballRounds > 0)
  return {
    decision: {
      type: 'IterationStarted',
      data: {
        iteration: state.iteration + 1,
        reads: reads.total,
        keptForSnowball: reads.keptForSnowball,
        documents: Object.keys(state.documents).length,
        relevantPairs: relevantPairs(state).length,
      },
    },
  }
}

/** Spec §0 (2): intents for active subquestions without an open one, and those that the last critique planned. */
export function requestIntents(state: StartedRun): Attempt {
  const wanted = activeSubquestions(state).flatMap((subquestion) => {
    const planned = state.plannedIntents
      .filter((intent) => intent.subquestionId === subquestion.subquestionId)
      .map(({ text, rewordOf }) => ({ text, ...(rewordOf === null ? {} : { rewordOf }) }))
    if (planned.length === 0 && intentsOf(state, subquestion.subquestionId).some((intent) => intent.status === 'open')) return []
    const firstIntent = 1 + Math.max(0, ...intentsOf(state, subquestion.subquestionId).map((intent) => numberOf(intent.intentId)))
    return [
      { workId: `intents:${state.iteration}:${subquestion.subquestionId}`, subquestionId: subquestion.subquestionId, firstIntent, planned },
    ]
  })
  if (wanted.length === 0) return goOn('queries')
  const unplanned = payFor(
    state,
    'intent',
    wanted.filter((item) => item.planned.length === 0),
  )
  const items = wanted.map((item) => unplanned.items.find((paid) => paid.workId === item.workId) ?? item)
  return { decision: { type: 'IntentsRequested', data: { iteration: state.iteration, items, reserve: unplanned.reserve } } }
}

/**
 * Queries for open intents that have none yet, in priority order while the search budget lasts (spec §0): for as many as
 * searches are left, as each needs at least one. The others stay open, for a later iteration.
 */
export function requestQueries(state: StartedRun): Attempt {
  const unqueried = activeSubquestions(state).flatMap((subquestion) =>
    intentsOf(state, subquestion.subquestionId)
      .filter((intent) => intent.status === 'open' && !intent.queried)
      .map((intent) => ({
        workId: queriesWorkId(intent.intentId),
        intentId: intent.intentId,
        subquestionId: subquestion.subquestionId,
        sources: [...state.request.options.sources],
      })),
  )
  const wanted = unqueried.slice(0, searchesLeft(state))
  if (wanted.length === 0) return goOn('searches')
  const { items, reserve } = payFor(state, 'query', wanted)
  return { decision: { type: 'QueriesRequested', data: { iteration: state.iteration, items, reserve } } }
}

/** The work item that writes the queries of an intent; an intent is queried once, so it is unique in the run. */
export function queriesWorkId(intentId: string): string {
  return `queries:${intentId}`
}

/** The intents of a subquestion by their numbers. */
export function intentsOf(state: RunState, subquestionId: string): IntentState[] {
  return Object.values(state.intents)
    .filter((intent) => intent.subquestionId === subquestionId)
    .sort((a, b) => compareIds(a.intentId, b.intentId))
}

/** Ends the run as failed: an invariant of the loop could not be met. */
export function fail(stopReason: string): Attempt {
  return { decision: { type: 'RunCompleted', data: { status: 'failed', stopReason, rule: null } } }
}
