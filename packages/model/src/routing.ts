import { type ModelRole, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { formatModelSpec, type ModelSpec, parseModelSpec } from './model-spec.ts'

/** The model of every role. */
export type ModelRouting = Readonly<Record<ModelRole, ModelSpec>>

export type RoutedRoles = { readonly ok: true; readonly routing: ModelRouting } | { readonly ok: false; readonly error: string }

/**
 * Routes each role on its own (spec §2): the role's own spec, else the default. In: specs as text, as options and
 * environment give them. The first spec that cannot be read is the error, with the role it was given for.
 */
export const routeRoles = (defaultSpec: string, perRole: Readonly<Partial<Record<ModelRole, string | undefined>>>): RoutedRoles => {
  const routed: [ModelRole, ModelSpec][] = []
  for (const role of modelRoles) {
    const own = perRole[role]
    const parsed = parseModelSpec(own ?? defaultSpec)
    if (!parsed.ok) return { ok: false, error: own === undefined ? parsed.error : `model of role ${role}: ${parsed.error}` }
    routed.push([role, parsed.spec])
  }
  return { ok: true, routing: Object.fromEntries(routed) as Record<ModelRole, ModelSpec> }
}

/** The local models a routing names, sorted. More than one deserves a warning: reloading weights dominates (spec §2). */
export const localModels = (routing: ModelRouting): readonly string[] =>
  [
    ...new Set(
      Object.values(routing)
        .filter((spec) => spec.provider === 'ollama')
        .map(formatModelSpec),
    ),
  ].sort()
