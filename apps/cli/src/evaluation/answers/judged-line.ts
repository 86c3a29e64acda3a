import type { JudgedRun } from './judge-answers.ts'

/** What a person is told of an answer once it is judged. */
export function judgedLine({ letter, questionId, judgement, failure }: JudgedRun): string {
  if (judgement === null) return `${letter} ${questionId}: no answer (${failure ?? 'unknown'})`
  const { words, searches, clarity, insightfulness, keyPointRecall } = judgement
  const scores = [
    ...(clarity === null || insightfulness === null ? [] : [`clarity ${clarity.toFixed(1)}, insightfulness ${insightfulness.toFixed(1)}`]),
    ...(keyPointRecall === null ? [] : [`key points ${(100 * keyPointRecall).toFixed(0)} %`]),
  ]
  return [`${letter} ${questionId}: ${words} words, ${searches} searches`, ...scores].join(', ')
}
