import type { AnswerCitation, AnswerMode, SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { answerProse } from './answer-text.ts'
import { type CostSum, costs } from './costs.ts'
import { type DegradedStep, degradedSteps } from './degraded-steps.ts'
import type { RunMaterial } from './run-material.ts'

/** What a run of kind `answer` did and said, as numbers. */
export interface AnswerFigures {
  /** null: no answer is written. */
  readonly mode: AnswerMode | null
  /** Searches beside the initial one. */
  readonly searches: number
  /** Turns that the agent took, the refused ones among them. */
  readonly turns: number
  /** Searches that the agent asked for and that were not made. */
  readonly refusedSearches: number
  /** Marks that named no document that was shown. */
  readonly removedMarks: number
  /** Cited sentences by what the check by words found; only what there is. */
  readonly support: { readonly [S in SentenceSupport]?: number }
}

/** An answer as JSON: what `winnow answer --json` prints and `export --format json` writes. */
export interface AnswerJson extends AnswerFigures {
  readonly runId: string
  readonly question: string | null
  /** Prose with marks [n]; null: no answer is written. */
  readonly answer: string | null
  readonly citations: readonly AnswerCitation[]
  readonly status: RunState['status']
  readonly stopReason: string | null
  readonly degraded: readonly DegradedStep[]
  readonly cost: CostSum & Omit<ReturnType<typeof costs>, 'total'>
}

/** The answer of a run as JSON, or as far as the run has come. */
export function answerJson(material: RunMaterial): AnswerJson {
  const { state, answer } = material
  const { total, ...parts } = costs(state)
  return {
    runId: material.runId,
    question: state.request?.question ?? null,
    answer: answer === undefined ? null : answerProse(answer),
    citations: answer?.citations ?? [],
    ...answerFigures(material),
    status: state.status,
    stopReason: stopReason(state).reason,
    degraded: degradedSteps(state),
    cost: { ...total, ...parts },
  }
}

/** The numbers of a run of kind `answer`. */
export function answerFigures({ state, corpus }: Pick<RunMaterial, 'state' | 'corpus'>): AnswerFigures {
  const { searches = [], turns = [], answer = null } = state.answering ?? {}
  return {
    mode: answer?.mode ?? null,
    searches: Math.max(0, searches.length - 1),
    turns: turns.length,
    refusedSearches: turns.filter(({ refused }) => refused !== null).length,
    removedMarks: answer?.removedMarks ?? 0,
    support: corpus.answer?.support ?? {},
  }
}
