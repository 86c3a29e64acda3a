import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { BoughtAnswers } from '@winnow/model/bought-answers.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import type { ModelEnvironment } from '@winnow/model/providers/environment.ts'
import { routeRoles } from '@winnow/model/routing.ts'
import { structuredCall } from '@winnow/model/structured-call.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import { screeningPromptVersion } from '@winnow/screener/core/screening-prompt.ts'
import { type ScreeningReply, screeningReply } from '@winnow/screener/core/screening-reply.ts'

/** A question to the screening model; `value` null: it cannot be used, and `degraded` says why. */
export type AskScreener = (prompt: { readonly system: string; readonly user: string }) => Promise<{
  readonly value: ScreeningReply | null
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}>

export interface ScreeningModel {
  readonly ask: AskScreener
  readonly close: () => Promise<void>
}

export interface ScreeningModelOptions {
  /** "provider:model" as routed. */
  readonly model: string
  readonly environment: ModelEnvironment
  readonly bought: BoughtAnswers
  /** Names this screening among the bought answers: the same one finds what it bought before. */
  readonly screeningId: string
  readonly concurrency: number
  readonly signal: AbortSignal
}

/**
 * The model as `winnow screen` asks it. A reply that cannot be used degrades one batch, as in a run. A provider that fails, after the
 * usual retries, throws ProviderStop: what was bought is kept, and no rule decides in its place. Throws the signal's reason when
 * it aborts.
 */
export function createScreeningModel(options: ScreeningModelOptions): ScreeningModel {
  const { environment, bought, concurrency, screeningId, signal } = options
  const routed = routeRoles('none', { screener: options.model })
  if (!routed.ok) throw new UsageError(routed.error)
  const services = createModelServices({ environment, bought, concurrency })
  const ask: AskScreener = async (prompt) => {
    const result = await structuredCall(
      {
        role: 'screener',
        stage: 'screening',
        routing: routed.routing,
        runId: screeningId,
        workId: 'screen',
        promptVersion: screeningPromptVersion,
        prompt,
        schema: screeningReply,
        schemaName: 'screening',
        signal,
      },
      services,
    )
    if (result.ok) return { value: result.value, usage: result.usage, degraded: [] }
    signal.throwIfAborted()
    if (result.providerFailure !== undefined) throw new ProviderStop(result.providerFailure)
    return { value: null, usage: result.usage, degraded: [{ role: 'screener', reason: result.reason, count: 1 }] }
  }
  return { ask, close: () => services.close() }
}
