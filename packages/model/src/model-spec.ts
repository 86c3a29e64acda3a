export const providerNames = ['openai', 'anthropic', 'ollama'] as const
export type ProviderName = (typeof providerNames)[number]

/** Which model serves a role: a provider's model, or no model at all (the role's fallback alone, spec §2). */
export type ModelSpec = { readonly provider: ProviderName; readonly model: string } | { readonly provider: 'none' }

export type ParsedModelSpec = { readonly ok: true; readonly spec: ModelSpec } | { readonly ok: false; readonly error: string }

const isProviderName = (name: string): name is ProviderName => providerNames.some((known) => known === name)

/**
 * Reads "provider:model" ("openai:gpt-5-mini", "anthropic:claude-sonnet-4-5", "ollama:qwen3:8b") or "none".
 * Only the first colon separates: a model's name may hold more of them. The error is a sentence for the person who typed it.
 */
export const parseModelSpec = (text: string): ParsedModelSpec => {
  const trimmed = text.trim()
  if (trimmed.toLowerCase() === 'none') return { ok: true, spec: { provider: 'none' } }
  const colon = trimmed.indexOf(':')
  const forms = 'openai:<model>, anthropic:<model>, ollama:<model> or none'
  if (colon === -1) return { ok: false, error: `"${trimmed}" is no model: write ${forms}` }
  const provider = trimmed.slice(0, colon).trim().toLowerCase()
  const model = trimmed.slice(colon + 1).trim()
  if (!isProviderName(provider)) return { ok: false, error: `"${provider}" is no provider: write ${forms}` }
  if (model === '') return { ok: false, error: `"${trimmed}" names no model: write ${provider}:<model>` }
  if (/\s/.test(model)) return { ok: false, error: `"${model}" is no model name: it holds white space` }
  return { ok: true, spec: { provider, model } }
}

/** The one written form of a spec, as events and usage carry it: "provider:model" or "none". */
export const formatModelSpec = (spec: ModelSpec): string => (spec.provider === 'none' ? 'none' : `${spec.provider}:${spec.model}`)
