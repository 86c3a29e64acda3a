import type { ScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { z } from 'zod'
import type { StoredCall } from '../bought-answers.ts'
import { createMemoryBoughtAnswers } from '../bought-answers-memory.ts'
import { createModelServices } from '../model-services.ts'
import { routeRoles } from '../routing.ts'
import { type StructuredRequest, structuredCall } from '../structured-call.ts'

export const vote = z.object({ decision: z.enum(['include', 'exclude']), score: z.number().min(0).max(1) })
type Vote = z.infer<typeof vote>
export const include: Vote = { decision: 'include', score: 0.5 }
export const good = JSON.stringify(include)
/** A key that must never be seen again outside a header. */
export const canary = 'sk-canary-0123456789'

export interface Setting {
  readonly model?: string
  readonly environment?: Record<string, string>
  readonly timeoutMs?: number
  readonly largestContext?: number
  readonly concurrency?: number
}

/** Services of one test against a scripted server: waits are recorded, not waited for; call ids are random as in real life. */
export const setUpCall = (
  server: ScriptedModelServer,
  { model = 'openai:m', environment = {}, timeoutMs = 20_000, largestContext = 32_768, concurrency = 6 }: Setting = {},
) => {
  const waits: number[] = []
  const told: StoredCall[] = []
  const bought = createMemoryBoughtAnswers()
  const services = createModelServices({
    environment: {
      OPENAI_API_KEY: canary,
      OPENAI_BASE_URL: `${server.url}/v1`,
      ANTHROPIC_API_KEY: canary,
      ANTHROPIC_BASE_URL: server.url,
      OLLAMA_HOST: server.url,
      ...environment,
    },
    bought,
    concurrency,
    timeoutMs,
    largestContext,
    onAttempt: (call) => told.push(call),
    clock: { now: () => Date.parse('2026-03-10T12:00:00Z'), sleep: async (ms) => void waits.push(ms), random: () => 0 },
  })
  const routed = routeRoles(model, {})
  if (!routed.ok) throw new Error(routed.error)
  const request = (change: Partial<StructuredRequest<Vote>> = {}): StructuredRequest<Vote> => ({
    role: 'screener',
    stage: 'screening',
    routing: routed.routing,
    runId: 'run',
    workId: 'work',
    promptVersion: '1',
    prompt: { system: 'You screen papers.', user: 'Is D1 about nights?' },
    schema: vote,
    schemaName: 'vote',
    ...change,
  })
  const call = (change?: Partial<StructuredRequest<Vote>>) => structuredCall(request(change), services)
  return { waits, told, bought, services, call }
}
