import type { AnswerToJudge } from '@winnow/domain/judging/answer-to-judge.ts'
import { costs } from '@winnow/report/costs.ts'
import type { FoldedRun } from '@winnow/runs/load-run.ts'
import { type AnswerBlobs, answerToJudge } from './answer-to-judge.ts'

/** What came of a run that was to answer a question. */
export interface ObtainedAnswer {
  readonly runId: string
  /** Null where the run wrote none: that is a failure of the model, and no answer of quality 0. */
  readonly answer: AnswerToJudge | null
  /** Why there is none. */
  readonly failure: string | null
  /** 0 without a model, null where a price is unknown. */
  readonly costUsd: number | null
}

/** The answer of a run, whole or failed, and what it cost. */
export async function obtainedAnswer(run: FoldedRun, blobs: AnswerBlobs): Promise<ObtainedAnswer> {
  const answer = await answerToJudge(run, blobs)
  const { total } = costs(run.state)
  return {
    runId: run.runId,
    answer,
    failure: answer === null ? (run.state.completed?.stopReason ?? 'the run did not come to its end') : null,
    costUsd: total.unpriced > 0 ? null : total.usd,
  }
}
