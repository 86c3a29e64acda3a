import { createHttpReranker } from '@winnow/answerer/adapters/http-reranker.ts'
import type { Reranker } from '@winnow/answerer/reranker.ts'
import { createApiClient } from '@winnow/http/api-client.ts'
import { tellingSourceCalls } from '@winnow/runtime/telemetry/source-calls.ts'
import type { Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import { userAgent } from '../user-agent.ts'

/**
 * The reranker that is configured, or null. Its address is the operator's own, as those of models are: it may be private, and is
 * asked also offline.
 */
export function openReranker(
  pool: Pool,
  { reranker: settings, sources, environment }: Config,
  telemetry: Telemetry,
): { readonly reranker: Reranker | null; close(): Promise<void> } {
  if (settings === null) return { reranker: null, close: async () => undefined }
  const onCall = tellingSourceCalls(telemetry)
  const client = createApiClient({ pool, environment, userAgent: userAgent(sources), offline: false, onCall })
  return { reranker: createHttpReranker(settings, client), close: () => client.close() }
}
