import type { ProviderName } from '../model-spec.ts'
import type { FailureKind } from '../provider-failure.ts'
import type { JsonSchema } from '../schema.ts'

/** One request to a model server. The provider shapes the schema to what it can enforce. */
export interface ChatRequest {
  readonly model: string
  readonly system: string
  readonly user: string
  readonly schema: JsonSchema
  readonly schemaName: string
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Null where the server did not tell. `input` holds cached tokens too. */
export interface Tokens {
  readonly input: number | null
  readonly output: number | null
  readonly cached: number | null
}

export const noTokens: Tokens = { input: null, output: null, cached: null }

/** A request that brought no reply of a model. */
export interface Failure {
  readonly kind: FailureKind
  /** A sentence that names cause and fix, without secrets. */
  readonly message: string
  /** How long the server asked to wait, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null
  /** The provider has adapted to the server's dialect: the same question may be asked again at once. */
  readonly adapted: boolean
}

/** How a request ended. A reply cut by a limit is `truncated` before anybody reads it (PBR-028). */
export type ChatReply = { readonly tokens: Tokens } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truncated'; readonly cut: 'reply' | 'prompt'; readonly text: string | null; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'aborted' }
  /** The prompt does not fit into the model's context; `sent` tells whether the server said so or nothing was asked. */
  | { readonly kind: 'prompt-too-long'; readonly sent: boolean; readonly message: string }
)

/** One model server behind one wire format. `chat` makes exactly one HTTP request (none for an unsent `prompt-too-long`) and never rejects. */
export interface ModelProvider {
  readonly name: ProviderName
  /** The API's address, by which prices are looked up. */
  readonly apiUrl: string
  /** The output limit of a first try, in tokens. */
  readonly outputTokens: number
  chat(request: ChatRequest): Promise<ChatReply>
}
