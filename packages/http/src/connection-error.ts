const mostLinks = 8

/** An error and its causes, the outermost first; of several errors at once (one for each address tried) the first. */
export function errorChain(error: unknown): readonly Error[] {
  const chain: Error[] = []
  for (let at = error; at instanceof Error && chain.length < mostLinks; at = at.cause) {
    chain.push(at)
    if (at instanceof AggregateError && at.errors[0] instanceof Error) chain.push(at.errors[0])
  }
  return chain
}

/** The first code ("ECONNREFUSED") in an error's chain, or "". */
export function errorCode(error: unknown): string {
  return (
    errorChain(error)
      .map((link) => ('code' in link && typeof link.code === 'string' ? link.code : ''))
      .find((code) => code !== '') ?? ''
  )
}

const unknownName = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'])
const nobodyThere = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
const tlsProblem = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/
const proxyRefusal = /Proxy response \((\d+)\)|Proxy Authentication Required \((\d+)\)/

/**
 * What went wrong on the way to `host`, in a sentence that says what to check; for errors of a request that ended without
 * a whole answer.
 */
export function connectionProblem(error: unknown, host: string): string {
  const code = errorCode(error)
  const words = errorChain(error).map((link) => link.message)
  const refusal = words.map((text) => proxyRefusal.exec(text)).find((match) => match !== null)
  if (refusal)
    return `the proxy refused the way to ${host} (status ${refusal[1] ?? refusal[2]}); check HTTPS_PROXY, HTTP_PROXY and NO_PROXY`
  if (unknownName.has(code))
    return `the name ${host} cannot be resolved (${code}); check the network, or HTTPS_PROXY where a proxy is needed`
  if (nobodyThere.has(code))
    return `${host} cannot be reached (${code}); check the address, the network, and HTTPS_PROXY where a proxy is needed`
  if (tlsProblem.test(code))
    return `no secure connection to ${host} (${code}); behind a proxy with its own certificate set NODE_EXTRA_CA_CERTS`
  return `the connection to ${host} was lost before the answer was whole (${code === '' ? (words.at(-1) ?? String(error)) : code})`
}
