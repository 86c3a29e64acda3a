import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readiness } from './readiness.ts'

export interface HealthServer {
  readonly port: number
  close(): Promise<void>
}

export interface HealthOptions {
  readonly readiness: Readiness
  /** Metrics as Prometheus reads them. */
  readonly metrics: () => Promise<string>
  /** 0: any free port. */
  readonly port: number
  readonly host: string
}

/**
 * Serves `/healthz` (200 while the process lives), `/readyz` (200, or 503 with the reasons) and `/metrics` of a service. Throws
 * when the port cannot be had.
 */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', response, options).catch(() => response.writeHead(500).end())
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) }
}

async function answer(url: string, response: ServerResponse, { readiness, metrics }: HealthOptions): Promise<void> {
  const path = url.replace(/\?.*$/s, '')
  if (path === '/healthz' || path === '/health') return json(response, 200, { status: 'ok' })
  if (path === '/readyz') return json(response, ...readyAnswer(readiness))
  if (path === '/metrics') {
    const text = await metrics()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    return
  }
  json(response, 404, { status: 'not found', paths: ['/healthz', '/readyz', '/metrics'] })
}

/** Status and body of `/readyz`; the gateway gives the same. */
export function readyAnswer(readiness: Readiness): [200 | 503, { readonly ready: boolean; readonly reasons: readonly string[] }] {
  const { reasons } = readiness
  return [reasons.length === 0 ? 200 : 503, { ready: reasons.length === 0, reasons }]
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(body)}\n`)
}

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
