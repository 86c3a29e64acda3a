import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { z } from 'zod'
import type { ModelServices } from './model-services.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { ModelRouting } from './routing.ts'

/** One question to the model of a role. Optional properties of the schema should be `.nullable()`, not `.optional()`. */
export interface StructuredRequest<T> {
  readonly role: ModelRole
  readonly stage: Stage
  readonly routing: ModelRouting
  readonly runId: string
  /** The work item this call belongs to; a redelivered item finds its bought answers by it. */
  readonly workId: string
  /** Changes when the prompt's wording changes, so that an old answer is not taken for a new question's. */
  readonly promptVersion: string
  readonly prompt: { readonly system: string; readonly user: string }
  readonly schema: z.ZodType<T>
  /** Letters, digits, "_" and "-": OpenAI's rule for names of formats. */
  readonly schemaName: string
  readonly signal?: AbortSignal
}

/** Why there is no value. `provider`: see `providerFailure`; every other one is a reply (or its absence) and degrades one step. */
export type NoValue = 'no-model' | 'invalid' | 'truncated' | 'refused' | 'prompt-too-long' | 'provider' | 'aborted'

/** `usage` holds every HTTP attempt behind this result exactly once, also stored ones of an earlier delivery. */
export type StructuredResult<T> =
  | { readonly value: T; readonly repairs: readonly string[]; readonly usage: readonly Usage[] }
  | {
      readonly value: null
      readonly failure: NoValue
      /** A readable sentence, without secrets. */
      readonly reason: string
      readonly usage: readonly Usage[]
      /** Present exactly when `failure` is `provider`. */
      readonly providerFailure?: ProviderFailure
    }

export type StructuredCall = <T>(request: StructuredRequest<T>, services: ModelServices) => Promise<StructuredResult<T>>
