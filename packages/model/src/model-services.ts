import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createDispatcher } from '@winnow/http/http-dispatcher.ts'
import type { BoughtAnswers, StoredCall } from './bought-answers.ts'
import { createProviderLimits, type ProviderLimits } from './limits.ts'
import type { ProviderName } from './model-spec.ts'
import { configuredProvider, type ModelEnvironment } from './providers/environment.ts'
import type { Connection } from './providers/exchange.ts'
import type { ModelProvider } from './providers/provider.ts'

export type FoundProvider = { readonly ok: true; readonly provider: ModelProvider } | { readonly ok: false; readonly message: string }

/** Time, waiting and chance, so that tests own them. */
export interface CallClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** 0 ≤ x < 1. */
  random(): number
}

/** What structured calls share in a process; made once by `createModelServices`. */
export interface ModelServices {
  readonly bought: BoughtAnswers
  readonly limits: ProviderLimits
  readonly clock: CallClock
  readonly timeoutMs: number
  /** Providers that have answered a call in this process. */
  readonly answered: Set<ProviderName>
  provider(name: ProviderName): Promise<FoundProvider>
  newCallId(): string
  /** Told of every HTTP attempt once it is stored: spans, metrics, progress. */
  onAttempt?(call: StoredCall): void
  /** Ends idle connections; calls under way end as failures. */
  close(): Promise<void>
}

export interface ModelServicesOptions {
  readonly environment: ModelEnvironment
  readonly bought: BoughtAnswers
  /** Model calls at once, for each provider. */
  readonly concurrency: number
  /** Milliseconds for one HTTP attempt; 5 minutes unless told, as local models are slow. */
  readonly timeoutMs?: number
  /** Bound of Ollama's num_ctx in tokens; 32,768 unless told. */
  readonly largestContext?: number
  readonly clock?: CallClock
  readonly onAttempt?: (call: StoredCall) => void
}

const systemClock: CallClock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal })
    } catch (error) {
      if (signal?.aborted !== true) throw error
    }
  },
  random: () => Math.random(),
}

/** The SDKs are loaded when a role is really routed to them: a run without a model pays nothing for them. */
const loadProvider = async (name: ProviderName, connection: Connection, largestContext: number): Promise<ModelProvider> => {
  switch (name) {
    case 'openai':
      return (await import('./providers/openai.ts')).createOpenaiProvider(connection)
    case 'anthropic':
      return (await import('./providers/anthropic.ts')).createAnthropicProvider(connection)
    case 'ollama':
      return (await import('./providers/ollama.ts')).createOllamaProvider(connection, largestContext)
  }
}

/** Makes what structured calls share. Connects to nothing yet; a provider that is not configured is told when it is asked for. */
export const createModelServices = (options: ModelServicesOptions): ModelServices => {
  const dispatcher = createDispatcher(options.environment)
  const clock = options.clock ?? systemClock
  const loaded = new Map<ProviderName, Promise<FoundProvider>>()
  const find = async (name: ProviderName): Promise<FoundProvider> => {
    const configured = configuredProvider(options.environment, name)
    if (!configured.ok) return configured
    const connection: Connection = { endpoint: configured.endpoint, dispatcher, now: () => clock.now() }
    return { ok: true, provider: await loadProvider(name, connection, options.largestContext ?? 32_768) }
  }
  return {
    bought: options.bought,
    limits: createProviderLimits(options.concurrency),
    clock,
    timeoutMs: options.timeoutMs ?? 300_000,
    answered: new Set(),
    provider(name) {
      const known = loaded.get(name) ?? find(name)
      loaded.set(name, known)
      return known
    },
    newCallId: () => randomUUID(),
    ...(options.onAttempt === undefined ? {} : { onAttempt: options.onAttempt }),
    close: () => dispatcher.destroy(),
  }
}
