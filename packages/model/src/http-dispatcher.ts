import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'

/**
 * Idle connections are given up after a second: one that the server closes in the same moment would fail a request
 * that was never received, and be counted as a call. Our own time limit replaces undici's.
 */
const options = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000, headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 }

const local = ['localhost', '127.0.0.1', '::1', '[::1]']

/**
 * The dispatcher of outgoing model calls: through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (either case) where
 * the given environment names one, never for this machine itself. The caller closes it.
 */
export const createDispatcher = (environment: Readonly<Record<string, string | undefined>>): Dispatcher => {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined
  const httpProxy = read('HTTP_PROXY')
  const httpsProxy = read('HTTPS_PROXY')
  if (httpProxy === undefined && httpsProxy === undefined) return new Agent(options)
  const noProxy = [read('NO_PROXY') ?? '', ...local].filter((entry) => entry !== '').join(',')
  // An empty text, as undici reads the process's environment where it is given nothing. HTTP_PROXY alone serves https too.
  return new EnvHttpProxyAgent({ ...options, httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy })
}
