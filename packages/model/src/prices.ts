import { calcPrice } from '@pydantic/genai-prices'
import type { ProviderName } from './model-spec.ts'
import type { Tokens } from './providers/provider.ts'

/**
 * US dollars of one call, from the bundled price table; null when the price is unknown (a local or unlisted model, an
 * address that is not the vendor's own) or the tokens are. Never 0 for unknown (spec §2).
 */
export const costUsd = (provider: ProviderName, model: string, apiUrl: string, tokens: Tokens): number | null => {
  if (provider === 'ollama' || tokens.input === null || tokens.output === null) return null
  const counted = {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cache_read_tokens: Math.min(tokens.cached ?? 0, tokens.input),
  }
  return calcPrice(counted, model, { providerApiUrl: apiUrl })?.total_price ?? null
}
