import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import { lineageOf } from '@winnow/domain/fork-state.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { formatModelSpec } from '@winnow/model/model-spec.ts'
import { type ProviderFailure, stopsTheRun } from '@winnow/model/provider-failure.ts'
import { routeRoles } from '@winnow/model/routing.ts'
import { structuredCall } from '@winnow/model/structured-call.ts'
import type { Answer, AskModel, Question, RunSnapshot } from './service.ts'

/** A provider that fails this often in a row on one role stops the run (spec §2). */
export const failuresInARow = 5

/** Thrown to give a work item back without an outcome: the run is to pause because its provider fails. */
export class ProviderStop extends Error {
  override readonly name = 'ProviderStop'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Counts provider failures in a row, by run and role; an answer of the provider, or a stop, starts anew. */
export class ProviderHealth {
  readonly #failures = new Map<string, number>()

  answered(runId: string, role: ModelRole): void {
    this.#failures.delete(`${runId}|${role}`)
  }

  /** Notes a failure; true when the run is to stop. */
  failed(runId: string, role: ModelRole, failure: ProviderFailure): boolean {
    const key = `${runId}|${role}`
    const count = (this.#failures.get(key) ?? 0) + 1
    const stops = stopsTheRun(failure) || count >= failuresInARow
    if (stops) this.#failures.delete(key)
    else this.#failures.set(key, count)
    return stops
  }
}

/**
 * The model as one task sees it. A reply that cannot be used, and a provider that fails, degrade the step; a provider that
 * fails at its first call or five times in a row stops the run instead, unless the run asks to degrade (spec §2).
 */
export function askModelFor(
  run: RunSnapshot,
  item: WorkItem,
  signal: AbortSignal,
  services: ModelServices,
  health: ProviderHealth,
): AskModel {
  const options = run.state.request?.options
  if (options === undefined) throw new Error(`run ${run.runId} has no request`)
  const routed = routeRoles('none', options.models)
  if (!routed.ok) throw new Error(`the models of run ${run.runId} cannot be read: ${routed.error}`)
  const call = { routing: routed.routing, runId: run.runId, workId: item.workId, ancestors: lineageOf(run.state), signal }
  return async <T>(question: Question<T>): Promise<Answer<T>> => {
    const spec = routed.routing[question.role]
    if (spec.provider === 'none') return { value: null, model: 'none', usage: [], degraded: [] }
    const model = formatModelSpec(spec)
    if (question.fallback === 'budget') return degradedAnswer(model, question.role, 'the budget does not pay for a model call', [])
    const result = await structuredCall({ ...question, ...call }, services)
    if (result.ok) {
      health.answered(run.runId, question.role)
      return { value: result.value, model, usage: result.usage, degraded: [] }
    }
    if (result.failure === 'aborted') throw new Error('the call was aborted')
    if (result.providerFailure === undefined) {
      // The provider answered, if badly: a bad reply is not a failing provider.
      health.answered(run.runId, question.role)
    } else if (health.failed(run.runId, question.role, result.providerFailure) && options.onProviderFailure === 'stop') {
      throw new ProviderStop(result.providerFailure)
    }
    return degradedAnswer(model, question.role, result.reason, result.usage)
  }
}

function degradedAnswer(model: string, role: ModelRole, reason: string, usage: readonly Usage[]): Answer<never> {
  return { value: null, model, usage, degraded: [{ role, reason, count: 1 }] }
}
