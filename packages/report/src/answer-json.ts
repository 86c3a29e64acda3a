import type { AnsweringFigures } from '@winnow/contracts/api/answering-figures.ts'
import type { AnswerCitation, SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import { answeringFigures } from '@winnow/domain/answering/answering-figures.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { answerProse } from './answer-text.ts'
import { type CostSum, costs } from './costs.ts'
import { type DegradedStep, degradedSteps } from './degraded-steps.ts'
import type { RunMaterial } from './run-material.ts'

/** How a run of kind `answer` came to its answer, in numbers. */
export interface AnswerFigures extends Omit<AnsweringFigures, 'cited'> {
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

/** The answer of a run of kind `answer` as JSON, or as far as the run has come; throws for a run of research. */
export function answerJson(material: RunMaterial): AnswerJson {
  const { state, answer } = material
  const { total, ...parts } = costs(state)
  const figures = answerFigures(material)
  if (figures === null) throw new Error(`run ${material.runId} is no run of kind answer`)
  return {
    runId: material.runId,
    question: state.request?.question ?? null,
    answer: answer === undefined ? null : answerProse(answer),
    citations: answer?.citations ?? [],
    ...figures,
    status: state.status,
    stopReason: stopReason(state).reason,
    degraded: degradedSteps(state),
    cost: { ...total, ...parts },
  }
}

/** The numbers of a run of kind `answer`; null for a run of research. */
export function answerFigures({ state, corpus }: Pick<RunMaterial, 'state' | 'corpus'>): AnswerFigures | null {
  const figures = answeringFigures(state)
  if (figures === null) return null
  const { cited: _cited, ...others } = figures
  return { ...others, support: corpus.answer?.support ?? {} }
}
