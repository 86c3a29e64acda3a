import type { NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { type AnswerWish, defaultAnswerOptions } from './answer-request.ts'
import { type Installation, unusableNotes } from './requested-wish.ts'

/** What stands behind the request of an answer and not in it. */
export interface AnswerInstallation extends Pick<Installation, 'today' | 'chooseSources' | 'resolveModels'> {
  /** What ranks the passages when nobody says otherwise: "bm25", or the model of an HTTP reranker. */
  readonly reranker: string
}

/** The request of a run of kind `answer` with everything that it leaves out, and what a person should know at the start. Throws UsageError. */
export function requestedAnswer(
  request: Pick<
    NewRunRequest,
    'question' | 'asOf' | 'sources' | 'libraries' | 'fromYear' | 'toYear' | 'limits' | 'onProviderFailure' | 'model' | 'models' | 'answer'
  >,
  installation: AnswerInstallation,
): { readonly wish: AnswerWish; readonly notes: readonly string[] } {
  const { models, notes } = installation.resolveModels(request.model, request.models ?? {})
  const { sources, unusable } = installation.chooseSources(request.sources, (request.libraries ?? []).length > 0)
  const { maxTokens = null, maxCostUsd = null, maxMinutes = null } = request.limits ?? {}
  const given = Object.fromEntries(Object.entries(request.answer ?? {}).filter(([, value]) => value !== undefined))
  const wish: AnswerWish = {
    question: request.question,
    asOf: request.asOf ?? installation.today,
    sources,
    unusableSources: unusable,
    fromYear: request.fromYear ?? null,
    toYear: request.toYear ?? null,
    limits: { maxTokens, maxCostUsd, maxMinutes },
    onProviderFailure: request.onProviderFailure ?? 'stop',
    models,
    answer: { ...defaultAnswerOptions, reranker: installation.reranker, ...given },
  }
  return { wish, notes: [...notes, ...unusableNotes(unusable)] }
}
