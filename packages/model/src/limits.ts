import pLimit, { type LimitFunction } from 'p-limit'
import type { ProviderName } from './model-spec.ts'

/** Runs a task when the provider has a free place; first come, first served. Null when the signal aborts before its turn. */
export type ProviderLimits = <T>(provider: ProviderName, signal: AbortSignal | undefined, task: () => Promise<T>) => Promise<T | null>

/** At most `concurrency` calls at once to each provider of this process (design §4, "Fairness"). */
export const createProviderLimits = (concurrency: number): ProviderLimits => {
  const limits = new Map<ProviderName, LimitFunction>()
  return async (provider, signal, task) => {
    if (signal?.aborted === true) return null
    const limit = limits.get(provider) ?? pLimit(concurrency)
    limits.set(provider, limit)
    const { promise: givenUp, resolve } = Promise.withResolvers<null>()
    const giveUp = () => resolve(null)
    signal?.addEventListener('abort', giveUp, { once: true })
    const turn = limit(async () => {
      signal?.removeEventListener('abort', giveUp)
      return signal?.aborted === true ? null : task()
    })
    return Promise.race([turn, givenUp])
  }
}
