import { setTimeout as wait } from 'node:timers/promises'
import type { LibraryReply } from '@winnow/contracts/api/library-reply.ts'
import type { NewRunReply, NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import type { Cluster } from './cluster.ts'

const retryMs = 300
const limitMs = 120_000

/** Uploads the library; tried again, at any gateway, until one answers. */
export async function uploadLibrary(cluster: Cluster, name: string, bytes: Uint8Array): Promise<string> {
  const reply = (await send(cluster, `/v1/libraries?name=${name}`, { 'content-type': 'application/octet-stream' }, bytes)) as LibraryReply
  return reply.hash
}

/** Asks for a run, once, however often the request has to be repeated. */
export async function askRun(cluster: Cluster, request: NewRunRequest, idempotencyKey: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
  return ((await send(cluster, '/v1/runs', headers, JSON.stringify(request))) as NewRunReply).runId
}

async function send(
  { processes, key }: Cluster,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
): Promise<unknown> {
  const gateways = processes.filter(({ roles }) => roles.includes('gateway'))
  const until = performance.now() + limitMs
  let last = 'no gateway'
  for (let tries = 0; performance.now() < until; tries++) {
    const gateway = gateways[tries % gateways.length]
    try {
      const response = await fetch(`http://127.0.0.1:${gateway?.port}${path}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${key}` },
        body: typeof body === 'string' ? body : Buffer.from(body),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      if (response.status < 300) return JSON.parse(text)
      last = `status ${response.status}: ${text.slice(0, 300)}`
      // What is wrong with the request is wrong at any gateway.
      if (response.status < 500 && response.status !== 429) break
    } catch (error) {
      last = String(error)
    }
    await wait(retryMs)
  }
  throw new Error(`POST ${path} was not answered: ${last}`)
}
