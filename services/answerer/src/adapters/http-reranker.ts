import type { ApiClient } from '@winnow/http/api-client.ts'
import { type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import { rerankFault } from '../core/rerank-fault.ts'
import { readRerankReply } from '../core/rerank-reply.ts'
import { type RerankFormat, rerankAddress, rerankBody } from '../core/rerank-request.ts'
import type { Reranker, Reranking } from '../reranker.ts'

/** Where a reranker is, and how it is spoken to. */
export interface RerankerSettings {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly format: RerankFormat
}

/** Texts of one request: as many as text-embeddings-inference takes unless told otherwise (--max-client-batch-size 32). */
export const textsOfRequest = 32

/** What another batch may fare better with; every other fault is of the server, and the rest is not asked. */
const ofTheBatch: ReadonlySet<Fault['kind']> = new Set(['unreadable', 'bad-request'])

/** The name under which runs know a reranker of this model. */
export function httpRerankerName(model: string): string {
  return `http:${model}`
}

/**
 * A reranker behind POST …/rerank, through the one HTTP client: time-outs, retries, limits of size, kept answers. A request that
 * fails leaves its texts without scores and says why.
 */
export function createHttpReranker(settings: RerankerSettings, client: Pick<ApiClient, 'call'>): Reranker {
  const { model, format } = settings
  const { baseUrl, path } = rerankAddress(settings.url, format)
  const policy = policyOf(settings, baseUrl)
  return {
    name: httpRerankerName(model),
    rerank: async (query, texts, context) => {
      const scores: (number | null)[] = []
      const faults: string[] = []
      for (let from = 0; from < texts.length; from += textsOfRequest) {
        const batch = texts.slice(from, from + textsOfRequest)
        const body = { json: rerankBody(format, model, query, batch) }
        const reply = await client.call(policy, { method: 'POST', path, body }, context)
        const read = reply.ok ? readRerankReply(jsonBody(reply.response), batch.length) : null
        scores.push(...(read?.scores ?? batch.map(() => null)))
        faults.push(...(read?.faults ?? []))
        if (reply.ok) continue
        faults.push(reply.fault.message)
        if (!ofTheBatch.has(reply.fault.kind)) break
      }
      return { scores: [...scores, ...texts.slice(scores.length).map(() => null)], faults } satisfies Reranking
    },
  }
}

function policyOf({ key }: RerankerSettings, baseUrl: string): SourcePolicy {
  return {
    name: 'reranker',
    baseUrl,
    intervalMs: 0,
    exclusive: false,
    throttleWaitsMs: [1_000, 4_000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }),
    faultOf: rerankFault,
  }
}
