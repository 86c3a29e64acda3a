import { UsageError } from '@winnow/runs/usage-error.ts'

/** A Winnow server as a person names it. */
export interface ServerAddress {
  /** Its address without a slash at the end; may have a path, behind a proxy. */
  readonly url: string
  /** What goes there can be read on the way: no TLS, and not this machine. */
  readonly exposed: boolean
}

/** Reads the value of --server (or WINNOW_SERVER). Throws UsageError. */
export function readServerAddress(text: string): ServerAddress {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(`--server takes an http(s) address such as https://winnow.example.org, not "${text}"`)
  // The address itself would hold a secret, so it is not repeated.
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--server takes no name and password: give a key with --key or WINNOW_KEY')
  if (url.search !== '' || url.hash !== '') throw new UsageError(`--server takes an address without "?" and "#", not "${text}"`)
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), exposed: url.protocol === 'http:' && !isThisMachine(url.hostname) }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Reads the value of --key (or WINNOW_KEY): what can stand in a header. Throws UsageError that does not repeat it. */
export function readKey(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the key (--key or WINNOW_KEY) is empty, or has characters that no key has')
  return key
}
