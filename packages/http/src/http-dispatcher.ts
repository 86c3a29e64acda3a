import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { trustedAuthorities } from './certificate-bundle.ts'

/**
 * Idle connections are given up after a second: one that the server closes in the same moment would fail a request
 * that was never received, and be counted as a call. Our own time limits replace undici's.
 */
const options = {
  keepAliveTimeout: 1_000,
  keepAliveMaxTimeout: 1_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  connectTimeout: 10_000,
  allowH2: false,
}

const local = ['localhost', '127.0.0.1', '::1', '[::1]']

/**
 * The dispatcher of outgoing requests: through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (either case) where the
 * given environment names one, never for this machine itself; with the certificate authorities of `trustedAuthorities`.
 * `lookup` resolves the names of direct connections (not of the proxy's). The caller closes it.
 */
export const createDispatcher = (environment: Readonly<Record<string, string | undefined>>, lookup?: LookupFunction): Dispatcher => {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined
  const secureContext = trustedAuthorities(environment)
  const tls = secureContext === undefined ? {} : { secureContext }
  const direct = { ...options, connect: { ...tls, ...(lookup === undefined ? {} : { lookup }) } }
  const httpProxy = read('HTTP_PROXY')
  const httpsProxy = read('HTTPS_PROXY')
  if (httpProxy === undefined && httpsProxy === undefined) return new Agent(direct)
  const noProxy = [read('NO_PROXY') ?? '', ...local].filter((entry) => entry !== '').join(',')
  // An empty text, as undici reads the process's environment where it is given nothing. HTTP_PROXY alone serves https too.
  return new EnvHttpProxyAgent({
    ...direct,
    ...(secureContext === undefined ? {} : { requestTls: tls, proxyTls: tls }),
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy,
  })
}
