import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type Check, faulty, sound } from './check.ts'

const proxies = ['HTTPS_PROXY', 'HTTP_PROXY'] as const
const bundles = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'] as const

/**
 * A check for each proxy and each bundle of certificates that the environment names. `extra`: how many certificates Node has
 * from NODE_EXTRA_CA_CERTS, which it reads at its start and in no .env file.
 */
export async function networkChecks(environment: Config['environment'], extra: number): Promise<readonly Check[]> {
  const found: Check[] = []
  for (const name of proxies) {
    // Lower case goes first, as with curl.
    const value = environment[name.toLowerCase()] || environment[name]
    if (value) found.push(proxyCheck(name, value, environment.no_proxy || environment.NO_PROXY || ''))
  }
  for (const name of bundles) {
    const path = environment[name]
    if (path) found.push(await bundleCheck(name, path, name === 'NODE_EXTRA_CA_CERTS' && extra === 0))
  }
  return found
}

function proxyCheck(name: string, value: string, noProxy: string): Check {
  const except = noProxy === '' ? '' : `, except for ${noProxy}`
  if (URL.canParse(value) && /^https?:\/\//i.test(value)) return sound(`proxy ${name}`, `${new URL(value).host}${except}`)
  return faulty(`proxy ${name}`, 'is no http(s) address', `set ${name} to an address such as http://proxy.example:3128, or unset it`)
}

async function bundleCheck(name: string, path: string, isUnread: boolean): Promise<Check> {
  const fix = `set ${name} to a PEM file with certificates that your user may read, or unset it`
  try {
    const pem = await readFile(path, 'latin1')
    const count = pem.split('-----BEGIN CERTIFICATE-----').length - 1
    if (count === 0) return faulty(`certificates ${name}`, `${path} holds no certificate in PEM form`, fix)
    if (isUnread)
      return faulty(
        `certificates ${name}`,
        `${path} is not in use: Node reads the variable at its start`,
        `export ${name} in the shell, not in .env`,
      )
    return sound(`certificates ${name}`, `${count} in ${path}`)
  } catch (error) {
    return faulty(`certificates ${name}`, `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, fix)
  }
}
