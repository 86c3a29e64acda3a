import { type ModelRole, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { formatModelSpec } from '@winnow/model/model-spec.ts'
import { configuredProvider, defaultModelSpec } from '@winnow/model/providers/environment.ts'
import { localModels, routeRoles } from '@winnow/model/routing.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { Config } from '../config.ts'

/**
 * These work only when they are routed on their own: without a judge the writer checks the citations (spec §12), and a second
 * screener without a model is the ranking, as a second opinion of the same model would be little of one (docs/decisions/022).
 */
export const onlyWhenNamed: readonly ModelRole[] = ['judge', 'screener2']

export interface ResolvedModels {
  /** "provider:model" or "none" for every role. */
  readonly models: Readonly<Record<ModelRole, string>>
  /** What a user should know: extractive mode, several local models. */
  readonly notes: readonly string[]
}

/**
 * The model of each of the roles: --model-<role>, WINNOW_MODEL_<ROLE>, --model, WINNOW_MODEL, the first key that is set, none.
 * A role that is not used has none. Throws UsageError for a spec that cannot be read or a provider that is not configured.
 */
export function resolveModels(
  config: Config,
  model: string | undefined,
  perRole: Readonly<Partial<Record<ModelRole, string>>>,
  used: readonly ModelRole[] = modelRoles,
): ResolvedModels {
  const fallback = defaultModelSpec(config.environment)
  const named = model ?? config.model
  const general = named ?? fallback.spec
  const routed = routeRoles(general, {
    ...Object.fromEntries(onlyWhenNamed.map((role) => [role, 'none'])),
    ...config.roleModels,
    ...perRole,
    ...Object.fromEntries(modelRoles.filter((role) => !used.includes(role)).map((role) => [role, 'none'])),
  })
  if (!routed.ok) throw new UsageError(routed.error)
  const notes: string[] = []
  for (const spec of Object.values(routed.routing)) {
    if (spec.provider === 'none') continue
    const configured = configuredProvider(config.environment, spec.provider)
    if (!configured.ok) throw new UsageError(`${formatModelSpec(spec)}: ${configured.message}`)
  }
  const models = Object.fromEntries(modelRoles.map((role) => [role, formatModelSpec(routed.routing[role])])) as Record<ModelRole, string>
  if (Object.values(models).every((spec) => spec === 'none')) {
    notes.push(`extractive mode: no model is used.${named === undefined && fallback.hint !== null ? ` ${capital(fallback.hint)}.` : ''}`)
  } else if (named === undefined && fallback.spec !== 'none') {
    notes.push(`model ${fallback.spec}, as its key is set; choose another with --model`)
  }
  const local = localModels(routed.routing)
  if (local.length > 1)
    notes.push(`the roles name ${local.length} local models (${local.join(', ')}): loading them in turn will take most of the time`)
  return { models, notes }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
