import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { answerRoles, type ModelRole, modelOf, modelRoles, researchRoles } from '@winnow/contracts/entities/model-role.ts'
import { type PlanEdit, planEdit } from '@winnow/contracts/entities/plan.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { formatModelSpec } from '@winnow/model/model-spec.ts'
import { configuredProvider } from '@winnow/model/providers/environment.ts'
import { routeRoles } from '@winnow/model/routing.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sanitiseJson } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { onlyWhenNamed } from './model-options.ts'

/**
 * The models that a fork has otherwise than its parent, by role. `model` is for every role that its kind of run uses but the
 * judge, who is another only when named; nothing is taken from the environment. Throws UsageError for a spec that cannot be read, or when a provider that
 * the fork needs is not configured here.
 */
export function otherModels(
  parent: RunOptions['models'],
  model: string | undefined,
  perRole: Readonly<Partial<Record<ModelRole, string | undefined>>>,
  config: Pick<Config, 'environment'>,
  kind: 'research' | 'answer' = 'research',
): Partial<Record<ModelRole, string>> {
  const used: readonly ModelRole[] = kind === 'answer' ? answerRoles : researchRoles
  const unused = modelRoles.find((role) => perRole[role] !== undefined && !used.includes(role))
  if (unused !== undefined) throw new UsageError(`--model-${unused}: a run of kind ${kind} has the roles ${used.join(', ')}`)
  const general =
    model === undefined ? {} : Object.fromEntries(used.filter((role) => !onlyWhenNamed.includes(role)).map((role) => [role, model]))
  const routed = routeRoles('none', { ...parent, ...general, ...perRole })
  if (!routed.ok) throw new UsageError(routed.error)
  for (const spec of Object.values(routed.routing)) {
    if (spec.provider === 'none') continue
    const configured = configuredProvider(config.environment, spec.provider)
    if (!configured.ok) throw new UsageError(`${formatModelSpec(spec)}: ${configured.message}`)
  }
  const specs = modelRoles.map((role) => [role, formatModelSpec(routed.routing[role])] as const)
  return Object.fromEntries(specs.filter(([role, spec]) => spec !== modelOf(parent, role)))
}

/** Edits as a file or an argument holds them: one, a list, or an object with a list. */
const planEdits = z.union([
  planEdit.transform((edit) => [edit]),
  z.array(planEdit).min(1),
  z.object({ edits: z.array(planEdit).min(1) }).transform(({ edits }) => edits),
])

const forms =
  'one such as {"kind":"add","text":"…?","rationale":"…","priority":2}, {"kind":"rephrase","subquestionId":"RQ1","text":"…?"} or {"kind":"close","subquestionId":"RQ2"}, or a list of them'

/** Edits of the plan, as JSON or in files of JSON. Throws UsageError that names what cannot be read. */
export async function readPlanEdits(given: readonly string[], cwd: string): Promise<readonly PlanEdit[]> {
  const read = await Promise.all(given.map((one) => readEdits(one, cwd)))
  return read.flat()
}

async function readEdits(given: string, cwd: string): Promise<readonly PlanEdit[]> {
  const inline = /^\s*[[{]/.test(given)
  const name = inline ? '--plan-edit' : `--plan-edit ${given}`
  let value: unknown
  try {
    const text = inline ? given : await readFile(resolve(cwd, given), 'utf8')
    value = sanitiseJson(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw new UsageError(`${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = planEdits.safeParse(value)
  if (!parsed.success) throw new UsageError(`${name} is no edit of a plan: ${forms}`)
  return parsed.data
}
