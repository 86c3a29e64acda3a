import type { ApiRequest } from './api-exchange.ts'
import { acceptedEncodings } from './read-body.ts'
import type { SourcePolicy } from './source-policy.ts'

/** A request as it goes over the wire, with everything that `dress` adds. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A request below the policy's address, dressed and encoded. A name and password in the address become a header. */
export function wireRequest(policy: SourcePolicy, request: ApiRequest, userAgent: string): WireRequest {
  const { method, path, query = [], headers = {}, body } = policy.dress(request)
  const base = new URL(policy.baseUrl)
  const login = base.username === '' ? {} : { authorization: basic(base) }
  const origin = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  return {
    method,
    url: `${origin}${path}${query.length === 0 ? '' : `?${formEncoded(query)}`}`,
    headers: {
      'user-agent': userAgent,
      'accept-encoding': acceptedEncodings,
      ...login,
      ...lowerCased(headers),
      ...(body === undefined ? {} : { 'content-type': 'json' in body ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    body: body === undefined ? null : 'json' in body ? JSON.stringify(body.json) : formEncoded(body.form),
  }
}

/** The same request at the address of a redirect; what `dress` put into the query and the redirect left out is put back. */
export function redirected(request: WireRequest, location: URL): WireRequest {
  const url = new URL(location)
  for (const [name, value] of new URL(request.url).searchParams) if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  return { ...request, url: url.href }
}

function basic({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function formEncoded(fields: readonly (readonly [string, string])[]): string {
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}
