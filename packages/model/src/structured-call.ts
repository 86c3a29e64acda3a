import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { z } from 'zod'
import { type Answer, askOnce, type Question } from './bought-question.ts'
import { cleanText } from './clean-text.ts'
import type { ModelServices } from './model-services.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { ModelProvider } from './providers/provider.ts'
import { type Repair, readReply } from './repair.ts'
import type { ModelRouting } from './routing.ts'
import { jsonSchemaOf } from './schema.ts'

/** One question to the model of a role. Optional properties of the schema should be `.nullable()`, not `.optional()`. */
export interface StructuredRequest<T> {
  readonly role: ModelRole
  readonly stage: Stage
  readonly routing: ModelRouting
  readonly runId: string
  /** The work item this call belongs to; a redelivered item finds its bought answers by it. */
  readonly workId: string
  /** Runs that this one was forked from, nearest first: what they bought for the same work item is not bought again. */
  readonly ancestors?: readonly string[]
  /** Changes when the prompt's wording changes, so that an old answer is not taken for a new question's. */
  readonly promptVersion: string
  readonly prompt: { readonly system: string; readonly user: string }
  readonly schema: z.ZodType<T>
  /** Letters, digits, "_" and "-": OpenAI's rule for names of formats. */
  readonly schemaName: string
  readonly signal?: AbortSignal
}

/** Why there is no value. `provider`: see `providerFailure`; every other one degrades one step and never stops the run (spec §2). */
export type NoValue = 'no-model' | 'invalid' | 'truncated' | 'refused' | 'prompt-too-long' | 'provider' | 'aborted'

/** `usage` holds every HTTP attempt behind this result exactly once, also stored ones of an earlier delivery; `inherited` are those of an ancestor. */
export type StructuredResult<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[]; readonly usage: readonly Usage[] }
  | {
      readonly ok: false
      readonly value: null
      readonly failure: NoValue
      /** A readable sentence, without secrets. */
      readonly reason: string
      readonly usage: readonly Usage[]
      /** Present exactly when `failure` is `provider`. */
      readonly providerFailure?: ProviderFailure
    }

/** How much more room a reply gets that was cut by the output limit. */
const moreOutput = 2

const noValue = (failure: NoValue, reason: string, usage: readonly Usage[]) => ({ ok: false, value: null, failure, reason, usage }) as const

const unusable = (reason: string): string =>
  `\n\nAn earlier reply to this request could not be used: ${reason}.\nReply with one JSON object that fits the schema, whole and with nothing around it.`

/** The one retry (spec §2): with the error told, or with more room for a reply that was cut; null where asking again is in vain. */
const secondQuestion = (question: Question, answer: Answer, reason: string): Question | null => {
  if (answer.kind === 'text') return { ...question, user: question.user + unusable(reason) }
  const cutReply = answer.kind === 'truncated' && answer.cut === 'reply'
  return cutReply ? { ...question, maxOutputTokens: question.maxOutputTokens * moreOutput } : null
}

type Ending<T> =
  | { readonly value: { readonly of: T; readonly repairs: readonly Repair[] } }
  | { readonly failure: NoValue; readonly reason: string }

const endingOf = <T>(answer: Answer, schema: z.ZodType<T>): Ending<T> => {
  switch (answer.kind) {
    case 'text': {
      const read = readReply(answer.text, schema)
      return read.ok ? { value: { of: read.value, repairs: read.repairs } } : { failure: 'invalid', reason: read.reason }
    }
    case 'truncated':
    case 'refused':
    case 'prompt-too-long':
      return { failure: answer.kind, reason: answer.message }
    case 'failure':
      return { failure: 'provider', reason: answer.failure.message }
    case 'aborted':
      return { failure: 'aborted', reason: 'the call was given up' }
  }
}

const firstQuestion = <T>(request: StructuredRequest<T>, model: string, provider: ModelProvider): Question => ({
  runId: request.runId,
  workId: request.workId,
  role: request.role,
  stage: request.stage,
  promptVersion: request.promptVersion,
  model,
  system: cleanText(request.prompt.system),
  user: cleanText(request.prompt.user),
  schema: jsonSchemaOf(request.schema),
  schemaName: request.schemaName,
  maxOutputTokens: provider.outputTokens,
})

const callProvider = async <T>(
  request: StructuredRequest<T>,
  model: string,
  provider: ModelProvider,
  services: ModelServices,
): Promise<StructuredResult<T>> => {
  const isUsable = (text: string) => readReply(text, request.schema).ok
  const usage: Usage[] = []
  let question: Question | null = firstQuestion(request, model, provider)
  for (let tries = 1; ; tries += 1) {
    const answer: Answer = await askOnce(question, provider, services, isUsable, request)
    usage.push(...answer.usage)
    const ending = endingOf(answer, request.schema)
    if ('value' in ending) return { ok: true, value: ending.value.of, repairs: ending.value.repairs, usage }
    if (answer.kind === 'failure') {
      const { kind, message } = answer.failure
      const providerFailure = { kind, message, provider: provider.name, atFirstCall: !services.answered.has(provider.name) }
      return { ...noValue('provider', message, usage), providerFailure }
    }
    question = tries === 1 ? secondQuestion(question, answer, ending.reason) : null
    if (question === null) return noValue(ending.failure, ending.reason, usage)
  }
}

/**
 * The one way to ask a model for structured data (spec §2). Finds an answer bought before; otherwise asks the role's
 * model, repairs and validates the reply, and asks once more where that can help. A value that is no value has a reason,
 * and the caller falls back for one step; only `providerFailure` says that the model could not be reached at all
 * (`stopsTheRun` tells when that ends the run). Rejects only when the store of bought answers fails.
 */
export const structuredCall = async <T>(request: StructuredRequest<T>, services: ModelServices): Promise<StructuredResult<T>> => {
  const spec = request.routing[request.role]
  if (spec.provider === 'none') return noValue('no-model', `the role ${request.role} is routed to no model`, [])
  const found = await services.provider(spec.provider)
  if (!found.ok) {
    const atFirstCall = !services.answered.has(spec.provider)
    const providerFailure = { kind: 'unauthorised', provider: spec.provider, message: found.message, atFirstCall } as const
    return { ...noValue('provider', found.message, []), providerFailure }
  }
  const { provider } = found
  const turn = await services.limits(provider.name, request.signal, () => callProvider(request, spec.model, provider, services))
  return turn ?? noValue('aborted', 'the call was given up before its turn', [])
}
