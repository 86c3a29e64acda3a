import type { ProviderName } from '../model-spec.ts'
import type { FailureKind } from '../provider-failure.ts'

/** Where a request went, for messages and for what must not stand in them. */
export interface Endpoint {
  readonly provider: ProviderName
  readonly url: string
  /** Undefined where no key is sent. */
  readonly key: string | undefined
}

const longestDetail = 300

const keyVariable: Readonly<Record<ProviderName, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  ollama: 'OLLAMA_HOST',
}
const urlVariable: Readonly<Record<ProviderName, string>> = {
  openai: 'OPENAI_BASE_URL',
  anthropic: 'ANTHROPIC_BASE_URL',
  ollama: 'OLLAMA_HOST',
}

/** An address without user name, password and query. */
export const shownUrl = (url: string): string => {
  if (!URL.canParse(url)) return 'the configured address'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/** A server's own words, on one line, shortened, without the key or anything that looks like one. */
export const shownDetail = (detail: string, endpoint: Endpoint): string => {
  const withoutKey = endpoint.key === undefined ? detail : detail.replaceAll(endpoint.key, '[key]')
  const withoutKeys = withoutKey.replace(/\b(?:sk|key|Bearer)[-_ ][\w.*-]{6,}/gi, '[key]').replace(/:\/\/[^/\s@]+@/g, '://')
  return withoutKeys.replace(/\s+/g, ' ').trim().slice(0, longestDetail)
}

const colon = (detail: string): string => (detail === '' ? '' : `: ${detail}`)

/**
 * The sentence that names cause and fix of a failed request. In: what failed, where, the model asked for, the HTTP status
 * (null without a response) and the server's words, which are shown without secrets.
 */
export const failureMessage = (kind: FailureKind, endpoint: Endpoint, model: string, status: number | null, detail: string): string => {
  const { provider } = endpoint
  const words = colon(shownDetail(detail, endpoint))
  const code = status === null ? '' : ` (${status})`
  switch (kind) {
    case 'unauthorised':
      return status === 403
        ? `${provider} refused access to "${model}" (403): check what the key in ${keyVariable[provider]} may use`
        : `${provider} refused the key${code}: set ${keyVariable[provider]} to a valid one`
    case 'out-of-credit':
      return `${provider}: the account's credit or quota is used up${code}${words}`
    case 'unknown-model':
      return provider === 'ollama'
        ? `ollama has no model "${model}"${code}: run "ollama pull ${model}"`
        : `${provider} has no model "${model}"${code}: check the model's name, and ${urlVariable[provider]} if it is set (${shownUrl(endpoint.url)})`
    case 'unreachable':
      return `no connection to ${shownUrl(endpoint.url)}${words}: is the server running? Check ${urlVariable[provider]} and the network`
    case 'throttled':
      return `${provider} is overloaded or limits the rate${code}${words}`
    case 'server-error':
      return `${provider} failed${code}${words}`
    case 'timeout':
      return `${provider} did not answer in time${words}`
    case 'bad-request':
      return `${provider} refused the request${code}${words}`
  }
}
