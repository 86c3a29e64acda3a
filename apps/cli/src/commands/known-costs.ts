import { modelOf, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { parseModelSpec } from '@winnow/model/model-spec.ts'
import { costUsd } from '@winnow/model/prices.ts'
import { configuredProvider } from '@winnow/model/providers/environment.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { Config } from '../config.ts'

/** US dollars of a call of the given tokens to a model as routed; 0 for "none", null when the price is unknown. */
export function priceOf(spec: string, tokens: { readonly input: number; readonly output: number }, config: Config): number | null {
  const parsed = parseModelSpec(spec)
  if (!parsed.ok) throw new UsageError(parsed.error)
  if (parsed.spec.provider === 'none') return 0
  const configured = configuredProvider(config.environment, parsed.spec.provider)
  if (!configured.ok) throw new UsageError(`${spec}: ${configured.message}`)
  return costUsd(parsed.spec.provider, parsed.spec.model, configured.endpoint.url, { ...tokens, cached: 0 })
}

/** Refuses a cost limit that could not be kept: the price of a model is unknown (spec §2). `instead`: what the command offers. */
export function refuseUnknownCosts(
  run: { readonly limits: Pick<BudgetLimits, 'maxCostUsd'>; readonly models: RunOptions['models'] },
  config: Config,
  instead = 'Limit --max-tokens instead',
): void {
  if (run.limits.maxCostUsd === null) return
  const unknown = [...new Set(modelRoles.map((role) => modelOf(run.models, role)))].filter(
    (spec) => priceOf(spec, { input: 1000, output: 1000 }, config) === null,
  )
  if (unknown.length > 0) {
    throw new UsageError(`--max-cost cannot be kept: the price of ${unknown.join(', ')} is unknown. ${instead}, or choose another model.`)
  }
}
