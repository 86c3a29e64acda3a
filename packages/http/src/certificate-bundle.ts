import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** Where other programs of a machine look for certificate authorities; NODE_EXTRA_CA_CERTS is read by Node itself at its start. */
const bundleVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'] as const

/**
 * Node's own certificate authorities and those of the files that SSL_CERT_FILE and REQUESTS_CA_BUNDLE name; undefined when
 * they name none that Node does not have already. A file that is not there is left out, as OpenSSL does; one that cannot be
 * read or is no PEM bundle throws, with the name of its variable.
 */
export function trustedAuthorities(environment: Readonly<Record<string, string | undefined>>): SecureContext | undefined {
  const bundles = new Map<string, string>()
  for (const variable of bundleVariables) {
    const path = environment[variable]
    if (path === undefined || path === '' || path === environment.NODE_EXTRA_CA_CERTS) continue
    const pem = readBundle(variable, path)
    if (pem !== null) bundles.set(path, pem)
  }
  if (bundles.size === 0) return undefined
  return createSecureContext({ ca: [...getCACertificates('default'), ...bundles.values()] })
}

function readBundle(variable: string, path: string): string | null {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Error(`${variable} names ${path}, which cannot be read`, { cause: error })
  }
  if (!pem.includes('-----BEGIN')) throw new Error(`${variable} names ${path}, which is no PEM bundle of certificates`)
  return pem
}
