import type { CitationErrors } from './citation-errors.ts'
import type { PointVerdict } from './key-points.ts'

/** One of the repeated judgements of clarity and insightfulness, each 0–10. */
export interface QualityJudgement {
  readonly clarity: number
  readonly insightfulness: number
}

/** A judgement that brought no value, by why; `example` says more of one of them. */
export interface JudgeFailure {
  readonly reason: 'invalid' | 'truncated' | 'refused' | 'prompt-too-long' | 'provider'
  readonly count: number
  readonly example: string
}

/** What a judge, or words where there is none, say about an answer. Unknown is null, and never 0. */
export interface AnswerJudgement {
  /** Means of the judgements that were given, 0–10. */
  readonly clarity: number | null
  readonly insightfulness: number | null
  /** Mean of the recall of the judgements, in [0,1]; null without gold points, or without a judgement of them. */
  readonly keyPointRecall: number | null
  /** The sum of the three (spec §13), in [0,3]. */
  readonly score: number | null
  readonly citations: CitationErrors
  readonly searches: number
  readonly words: number
  /** What of it is made by whom: the judge's model, or "words". */
  readonly methods: { readonly keyPoints: string | null; readonly citations: string }
  /** Every judgement that was given. Verdicts stand in the order of the gold points, whichever order the judge saw. */
  readonly repeated: {
    readonly quality: readonly QualityJudgement[]
    readonly keyPoints: readonly (readonly PointVerdict[])[]
  }
  /** Sentences of the answer that speak to who judges it: shown, and not obeyed. */
  readonly addressedToJudge: readonly string[]
  readonly failures: readonly JudgeFailure[]
}
