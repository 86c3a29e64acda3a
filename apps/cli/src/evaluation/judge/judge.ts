import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { JudgeFailure } from '@winnow/domain/judging/answer-judgement.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { routeRoles } from '@winnow/model/routing.ts'
import { structuredCall } from '@winnow/model/structured-call.ts'
import { ProviderHealth, ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { z } from 'zod'

/** One question to the judge. `repetition` tells judgements of one thing apart, so that each is really asked. */
export interface JudgeQuestion<T> {
  readonly about: string
  readonly repetition: number
  readonly promptVersion: string
  readonly prompt: { readonly system: string; readonly user: string }
  readonly schema: z.ZodType<T>
  readonly schemaName: string
}

export type JudgeReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: JudgeFailure['reason']; readonly detail: string }

/** The model of the role `judge`. */
export interface Judge {
  /** "provider:model". */
  readonly model: string
  /** Asks; a reply that cannot be used is a value. Throws ProviderStop when the provider fails, and the signal's reason once aborted. */
  readonly ask: <T>(question: JudgeQuestion<T>) => Promise<JudgeReply<T>>
  /** Every call so far, also failed ones. */
  readonly usage: () => readonly Usage[]
}

/** All judgements of a process belong together: five failures of the provider in a row end them, as they end a run. */
const judging = 'judging'

/** The judge that `model` names; null for "none": words alone judge then. `model` has been checked before (`resolveModels`). */
export function openJudge(model: string, services: ModelServices, signal: AbortSignal): Judge | null {
  const routed = routeRoles(model, {})
  if (!routed.ok) throw new Error(`the judge cannot be read: ${routed.error}`)
  const { routing } = routed
  if (routing.judge.provider === 'none') return null
  const health = new ProviderHealth()
  const usage: Usage[] = []
  const ask = async <T>({ about, repetition, ...question }: JudgeQuestion<T>): Promise<JudgeReply<T>> => {
    const workId = `${about}:${repetition}`
    const result = await structuredCall({ ...question, role: 'judge', stage: 'check', routing, runId: judging, workId, signal }, services)
    usage.push(...result.usage)
    if (result.ok) {
      health.answered(judging, 'judge')
      return { ok: true, value: result.value }
    }
    switch (result.failure) {
      case 'aborted':
        signal.throwIfAborted()
        throw new Error(result.reason)
      case 'no-model':
        throw new Error(result.reason)
      case 'provider':
        if (result.providerFailure !== undefined && health.failed(judging, 'judge', result.providerFailure))
          throw new ProviderStop(result.providerFailure)
        return { ok: false, reason: 'provider', detail: result.reason }
      case 'invalid':
      case 'truncated':
      case 'refused':
      case 'prompt-too-long':
        health.answered(judging, 'judge')
        return { ok: false, reason: result.failure, detail: result.reason }
    }
  }
  return { model, ask, usage: () => usage }
}

/** Failures counted by reason, each with the first as its example. */
export function countFailures(replies: readonly JudgeReply<unknown>[]): readonly JudgeFailure[] {
  const failed = replies.filter((reply) => !reply.ok)
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    count: same.length,
    example: same[0]?.detail ?? '',
  }))
}
