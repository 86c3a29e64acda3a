import { mean } from '../evaluation/agreement.ts'
import type { AnswerJudgement } from './answer-judgement.ts'
import { type MeanInterval, meanInterval } from './mean-interval.ts'
import { type PairedComparison, pairedComparison } from './paired-comparison.ts'

/** The columns of the table of answers (spec §13). Shares are in [0,1]. */
export const figureNames = [
  'clarity',
  'insightfulness',
  'keyPointRecall',
  'score',
  'unresolved',
  'unsupported',
  'searches',
  'words',
  'costUsd',
] as const
export type FigureName = (typeof figureNames)[number]

/** The figures of one answer; null is unknown. */
export type AnswerFigures = Readonly<Record<FigureName, number | null>>

/** A judged answer to a question; a question may have several. */
export interface FiguredAnswer {
  readonly questionId: string
  readonly figures: AnswerFigures
}

/** The figures of a judged answer. `costUsd`: what its run cost; null where a price is unknown. */
export function figuresOf({ citations, ...judgement }: AnswerJudgement, costUsd: number | null): AnswerFigures {
  const { clarity, insightfulness, keyPointRecall, score, searches, words } = judgement
  return {
    clarity,
    insightfulness,
    keyPointRecall,
    score,
    unresolved: citations.unresolvedRate,
    unsupported: citations.unsupportedRate,
    searches,
    words,
    costUsd,
  }
}

/** What a model comes to: the mean of each figure over the questions, with its interval; null where none has it. */
export type ModelFigures = Readonly<Record<FigureName, MeanInterval | null>>

/**
 * The figures of a model. Answers to one question are one value, their mean: they are no independent ones. The cost is unknown as
 * soon as that of one answer is.
 */
export function modelFigures(answers: readonly FiguredAnswer[]): ModelFigures {
  return byName((name) => {
    if (name === 'costUsd' && answers.some(({ figures }) => figures.costUsd === null)) return null
    return meanInterval([...questionMeans(answers, name).values()], name)
  })
}

/** How two models differ, on the questions where both have the figure. */
export type PairedFigures = Readonly<Record<FigureName, PairedComparison>>

/** Compares each figure of two models question by question. */
export function pairedFigures(a: readonly FiguredAnswer[], b: readonly FiguredAnswer[]): PairedFigures {
  return byName((name) => {
    const ofB = questionMeans(b, name)
    const pairs = [...questionMeans(a, name)].flatMap(([questionId, value]) => {
      const other = ofB.get(questionId)
      return other === undefined ? [] : [{ a: value, b: other }]
    })
    return pairedComparison(pairs, name)
  })
}

function questionMeans(answers: readonly FiguredAnswer[], name: FigureName): ReadonlyMap<string, number> {
  const means = new Map<string, number>()
  for (const [questionId, same] of Map.groupBy(answers, (answer) => answer.questionId)) {
    const value = mean(same.flatMap(({ figures }) => figures[name] ?? []))
    if (value !== null) means.set(questionId, value)
  }
  return means
}

function byName<T>(of: (name: FigureName) => T): Readonly<Record<FigureName, T>> {
  return Object.fromEntries(figureNames.map((name) => [name, of(name)])) as Record<FigureName, T>
}
