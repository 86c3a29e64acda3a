import { createHash } from 'node:crypto'
import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { BoughtAnswers, QuestionKey, StoredCall } from './bought-answers.ts'
import { cleanText } from './clean-text.ts'
import type { ModelServices } from './model-services.ts'
import { costUsd } from './prices.ts'
import type { FailureKind } from './provider-failure.ts'
import type { ChatReply, Failure, ModelProvider } from './providers/provider.ts'
import { retryDelay } from './retry-policy.ts'
import type { JsonSchema } from './schema.ts'

/** One question in all that shapes its answer. */
export interface Question {
  readonly runId: string
  readonly workId: string
  readonly role: ModelRole
  readonly stage: Stage
  readonly promptVersion: string
  readonly model: string
  readonly system: string
  readonly user: string
  readonly schema: JsonSchema
  readonly schemaName: string
  readonly maxOutputTokens: number
}

/** How a question ended, with every HTTP attempt at it. */
export type Answer = { readonly usage: readonly Usage[] } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truncated'; readonly cut: 'reply' | 'prompt'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'prompt-too-long'; readonly message: string }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'aborted' }
)

/** The identity of a question: another stage, prompt version, wording, schema or limit makes another one. */
export const questionKey = (question: Question, provider: string): QuestionKey => {
  const { runId, workId, ...asked } = question
  const promptHash = createHash('sha256')
    .update(JSON.stringify([provider, Object.entries(asked).sort(([left], [right]) => (left < right ? -1 : 1))]))
    .digest('hex')
  return { runId, workId, promptHash }
}

const failureOutcome: Readonly<Record<FailureKind, Usage['outcome']>> = {
  throttled: 'throttled',
  'server-error': 'server-error',
  timeout: 'timeout',
  unreachable: 'unreachable',
  unauthorised: 'rejected',
  'out-of-credit': 'rejected',
  'unknown-model': 'rejected',
  'bad-request': 'rejected',
}

/** The usage outcome of an attempt. An attempt given up by the caller counts as a time-out: nobody waited for its end. */
const outcomeOf = (reply: ChatReply, isUsable: (text: string) => boolean): Usage['outcome'] => {
  switch (reply.kind) {
    case 'text':
      return isUsable(cleanText(reply.text)) ? 'ok' : 'invalid'
    case 'truncated':
    case 'refused':
      return reply.kind
    case 'failure':
      return failureOutcome[reply.failure.kind]
    case 'aborted':
      return 'timeout'
    case 'prompt-too-long':
      return 'rejected'
  }
}

/** The text to store: the reply, also a cut one; null where there is none (a prompt that was cut has no answer to it). */
const storedText = (reply: ChatReply): string | null => {
  if (reply.kind === 'text') return cleanText(reply.text)
  return reply.kind === 'truncated' && reply.cut === 'reply' ? cleanText(reply.text ?? '') : null
}

/** What a stored attempt tells without asking again; null where it was no reply of a model, so asking again is right. */
const answerOf = (call: StoredCall, usage: readonly Usage[]): Answer | null => {
  switch (call.usage.outcome) {
    case 'ok':
    case 'invalid':
      return { kind: 'text', text: call.text ?? '', usage }
    case 'truncated':
      return { kind: 'truncated', cut: call.text === null ? 'prompt' : 'reply', message: 'the reply was cut', usage }
    case 'refused':
      return { kind: 'refused', message: 'the model declined', usage }
    case 'throttled':
    case 'server-error':
    case 'timeout':
    case 'rejected':
    case 'unreachable':
      return null
  }
}

const storedAnswer = (calls: readonly StoredCall[]): Answer | null => {
  const usage = calls.map((call) => call.usage)
  return calls.map((call) => answerOf(call, usage)).find((answer) => answer !== null) ?? null
}

/** An answer that a run's ancestor bought: it costs this run nothing. The nearest one's is taken. */
const inheritedAnswer = async (key: QuestionKey, ancestors: readonly string[], bought: BoughtAnswers): Promise<Answer | null> => {
  for (const runId of ancestors) {
    const found = storedAnswer(await bought.find({ ...key, runId }))
    if (found !== null) return { ...found, usage: found.usage.map((used) => ({ ...used, inherited: true as const })) }
  }
  return null
}

const wasSent = (reply: ChatReply): boolean => reply.kind !== 'prompt-too-long' || reply.sent

const finalAnswer = (reply: ChatReply, usage: readonly Usage[]): Answer => {
  const { tokens: _, ...ended } = reply
  return ended.kind === 'text' ? { kind: 'text', text: cleanText(ended.text), usage } : { ...ended, usage }
}

/**
 * Asks one question, at most once for money: an answer bought before, by this run or by one of its ancestors, is found and
 * returned with its usage; otherwise the provider is asked, with transport retries by `retryDelay`, and each attempt is stored before anything else happens.
 * `isUsable` only names the outcome of a reply. Rejects when the store of answers fails.
 */
export const askOnce = async (
  question: Question,
  provider: ModelProvider,
  services: ModelServices,
  isUsable: (text: string) => boolean,
  { ancestors = [], signal }: { readonly ancestors?: readonly string[]; readonly signal?: AbortSignal },
): Promise<Answer> => {
  const { clock, bought, answered } = services
  const key = questionKey(question, provider.name)
  const earlier = await bought.find(key)
  const found = storedAnswer(earlier)
  if (found !== null) return found

  const usage = earlier.map((call) => call.usage)
  const inherited = await inheritedAnswer(key, ancestors, bought)
  if (inherited !== null) return { ...inherited, usage: [...usage, ...inherited.usage] }
  const attempts = new Map<string, number>()
  for (;;) {
    if (signal?.aborted === true) return { kind: 'aborted', usage }
    const started = clock.now()
    const { model, system, user, schema, schemaName, maxOutputTokens } = question
    const request = { model, system, user, schema, schemaName, maxOutputTokens, timeoutMs: services.timeoutMs }
    const reply = await provider.chat(signal === undefined ? request : { ...request, signal })
    const ended = clock.now()
    if (wasSent(reply)) {
      const used: Usage = {
        callId: services.newCallId(),
        role: question.role,
        stage: question.stage,
        model: `${provider.name}:${model}`,
        inputTokens: reply.tokens.input,
        outputTokens: reply.tokens.output,
        cachedTokens: reply.tokens.cached,
        costUsd: costUsd(provider.name, model, provider.apiUrl, reply.tokens),
        ms: Math.max(0, Math.round(ended - started)),
        outcome: outcomeOf(reply, isUsable),
      }
      const call = { ...key, attempt: usage.length + 1, text: storedText(reply), usage: used, at: new Date(ended).toISOString() }
      await bought.record(call)
      usage.push(used)
      services.onAttempt?.(call)
    }
    if (reply.kind === 'text' || reply.kind === 'truncated' || reply.kind === 'refused') answered.add(provider.name)
    if (reply.kind !== 'failure') return finalAnswer(reply, usage)
    const { failure } = reply
    const kind = failure.adapted ? 'adapted' : failure.kind
    const made = (attempts.get(kind) ?? 0) + 1
    attempts.set(kind, made)
    const delay = retryDelay({ failure, attempts: made, answeredBefore: answered.has(provider.name), jitter: clock.random() })
    if (delay === null) return finalAnswer(reply, usage)
    await clock.sleep(delay, signal)
  }
}
