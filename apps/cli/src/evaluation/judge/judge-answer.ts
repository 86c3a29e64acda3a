import type { SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import { checkSupport } from '@winnow/domain/citation-support-lexical.ts'
import { mean } from '@winnow/domain/evaluation/agreement.ts'
import { addressedToJudge } from '@winnow/domain/judging/addressed-to-judge.ts'
import type { AnswerJudgement } from '@winnow/domain/judging/answer-judgement.ts'
import { answerScore } from '@winnow/domain/judging/answer-score.ts'
import type { AnswerToJudge, ShownMark } from '@winnow/domain/judging/answer-to-judge.ts'
import { citationErrors } from '@winnow/domain/judging/citation-errors.ts'
import { type GoldPoint, keyPointRecall, type PointVerdict } from '@winnow/domain/judging/key-points.ts'
import { pointByWords } from '@winnow/domain/judging/key-points-by-words.ts'
import { countFailures, type Judge, type JudgeReply } from './judge.ts'
import { keyPointQuestion, pointVerdictsFrom } from './key-point-judgement.ts'
import { qualityFrom, qualityQuestion } from './quality-judgement.ts'
import { supportBatches, supportFrom, supportQuestion } from './support-judgement.ts'

/** The name of judging by words alone, where a model's would stand. */
export const byWords = 'words'

/**
 * Judges an answer (spec §13). `judge` null: key points and support are judged by words, clarity and insightfulness are unknown.
 * With a judge every judgement but that of support is made `repeats` times, in changing orders; a judgement that fails is counted
 * and left out, and where none is left the value is null. Support that the judge does not give is checked by words. Throws as
 * `Judge.ask` does.
 */
export async function judgeAnswer(
  answer: AnswerToJudge,
  gold: readonly GoldPoint[],
  judge: Judge | null,
  repeats: number,
): Promise<AnswerJudgement> {
  const [quality, points, support] = await Promise.all([
    judge === null ? [] : repeated(repeats, (repetition) => judge.ask(qualityQuestion(answer.question, answer.text, repetition))),
    pointsOf(answer, gold, judge, repeats),
    supportOf(answer.marks, judge),
  ])
  const scores = values(quality).map(qualityFrom)
  const clarity = mean(scores.map((one) => one.clarity))
  const insightfulness = mean(scores.map((one) => one.insightfulness))
  const recall = mean(points.verdicts.flatMap((verdicts) => keyPointRecall(gold, verdicts) ?? []))
  return {
    clarity,
    insightfulness,
    keyPointRecall: recall,
    score: answerScore({ keyPointRecall: recall, clarity, insightfulness }),
    citations: citationErrors(answer.unresolvedMarks, support.verdicts),
    searches: answer.searches,
    words: answer.words,
    methods: { keyPoints: recall === null ? null : (judge?.model ?? byWords), citations: support.method },
    repeated: { quality: scores, keyPoints: points.verdicts },
    addressedToJudge: addressedToJudge(answer.text),
    failures: countFailures([...quality, ...points.replies, ...support.replies]),
  }
}

interface JudgedPoints {
  readonly verdicts: readonly (readonly PointVerdict[])[]
  readonly replies: readonly JudgeReply<unknown>[]
}

async function pointsOf(answer: AnswerToJudge, gold: readonly GoldPoint[], judge: Judge | null, repeats: number): Promise<JudgedPoints> {
  if (gold.length === 0) return { verdicts: [], replies: [] }
  if (judge === null) return { verdicts: [gold.map(({ point }) => pointByWords(point, answer.sentences))], replies: [] }
  const replies = await repeated(repeats, (repetition) => judge.ask(keyPointQuestion(answer.question, answer.text, gold, repetition)))
  const verdicts = replies.flatMap((reply, repetition) => (reply.ok ? [pointVerdictsFrom(reply.value, gold.length, repetition)] : []))
  return { verdicts, replies }
}

interface JudgedSupport {
  readonly verdicts: readonly SentenceSupport[]
  /** The judge's model, "words", or both where the judge gave no verdict on some. */
  readonly method: string
  readonly replies: readonly JudgeReply<unknown>[]
}

async function supportOf(marks: readonly ShownMark[], judge: Judge | null): Promise<JudgedSupport> {
  if (judge === null) return { verdicts: marks.map(supportByWords), method: byWords, replies: [] }
  const batches = supportBatches(marks)
  const replies = await Promise.all(batches.map((batch) => judge.ask(supportQuestion(batch))))
  const verdicts = batches.flatMap((batch, index) => {
    const reply = replies[index]
    return reply?.ok === true ? supportFrom(reply.value, batch) : batch.map(supportByWords)
  })
  const failed = replies.filter((reply) => !reply.ok).length
  return { verdicts, method: failed === 0 ? judge.model : failed < replies.length ? `${judge.model} and ${byWords}` : byWords, replies }
}

function supportByWords({ sentence, passages }: ShownMark): SentenceSupport {
  return checkSupport(
    sentence,
    passages.map((passage) => ({ claim: '', quote: passage })),
  ).verdict
}

function repeated<T>(times: number, ask: (repetition: number) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: times }, (_, repetition) => ask(repetition)))
}

function values<T>(replies: readonly JudgeReply<T>[]): readonly T[] {
  return replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
}
