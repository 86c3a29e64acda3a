import type { ProviderName } from '../model-spec.ts'
import type { Endpoint } from './failure-message.ts'

/** The standard variables, as a plain object; the process's environment is read by the caller's configuration alone. */
export type ModelEnvironment = Readonly<Record<string, string | undefined>>

export type ConfiguredProvider = { readonly ok: true; readonly endpoint: Endpoint } | { readonly ok: false; readonly message: string }

const openaiUrl = 'https://api.openai.com/v1'
const anthropicUrl = 'https://api.anthropic.com'
const ollamaUrl = 'http://127.0.0.1:11434'

const given = (environment: ModelEnvironment, name: string): string | undefined => {
  const value = environment[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** OLLAMA_HOST as Ollama reads it: "host", "host:port", ":port" or a URL; 0.0.0.0 is an address to listen on, not to call. */
const ollamaAddress = (host: string): string => {
  const schemed = /^https?:\/\//.test(host) ? host : `http://${host.startsWith(':') ? `127.0.0.1${host}` : host}`
  if (!URL.canParse(schemed)) return schemed
  const url = new URL(schemed)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.port === '' && url.protocol === 'http:' && !/:80(?:\/|$)/.test(schemed)) url.port = '11434'
  return withoutSlash(url.href)
}

const hosted = (
  environment: ModelEnvironment,
  provider: ProviderName,
  keyName: string,
  urlName: string,
  defaultUrl: string,
): ConfiguredProvider => {
  const key = given(environment, keyName)
  const url = given(environment, urlName)
  if (key === undefined && url === undefined) return { ok: false, message: `${provider} needs a key: set ${keyName}` }
  if (url !== undefined && !/^https?:\/\//.test(url)) return { ok: false, message: `${urlName} is no http(s) address` }
  if (url !== undefined && !URL.canParse(url)) return { ok: false, message: `${urlName} is no http(s) address` }
  return { ok: true, endpoint: { provider, url: withoutSlash(url ?? defaultUrl), key } }
}

/**
 * Where a provider is reached, from OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OLLAMA_HOST.
 * A base URL needs no key (many compatible servers have none); Ollama needs nothing. The message says what to set.
 */
export const configuredProvider = (environment: ModelEnvironment, provider: ProviderName): ConfiguredProvider => {
  switch (provider) {
    case 'openai':
      return hosted(environment, provider, 'OPENAI_API_KEY', 'OPENAI_BASE_URL', openaiUrl)
    case 'anthropic':
      return hosted(environment, provider, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', anthropicUrl)
    case 'ollama': {
      const host = given(environment, 'OLLAMA_HOST')
      const url = host === undefined ? ollamaUrl : ollamaAddress(host)
      return URL.canParse(url)
        ? { ok: true, endpoint: { provider, url, key: undefined } }
        : { ok: false, message: 'OLLAMA_HOST is no address' }
    }
  }
}

/** Small models of known price, good enough for every role and cheap enough for a default. Our choice. */
const defaultModels = { OPENAI_API_KEY: 'openai:gpt-5-mini', ANTHROPIC_API_KEY: 'anthropic:claude-haiku-4-5' } as const

/**
 * The model used when nobody names one: that of the first key set, else none. An address alone (OPENAI_BASE_URL,
 * OLLAMA_HOST) does not say which model it serves, so it gives "none" with a hint what to write.
 */
export const defaultModelSpec = (environment: ModelEnvironment): { readonly spec: string; readonly hint: string | null } => {
  if (given(environment, 'OPENAI_BASE_URL') !== undefined) {
    return { spec: 'none', hint: 'OPENAI_BASE_URL is set, but not which model to use there: name it with --model openai:<model>' }
  }
  if (given(environment, 'OPENAI_API_KEY') !== undefined) return { spec: defaultModels.OPENAI_API_KEY, hint: null }
  if (given(environment, 'ANTHROPIC_API_KEY') !== undefined) return { spec: defaultModels.ANTHROPIC_API_KEY, hint: null }
  if (given(environment, 'OLLAMA_HOST') !== undefined) {
    return { spec: 'none', hint: 'OLLAMA_HOST is set, but not which model to use: name it with --model ollama:<model>' }
  }
  return { spec: 'none', hint: 'no model is configured: set OPENAI_API_KEY, ANTHROPIC_API_KEY or name a model with --model' }
}
