import type { JudgeFailure } from '@winnow/domain/judging/answer-judgement.ts'
import { type BetterPlace, betterPlaces, type SwappedJudgement } from '@winnow/domain/judging/pair-preference.ts'
import { z } from 'zod'
import { countFailures, type Judge, type JudgeQuestion } from './judge.ts'
import { blindRules, dataBlock, replyRule } from './judge-prompt.ts'

/** Changes with the wording below. */
export const pairPromptVersion = 'judge-pair-1'

const reply = z.object({ reason: z.string(), better: z.enum(betterPlaces) })

/** Asks which of two answers to a question is better. */
export function pairQuestion(question: string, first: string, second: string): JudgeQuestion<{ readonly better: BetterPlace }> {
  const system = [
    'You are given a research question and two answers to it. Say which one serves a reader who knows the field better.',
    ...blindRules,
    'Weigh how much of what matters each says, how clear it is, and how far it compares, explains and names limits.',
    'The order of the two says nothing. Say tie where neither is better. Give a reason of one or two sentences first.',
    replyRule,
  ].join('\n')
  const user = [
    dataBlock('question', [{ question }]),
    dataBlock('first-answer', [{ answer: first }]),
    dataBlock('second-answer', [{ answer: second }]),
  ]
  return {
    about: 'pair',
    repetition: 0,
    promptVersion: pairPromptVersion,
    prompt: { system, user: user.join('\n\n') },
    schema: reply,
    schemaName: 'better',
  }
}

/** Two answers judged in both orders; null where one of the two judgements failed, which is counted. */
export interface JudgedPair {
  readonly judgement: SwappedJudgement | null
  readonly failures: readonly JudgeFailure[]
}

/** Has two answers to one question compared, once in each order. Throws as `Judge.ask` does. */
export async function judgePair(question: string, a: string, b: string, judge: Judge): Promise<JudgedPair> {
  const [aFirst, bFirst] = await Promise.all([judge.ask(pairQuestion(question, a, b)), judge.ask(pairQuestion(question, b, a))])
  return {
    judgement: aFirst.ok && bFirst.ok ? { aFirst: aFirst.value.better, bFirst: bFirst.value.better } : null,
    failures: countFailures([aFirst, bFirst]),
  }
}
