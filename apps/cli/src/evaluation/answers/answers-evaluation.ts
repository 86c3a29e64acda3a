import {
  type AnswerFigures,
  figuresOf,
  type ModelFigures,
  modelFigures,
  type PairedFigures,
  pairedFigures,
} from '@winnow/domain/judging/answer-figures.ts'
import type { AnswerJudgement, JudgeFailure } from '@winnow/domain/judging/answer-judgement.ts'
import { allFailures, type JudgeReliability, judgeReliability } from '@winnow/domain/judging/judge-reliability.ts'
import { type Preference, preferenceOf } from '@winnow/domain/judging/pair-preference.ts'
import { type CallFigures, callFigures } from '../evaluate-stage.ts'
import type { Judge } from '../judge/judge.ts'
import { byWords } from '../judge/judge-answer.ts'
import type { EvaluationQuestion } from '../questions/evaluation-question.ts'
import type { Contestant } from './contestant.ts'
import type { JudgedAnswers, JudgedRun } from './judge-answers.ts'

/** A row of the table. */
export interface ModelRow extends ModelFigures {
  readonly letter: string
  readonly model: string
  /** Judged answers. */
  readonly n: number
  /** Runs that wrote no answer. They are in no mean. */
  readonly failures: number
  /** Answers, judged like the others, that were put together by rule: without a model, or where its replies could not be used. */
  readonly extractive: number
}

/** `winnow eval answers --json`. */
export interface AnswersEvaluation {
  readonly questions: number
  readonly withoutGold: number
  readonly models: readonly ModelRow[]
  /** A − B question by question, and which the judge found better in both orders; null for other than two models. */
  readonly paired: (PairedFigures & { readonly a: string; readonly b: string; readonly preference: Preferences | null }) | null
  readonly judge: JudgeReliability & {
    /** The judge's model, or "words". */
    readonly model: string
    /** Judgements of each answer. */
    readonly repeats: number
    readonly failures: readonly JudgeFailure[]
    readonly cost: CallFigures
  }
  /** Set where the money was spent before every question was begun. */
  readonly stopped: 'max-cost' | null
  readonly notes: readonly string[]
  readonly questionsDetail: readonly QuestionDetail[]
}

export interface Preferences {
  readonly a: number
  readonly b: number
  readonly ties: number
}

/** What was judged of one question. */
export interface QuestionDetail {
  readonly id: string
  readonly question: string
  readonly origin: string | null
  readonly gold: readonly string[]
  readonly answers: readonly {
    readonly letter: string
    readonly model: string
    readonly run: number
    readonly runId: string
    readonly failure: string | null
    readonly figures: AnswerFigures | null
    readonly judgement: AnswerJudgement | null
  }[]
  readonly preferences: readonly (Preference | null)[]
}

/** What an evaluation came to. `judge` null: answers were judged by words alone. */
export function answersEvaluation(
  questions: readonly EvaluationQuestion[],
  contestants: readonly Contestant[],
  { runs, pairs, stopped }: JudgedAnswers,
  judge: Judge | null,
  repeats: number,
  notes: readonly string[],
): AnswersEvaluation {
  const ofLetter = (wanted: string) => runs.filter(({ letter }) => letter === wanted)
  const judgements = runs.flatMap(({ judgement }) => judgement ?? [])
  const compared = pairs.flatMap(({ judgement, ...rest }) => (judgement === null ? [] : [{ ...rest, judgement }]))
  const [a, b, ...others] = contestants
  return {
    questions: questions.length,
    withoutGold: questions.filter(({ gold }) => gold.length === 0).length,
    models: contestants.map(({ letter, model }) => {
      const all = ofLetter(letter)
      const own = figured(all)
      const extractive = all.filter(({ answer }) => answer?.mode === 'extractive').length
      return { letter, model, n: own.length, failures: all.length - own.length, extractive, ...modelFigures(own) }
    }),
    paired:
      a === undefined || b === undefined || others.length > 0
        ? null
        : {
            a: a.model,
            b: b.model,
            ...pairedFigures(figured(ofLetter(a.letter)), figured(ofLetter(b.letter))),
            preference: judge === null ? null : preferences(compared.map(({ judgement }) => preferenceOf(judgement))),
          },
    judge: {
      model: judge?.model ?? byWords,
      repeats: judge === null ? 1 : repeats,
      ...judgeReliability(judgements, compared),
      failures: allFailures([...judgements.map(({ failures }) => failures), ...pairs.map(({ failures }) => failures)]),
      cost: callFigures(judge?.usage() ?? []),
    },
    stopped,
    notes,
    questionsDetail: questions.map(({ id, question, origin, gold }) => ({
      id,
      question,
      origin,
      gold: gold.map(({ point }) => point),
      answers: runs
        .filter(({ questionId }) => questionId === id)
        .map(({ letter, run, runId, failure, judgement, costUsd }) => ({
          letter,
          model: contestants.find((one) => one.letter === letter)?.model ?? letter,
          run,
          runId,
          failure,
          figures: judgement === null ? null : figuresOf(judgement, costUsd),
          judgement,
        })),
      preferences: pairs
        .filter(({ questionId }) => questionId === id)
        .map(({ judgement }) => (judgement === null ? null : preferenceOf(judgement))),
    })),
  }
}

function figured(runs: readonly JudgedRun[]) {
  return runs.flatMap(({ questionId, judgement, costUsd }) =>
    judgement === null ? [] : [{ questionId, figures: figuresOf(judgement, costUsd) }],
  )
}

function preferences(all: readonly Preference[]): Preferences {
  const count = (wanted: Preference) => all.filter((one) => one === wanted).length
  return { a: count('a'), b: count('b'), ties: count('tie') }
}
