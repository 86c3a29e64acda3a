import type { QualityJudgement } from '@winnow/domain/judging/answer-judgement.ts'
import { z } from 'zod'
import type { JudgeQuestion } from './judge.ts'
import { blindRules, dataBlock, replyRule } from './judge-prompt.ts'

/** Changes with the wording below. */
export const qualityPromptVersion = 'judge-quality-1'

const criteria = {
  clarity: [
    'clarity: can a reader who knows the field follow it? Structure, precise wording, no repetition, nothing beside the point.',
    '  0: cannot be followed; 3: hard to follow, or much beside the point; 5: understandable with effort; 8: clear; 10: could not be clearer.',
  ],
  insightfulness: [
    'insightfulness: does it say more than what each source says? Comparison, reasons, limits, what follows from it, what is not known.',
    '  0: says nothing; 3: lists findings; 5: connects some of them; 8: explains and weighs them; 10: an expert would learn from it.',
  ],
} as const
type Criterion = keyof typeof criteria

const judged = z.object({ reason: z.string(), score: z.number().min(0).max(10) })
type Reply = Readonly<Record<Criterion, z.infer<typeof judged>>>

/**
 * Asks for the clarity and the insightfulness of an answer (spec §13). Every second repetition asks for them the other way round:
 * what is asked first colours what comes after.
 */
export function qualityQuestion(question: string, text: string, repetition: number): JudgeQuestion<Reply> {
  const order: readonly Criterion[] = repetition % 2 === 0 ? ['clarity', 'insightfulness'] : ['insightfulness', 'clarity']
  const system = [
    'You are given a research question and an answer to it. Score the answer from 0 to 10 on each of two criteria.',
    ...blindRules,
    'Criteria:',
    ...order.flatMap((name) => [`- ${criteria[name][0]}`, criteria[name][1]]),
    'Give a reason of one or two sentences before each score. Use the whole scale.',
    replyRule,
  ].join('\n')
  const user = [dataBlock('question', [{ question }]), dataBlock('answer', [{ answer: text }])].join('\n\n')
  const properties = Object.fromEntries(order.map((name) => [name, judged])) as Record<Criterion, typeof judged>
  return {
    about: 'quality',
    repetition,
    promptVersion: qualityPromptVersion,
    prompt: { system, user },
    schema: z.object(properties),
    schemaName: 'quality',
  }
}

/** The scores of a reply. */
export function qualityFrom({ clarity, insightfulness }: Reply): QualityJudgement {
  return { clarity: clarity.score, insightfulness: insightfulness.score }
}
