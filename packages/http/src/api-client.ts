import type { ApiReply, ApiRequest } from './api-exchange.ts'
import type { CallContext, SourcePolicy } from './source-policy.ts'

/** The one way to a source's API: cache, shared rate limit, breaker, retries, limits of time and size. */
export interface ApiClient {
  readonly call: (policy: SourcePolicy, request: ApiRequest, context: CallContext) => Promise<ApiReply>
  readonly close: () => Promise<void>
}
