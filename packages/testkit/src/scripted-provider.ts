import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices, type ModelServices } from '@winnow/model/model-services.ts'
import type { FailureKind } from '@winnow/model/provider-failure.ts'
import type { ChatReply, ChatRequest, ModelProvider } from '@winnow/model/providers/provider.ts'

const tokens = { input: 10, output: 5, cached: 0 }

/** A reply of the model: a value as its JSON, or text as it stands. */
export function replies(value: unknown): ChatReply {
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value), tokens }
}

/** A request that brought no reply of the model. */
export function fails(kind: FailureKind, message = `the provider fails: ${kind}`): ChatReply {
  return {
    kind: 'failure',
    failure: { kind, message, retryAfterMs: null, adapted: false },
    tokens: { input: null, output: null, cached: null },
  }
}

export interface ScriptedProvider {
  /** Real model services over a provider that answers by the script: routing, repair, retries and bought answers are the real ones. */
  readonly services: ModelServices
  /** What was asked, in order. */
  readonly asked: readonly ChatRequest[]
}

/**
 * Model services without a network: every provider is one that answers by `script`; waits take no time. Calls have a price only
 * when `apiUrl` is that of a vendor.
 */
export function scriptedProvider(
  script: (request: ChatRequest, number: number) => ChatReply | Promise<ChatReply>,
  apiUrl = 'http://127.0.0.1:1',
): ScriptedProvider {
  const asked: ChatRequest[] = []
  const provider: ModelProvider = {
    name: 'openai',
    apiUrl,
    outputTokens: 1000,
    chat: async (request) => {
      asked.push(request)
      return script(request, asked.length)
    },
  }
  const services = createModelServices({
    environment: {},
    bought: createMemoryBoughtAnswers(),
    concurrency: 6,
    clock: { now: () => Date.parse('2026-07-01T09:00:00.000Z'), sleep: async () => {}, random: () => 0 },
  })
  return { services: { ...services, provider: async () => ({ ok: true, provider }) }, asked }
}
