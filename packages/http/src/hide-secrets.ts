import type { ApiRequest } from './api-exchange.ts'

/** A shorter value is no key, and hiding it would tear words apart. */
const shortestSecret = 4

/**
 * What a message must not show: every text that `dressed` has and `plain` has not (values of query, headers and body, and a
 * header's part after its scheme), and the password of the address.
 */
export function secretsOf(plain: ApiRequest, dressed: ApiRequest, baseUrl: string): readonly string[] {
  const known = new Set(textsOf(plain))
  const added = textsOf(dressed).filter((text) => !known.has(text))
  return [...added.flatMap((text) => [text, text.replace(/^(?:Bearer|Basic|Token) +/i, '')]), decodeURIComponent(new URL(baseUrl).password)]
}

/** The text with every secret in it, as it is or percent-encoded, replaced by "***". */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    // The longest first: a secret that holds another goes whole.
    .sort((a, b) => b.length - a.length)
  return spellings.reduce((hidden, spelling) => hidden.replaceAll(spelling, '***'), text)
}

function textsOf({ query = [], headers = {}, body }: ApiRequest): string[] {
  const fields = body === undefined ? [] : 'json' in body ? stringsIn(body.json) : body.form.map(([, value]) => value)
  return [...query.map(([, value]) => value), ...Object.values(headers), ...fields]
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
