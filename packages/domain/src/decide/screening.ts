import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import { exclusionSample } from '../exclusion-sample.ts'
import { type DuePairs, disputedPairs, pairsForSecond, pairsToRescreen, screeningBatches, unscoredPairs } from '../screening-queue.ts'
import { screeningRole } from '../screening-roles.ts'
import type { ResearchStep } from '../state.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { payFor } from './model-work.ts'

type Phase = 'search' | 'snowball'

/** Screening of every pair of document and active subquestion without a score, in batches, the best ranked first (spec §5). */
export function requestScreening(state: StartedRun, phase: Phase): Attempt {
  return request(state, phase, undefined, unscoredPairs(state), `second-screen-${phase}`)
}

/**
 * The second screener's judgement of every pair, where two are asked for. What the budget does not pay for is left to the
 * first screener alone: a rule in its place would be no second opinion.
 */
export function requestSecondScreening(state: StartedRun, phase: Phase): Attempt {
  const next: ResearchStep = `adjudicate-${phase}`
  return state.request.options.screeners === 2 ? request(state, phase, 'second', pairsForSecond(state), next) : goOn(next)
}

/** A decision on every pair of whose relevance two screeners disagree (docs/decisions/022). */
export function requestAdjudication(state: StartedRun, phase: Phase): Attempt {
  return request(state, phase, 'adjudication', disputedPairs(state), phase === 'search' ? 'full-text-queue' : 'snowball')
}

/**
 * Screening again of a random sample of the exclusions, once an iteration when all of its documents are screened; what was
 * screened again before is not asked for again. What the budget does not pay for makes the sample smaller.
 */
export function requestRescreening(state: StartedRun): Attempt {
  const sample = exclusionSample(state, state.request.options.rescreen ?? 0)
  return request(state, 'snowball', 'sample', pairsToRescreen(state, sample), 'full-text-snowball')
}

/** Work ids of a pass begin with its own word. */
const words: { readonly [P in ScreeningPass | 'first']: string } = {
  first: 'screen',
  second: 'screen2',
  adjudication: 'adjudicate',
  sample: 'rescreen',
}

function request(state: StartedRun, phase: Phase, pass: ScreeningPass | undefined, due: readonly DuePairs[], next: ResearchStep): Attempt {
  const round = phase === 'search' ? 0 : state.snowballRounds.filter((r) => r.iteration === state.iteration).length
  const batches = screeningBatches(due).map((batch, index) => ({
    workId: `${words[pass ?? 'first']}:${state.iteration}:${phase}:${round}:${index + 1}`,
    documentIds: [...batch.documentIds],
    subquestionIds: [...batch.subquestionIds],
  }))
  const { items: all, reserve } = payFor(state, screeningRole(state.request.options.models, pass), batches)
  const items = pass === 'second' || pass === 'sample' ? all.filter(({ fallback }) => fallback === undefined) : all
  if (items.length === 0) return goOn(next)
  const data = { iteration: state.iteration, phase, round, ...(pass === undefined ? {} : { pass }), items, reserve }
  return { decision: { type: 'ScreeningRequested', data } }
}
