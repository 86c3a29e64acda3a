import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Certificates are made by the openssl command; tests that need one are skipped without it. */
export const canCertify = spawnSync('openssl', ['version']).status === 0

export interface CertifiedServer {
  readonly url: string
  readonly port: number
  /** The path of its certificate, which no authority vouches for. */
  readonly certificate: string
  /** From now on it redirects there. */
  readonly redirectTo: (location: string) => void
  readonly stop: () => Promise<void>
}

/** An https server on this machine with a certificate of its own for 127.0.0.1 and papers.example; says "secured" to everything. */
export async function startCertifiedServer(): Promise<CertifiedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-certificate-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = 'subjectAltName=IP:127.0.0.1,DNS:papers.example'
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, '-subj', `/CN=${basename(folder)}`, '-addext', names, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  })
  let location: string | undefined
  const server: Server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, response) => {
    if (location !== undefined) response.writeHead(302, { location })
    response.end('secured')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    certificate,
    redirectTo: (to) => {
      location = to
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
