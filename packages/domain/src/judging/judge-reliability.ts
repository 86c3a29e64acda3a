import type { AnswerJudgement, JudgeFailure } from './answer-judgement.ts'
import { type RepeatedAgreement, repeatedAgreement } from './judge-agreement.ts'
import { lengthCorrelation, longerPreferred } from './length-bias.ts'
import { type PositionBias, positionBias, preferenceOf, type SwappedJudgement } from './pair-preference.ts'

/** Two answers that were compared in both orders, and their lengths in words. */
export interface ComparedPair {
  readonly judgement: SwappedJudgement
  readonly wordsOfA: number
  readonly wordsOfB: number
}

/** How far a judge can be relied upon, from its own judgements. */
export interface JudgeReliability {
  /** Between the repeated judgements of the same answers. */
  readonly agreement: {
    readonly clarity: RepeatedAgreement
    readonly insightfulness: RepeatedAgreement
    readonly keyPoints: RepeatedAgreement
  }
  readonly positionBias: PositionBias
  /** Correlation of what it gives with the length of the answer; and how often the better of two is the longer. */
  readonly lengthBias: {
    readonly clarity: number | null
    readonly insightfulness: number | null
    readonly keyPointRecall: number | null
    readonly score: number | null
    readonly longerPreferred: number | null
  }
  /** Answers that speak to who judges them. */
  readonly addressedToJudge: number
}

/** Agreement and biases of a judge. */
export function judgeReliability(
  judgements: readonly Omit<AnswerJudgement, 'citations' | 'methods'>[],
  pairs: readonly ComparedPair[],
): JudgeReliability {
  const quality = judgements.map(({ repeated }) => repeated.quality)
  const verdicts = judgements.flatMap(({ repeated: { keyPoints } }) =>
    (keyPoints[0] ?? []).map((_, point) => keyPoints.flatMap((judgement) => judgement[point] ?? [])),
  )
  const correlation = (name: 'clarity' | 'insightfulness' | 'keyPointRecall' | 'score') =>
    lengthCorrelation(judgements.flatMap(({ words, [name]: value }) => (value === null ? [] : [{ value, words }])))
  return {
    agreement: {
      clarity: repeatedAgreement(quality.map((given) => given.map(({ clarity }) => clarity))),
      insightfulness: repeatedAgreement(quality.map((given) => given.map(({ insightfulness }) => insightfulness))),
      keyPoints: repeatedAgreement(verdicts),
    },
    positionBias: positionBias(pairs.map(({ judgement }) => judgement)),
    lengthBias: {
      clarity: correlation('clarity'),
      insightfulness: correlation('insightfulness'),
      keyPointRecall: correlation('keyPointRecall'),
      score: correlation('score'),
      longerPreferred: longerPreferred(pairs.map(({ judgement, ...lengths }) => ({ preference: preferenceOf(judgement), ...lengths }))),
    },
    addressedToJudge: judgements.filter(({ addressedToJudge }) => addressedToJudge.length > 0).length,
  }
}

/** Failures of many judgements, those of one reason as one. */
export function allFailures(lists: readonly (readonly JudgeFailure[])[]): readonly JudgeFailure[] {
  return [...Map.groupBy(lists.flat(), ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    count: same.reduce((sum, { count }) => sum + count, 0),
    example: same[0]?.example ?? '',
  }))
}
