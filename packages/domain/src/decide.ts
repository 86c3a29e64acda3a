import { decideAnswer } from './decide/answering.ts'
import { type Attempt, type Decision, goOn, type StartedRun } from './decide/attempt.ts'
import { applyCritique, complete, requestCheck, requestCritique, requestReport, requestSynthesis } from './decide/concluding.ts'
import { requestFullText } from './decide/full-text.ts'
import { sweepOverdue } from './decide/overdue.ts'
import { plan, requestIntents, requestQueries, startIteration } from './decide/planning.ts'
import { allocateAfterSnowball, allocateQueue } from './decide/reading.ts'
import { requestAdjudication, requestRescreening, requestScreening, requestSecondScreening } from './decide/screening.ts'
import { dedupSearches, dedupSnowball, nextDocument, requestSearches } from './decide/searching.ts'
import { requestSeeds } from './decide/seeds.ts'
import { requestSnowball } from './decide/snowballing.ts'
import { applyActions } from './edits.ts'
import type { ResearchStep, RunState } from './state.ts'

/** What each step does when it is its turn (spec §0). */
const attempts: { readonly [S in ResearchStep]: (state: StartedRun, now: number) => Attempt } = {
  start: () => goOn('planning'),
  planning: plan,
  iteration: startIteration,
  intents: requestIntents,
  queries: requestQueries,
  searches: requestSearches,
  seeds: requestSeeds,
  'dedup-search': dedupSearches,
  'screen-search': (state) => requestScreening(state, 'search'),
  'second-screen-search': (state) => requestSecondScreening(state, 'search'),
  'adjudicate-search': (state) => requestAdjudication(state, 'search'),
  'full-text-queue': (state) => requestFullText(state, 'queue'),
  'read-queue': allocateQueue,
  snowball: requestSnowball,
  'dedup-snowball': dedupSnowball,
  'screen-snowball': (state) => requestScreening(state, 'snowball'),
  'second-screen-snowball': (state) => requestSecondScreening(state, 'snowball'),
  'adjudicate-snowball': (state) => requestAdjudication(state, 'snowball'),
  rescreen: requestRescreening,
  'full-text-snowball': (state) => requestFullText(state, 'snowball'),
  'read-snowball': allocateAfterSnowball,
  synthesis: requestSynthesis,
  critique: requestCritique,
  'critique-applied': applyCritique,
  report: requestReport,
  check: requestCheck,
  completed: complete,
}

/** The step to try after a step's decision has been carried out. */
function after(state: StartedRun): ResearchStep {
  switch (state.step) {
    case 'start':
      return 'planning'
    case 'planning':
      return 'iteration'
    case 'iteration':
      return 'intents'
    case 'intents':
      return 'queries'
    case 'queries':
      return 'searches'
    case 'searches':
      return 'seeds'
    case 'seeds':
      return 'dedup-search'
    case 'dedup-search':
      return 'screen-search'
    case 'screen-search':
      return 'second-screen-search'
    case 'second-screen-search':
      return 'adjudicate-search'
    case 'adjudicate-search':
      return 'full-text-queue'
    case 'full-text-queue':
      return 'read-queue'
    case 'read-queue':
      // Where the phase has reads left that one decision had no room for, there is another.
      return 'read-queue'
    case 'snowball':
      return 'dedup-snowball'
    case 'dedup-snowball':
      return 'screen-snowball'
    case 'screen-snowball':
      return 'second-screen-snowball'
    case 'second-screen-snowball':
      return 'adjudicate-snowball'
    case 'adjudicate-snowball':
      return 'snowball'
    case 'rescreen':
      return 'full-text-snowball'
    case 'full-text-snowball':
      return 'read-snowball'
    case 'read-snowball':
      return 'read-snowball'
    case 'synthesis':
      return 'critique'
    case 'critique':
      return 'critique-applied'
    case 'critique-applied':
      return state.stop === null ? 'iteration' : 'report'
    case 'report':
      return 'check'
    case 'check':
    case 'completed':
      return 'completed'
    case 'passages':
    case 'turn':
    case 'answer':
      throw new Error(`${state.step} is no step of research`)
  }
}

/**
 * The one place where a run is steered: what its state makes due next, or null while it waits (for outcomes, a resume) or
 * has ended, and for a fork whose copies have not all come. A stage ends when each of its work items has an outcome. `now` is epoch milliseconds; only deadlines and the
 * time budget look at it.
 */
export function decide(state: RunState, now: number): Decision | null {
  if (!isStarted(state) || state.completed !== null || state.fork?.copying === true) return null
  if (state.cancelRequested !== null) {
    return { type: 'RunCompleted', data: { status: 'cancelled', stopReason: `cancelled: ${state.cancelRequested}`, rule: null } }
  }
  if (state.status === 'paused') return null
  const overdue = sweepOverdue(state, now)
  if (overdue !== null) return overdue
  if (Object.values(state.work).some((work) => work.status === 'open')) return null
  return userChange(state) ?? advance(state, now)
}

function isStarted(state: RunState): state is StartedRun {
  return state.request !== null
}

/** Edits and splits of users wait for the end of a stage, so that no work is under way on what they change. */
function userChange(state: StartedRun): Decision | null {
  const [edit] = state.pendingEdits
  if (edit !== undefined && Object.keys(state.subquestions).length > 0) {
    const { applied, rejected } = applyActions(state, edit.edits, { origin: 'user', stop: null })
    return { type: 'PlanEditsApplied', data: { commandId: edit.commandId, applied: [...applied], rejected: [...rejected] } }
  }
  const [split] = state.pendingSplits
  if (split === undefined) return null
  return {
    type: 'DedupRequested',
    data: {
      workId: `dedup:split:${split.commandId}`,
      phase: 'search',
      iteration: state.iteration,
      operations: [],
      firstDocument: nextDocument(state),
      split: { commandId: split.commandId, documentId: split.documentId, records: [...split.records] },
    },
  }
}

function advance(state: StartedRun, now: number): Decision {
  const { answer } = state.request.options
  if (answer !== undefined) return decideAnswer(state, answer)
  const tried: ResearchStep[] = []
  for (let step = after(state); tried.length <= Object.keys(attempts).length; ) {
    tried.push(step)
    const attempt = attempts[step](state, now)
    if ('decision' in attempt) return attempt.decision
    step = attempt.goOn
  }
  throw new Error(`no step is due after ${state.step}: ${tried.join(' → ')}`)
}
