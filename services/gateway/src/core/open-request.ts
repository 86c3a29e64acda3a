/** What tells where a request comes from. */
export interface RequestOrigin {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Why a request without a key is refused by a server that needs none; null when it is not. A page of the web must not reach it
 * through its visitor's browser: neither under a name that leads here (DNS rebinding) nor by a form (CSRF).
 */
export function openRefusal({ method, host, origin, fetchSite }: RequestOrigin): string | null {
  if (host === undefined || !loopback.test(host))
    return 'without a key this server answers to localhost alone: ask it as 127.0.0.1, or create a key with `winnow keys create`'
  if (reading.has(method)) return null
  const sameOrigin = origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`
  const sameSite = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
  return sameOrigin && sameSite ? null : 'without a key this server takes nothing from pages of other origins'
}
