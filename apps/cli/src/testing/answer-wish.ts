import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { type AnswerWish, defaultAnswerOptions } from '@winnow/runs/answer-request.ts'

/** A question to the library with the limits of the command line, of which `answer` changes some; every role goes to `model`. */
export function answerWish(question: string, model: string, answer: Partial<AnswerWish['answer']> = {}): AnswerWish {
  return {
    question,
    asOf: '2026-06-30',
    sources: ['library'],
    fromYear: null,
    toYear: null,
    limits: { maxTokens: null, maxCostUsd: null, maxMinutes: null },
    onProviderFailure: 'stop',
    models: Object.fromEntries(modelRoles.map((role) => [role, model])) as AnswerWish['models'],
    answer: { ...defaultAnswerOptions, reranker: 'bm25', ...answer },
  }
}
