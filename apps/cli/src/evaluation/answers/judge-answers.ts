import type { AnswerJudgement, JudgeFailure } from '@winnow/domain/judging/answer-judgement.ts'
import type { AnswerToJudge } from '@winnow/domain/judging/answer-to-judge.ts'
import type { SwappedJudgement } from '@winnow/domain/judging/pair-preference.ts'
import type { Judge } from '../judge/judge.ts'
import { judgeAnswer } from '../judge/judge-answer.ts'
import { judgePair } from '../judge/pair-judgement.ts'
import type { EvaluationQuestion } from '../questions/evaluation-question.ts'
import type { Contestant } from './contestant.ts'
import type { ObtainedAnswer } from './obtained-answer.ts'

/** A run of a contestant on a question, and what was judged of its answer. */
export interface JudgedRun extends ObtainedAnswer {
  readonly letter: string
  readonly questionId: string
  /** 1, 2, … of the runs of one contestant on one question. */
  readonly run: number
  readonly judgement: AnswerJudgement | null
}

/** The answers of the two contestants to one question, compared in both orders. */
export interface ComparedRuns {
  readonly questionId: string
  readonly run: number
  readonly judgement: SwappedJudgement | null
  readonly failures: readonly JudgeFailure[]
  readonly wordsOfA: number
  readonly wordsOfB: number
}

export interface JudgedAnswers {
  readonly runs: readonly JudgedRun[]
  readonly pairs: readonly ComparedRuns[]
  /** Set where the money was spent before everything was done. */
  readonly stopped: 'max-cost' | null
}

export interface AnswersToJudge {
  readonly questions: readonly EvaluationQuestion[]
  /** Two of them are compared, the first as A. */
  readonly contestants: readonly Contestant[]
  /** Runs of each contestant on each question. */
  readonly runs: number
  /** Gives the answer of a run; null where there is no such run. */
  readonly obtain: (
    contestant: Contestant,
    question: EvaluationQuestion,
    run: number,
    signal: AbortSignal,
  ) => Promise<ObtainedAnswer | null>
  readonly judge: Judge | null
  readonly repeats: number
  /** Questions at once. */
  readonly concurrency: number
  /** Whether the money is spent: no further answer is begun, or judged, then. */
  readonly isSpent: () => boolean
  readonly signal: AbortSignal
  readonly onJudged: (judged: JudgedRun) => void
}

/**
 * Obtains and judges the answers of every contestant to every question, several questions at once, and compares those of two
 * contestants run by run. The first error ends what is under way; throws it.
 */
export async function judgeAnswers(work: AnswersToJudge): Promise<JudgedAnswers> {
  const halt = new AbortController()
  const signal = AbortSignal.any([work.signal, halt.signal])
  const done = new Map<string, JudgedAnswers>()
  const queue = [...work.questions]
  const faults: unknown[] = []
  const lane = async () => {
    for (let question = queue.shift(); question !== undefined && !signal.aborted; question = queue.shift()) {
      try {
        done.set(question.id, await judgeQuestion(question, work, signal))
      } catch (error) {
        faults.push(error)
        halt.abort(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(work.concurrency, work.questions.length) }, lane))
  work.signal.throwIfAborted()
  if (faults.length > 0) throw faults[0]
  const inOrder = work.questions.flatMap(({ id }) => done.get(id) ?? [])
  return {
    runs: inOrder.flatMap(({ runs }) => runs),
    pairs: inOrder.flatMap(({ pairs }) => pairs),
    stopped: inOrder.some(({ stopped }) => stopped !== null) ? 'max-cost' : null,
  }
}

async function judgeQuestion(question: EvaluationQuestion, work: AnswersToJudge, signal: AbortSignal): Promise<JudgedAnswers> {
  const runs: JudgedRun[] = []
  const pairs: ComparedRuns[] = []
  for (let run = 1; run <= work.runs; run++) {
    const answers = new Map<string, AnswerToJudge>()
    for (const contestant of work.contestants) {
      if (work.isSpent()) return { runs, pairs, stopped: 'max-cost' }
      const obtained = await work.obtain(contestant, question, run, signal)
      signal.throwIfAborted()
      if (obtained === null) continue
      const { answer } = obtained
      const judgement = answer === null ? null : await judgeAnswer(answer, question.gold, work.judge, work.repeats)
      const one = { ...obtained, letter: contestant.letter, questionId: question.id, run, judgement }
      runs.push(one)
      work.onJudged(one)
      if (answer !== null) answers.set(contestant.letter, answer)
    }
    const pair = pairOf(work.contestants, answers)
    if (pair !== null && work.judge !== null) pairs.push(await compared(question, run, pair, work.judge))
  }
  return { runs, pairs, stopped: null }
}

/** The answers of the only two contestants, where both have one. */
function pairOf(contestants: readonly Contestant[], answers: ReadonlyMap<string, AnswerToJudge>) {
  const [a, b] = contestants.flatMap(({ letter }) => answers.get(letter) ?? [])
  return contestants.length !== 2 || a === undefined || b === undefined ? null : { a, b }
}

async function compared(
  { id, question }: EvaluationQuestion,
  run: number,
  { a, b }: { readonly a: AnswerToJudge; readonly b: AnswerToJudge },
  judge: Judge,
): Promise<ComparedRuns> {
  return { questionId: id, run, ...(await judgePair(question, a.text, b.text, judge)), wordsOfA: a.words, wordsOfB: b.words }
}
