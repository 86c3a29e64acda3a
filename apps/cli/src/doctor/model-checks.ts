import { type ModelRole, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { routeRoles } from '@winnow/model/routing.ts'
import { type StructuredResult, structuredCall } from '@winnow/model/structured-call.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { z } from 'zod'
import { resolveModels } from '../commands/model-options.ts'
import type { Config } from '../config.ts'
import { type Check, faulty, sound } from './check.ts'

/** A local model may have to be loaded first. Our reading. */
const limitMs = 30_000

const answer = z.object({ word: z.string(), length: z.number() })

/**
 * A check for each model that a role is routed to: can it be asked, and does it answer in the form that is asked for? One tiny
 * question each, unless `live` is false.
 */
export async function modelChecks(config: Config, live: boolean, signal: AbortSignal): Promise<readonly Check[]> {
  const routed = routedModels(config)
  if ('check' in routed) return [routed.check]
  const { models, note } = routed
  const used = [...new Set(Object.values(models))].filter((spec) => spec !== 'none')
  if (used.length === 0) return [sound('model', `none: extractive mode. ${note}`.trim())]
  const services = createModelServices({
    environment: config.environment,
    bought: createMemoryBoughtAnswers(),
    concurrency: config.concurrency,
    timeoutMs: limitMs,
  })
  try {
    return await Promise.all(
      used.map(async (spec) => {
        const roles = modelRoles.filter((role) => models[role] === spec)
        const name = `model ${spec}`
        const [role] = roles
        if (!live || role === undefined) return sound(name, `${roles.join(', ')}; not asked`)
        return modelCheck(name, roles, await ask(role, models, AbortSignal.any([signal, AbortSignal.timeout(limitMs)])))
      }),
    )
  } finally {
    await services.close()
  }

  function ask(role: ModelRole, specs: Readonly<Record<ModelRole, string>>, either: AbortSignal) {
    const routing = routeRoles('none', specs)
    if (!routing.ok) throw new Error(routing.error)
    return structuredCall(
      {
        role,
        stage: 'check',
        routing: routing.routing,
        runId: 'doctor',
        workId: specs[role],
        promptVersion: '1',
        prompt: { system: 'You answer in JSON.', user: 'Give the word "winnow" and its number of letters.' },
        schema: answer,
        schemaName: 'doctor',
        signal: either,
      },
      services,
    )
  }
}

function routedModels(
  config: Config,
): { readonly models: Readonly<Record<ModelRole, string>>; readonly note: string } | { readonly check: Check } {
  try {
    const { models, notes } = resolveModels(config, undefined, {})
    return { models, note: notes[0]?.replace('extractive mode: no model is used.', '').trim() ?? '' }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return {
      check: faulty('model', error.message, 'set the key that is named, or choose another with WINNOW_MODEL or WINNOW_MODEL_<ROLE>'),
    }
  }
}

/** The check of what a model answered to the question. */
export function modelCheck(name: string, roles: readonly ModelRole[], result: StructuredResult<unknown>): Check {
  if (result.ok) return sound(name, `${roles.join(', ')}; answered as asked${result.repairs.length === 0 ? '' : ', after a repair'}`)
  const detail = `${roles.join(', ')}; ${result.reason}`
  switch (result.failure) {
    case 'provider':
      return faulty(name, detail, 'see what it said; or choose another model with WINNOW_MODEL or WINNOW_MODEL_<ROLE>')
    case 'aborted':
      return faulty(
        name,
        `${roles.join(', ')}; no answer within ${limitMs / 1000} s`,
        'ask again: a local model may have had to be loaded; or check that its server answers',
      )
    case 'no-model':
    case 'invalid':
    case 'truncated':
    case 'refused':
    case 'prompt-too-long':
      return faulty(name, detail, 'choose a model that can answer in JSON of a given schema')
  }
}
