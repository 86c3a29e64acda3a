import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type ApiClient, type ApiClientOptions, createApiClient } from '../api-client.ts'
import type { ApiReply, ApiRequest, ApiResponse, Fault } from '../api-exchange.ts'
import type { SourcePolicy } from '../source-policy.ts'
import { type Answer, type AnsweringServer, startAnsweringServer } from './answering-server.ts'
import { type HttpDatabase, startHttpDatabase } from './http-database.ts'
import { steppingClock } from './stepping-clock.ts'

export const start = '2026-03-10T12:00:00Z'
export const never = new AbortController().signal
export const request: ApiRequest = { method: 'GET', path: '/works', query: [['q', 'rivers']] }

const faults: Readonly<Record<number, Fault['kind']>> = {
  400: 'bad-request',
  401: 'unauthorised',
  402: 'budget-spent',
  404: 'not-found',
  429: 'throttled',
  500: 'broken',
}

/** 200 is read unless its body begins with "<"; other statuses are told by the table, with the body as words. */
const faultOf = ({ status, body }: ApiResponse): Fault | null => {
  if (status === 200) return body.startsWith('<') ? { kind: 'unreadable', message: 'source sent a web page' } : null
  return { kind: faults[status] ?? 'broken', message: `source said ${status}: ${body}` }
}

export const policyFor = (server: AnsweringServer, change: Partial<SourcePolicy> = {}): SourcePolicy => ({
  name: 'source',
  baseUrl: `${server.url}/base`,
  intervalMs: 0,
  exclusive: false,
  throttleWaitsMs: [3_000, 30_000],
  dress: (plain) => ({ ...plain, query: [...(plain.query ?? []), ['api_key', 's3cret']] }),
  faultOf,
  ...change,
})

export const failed = (reply: ApiReply): Fault => {
  if (reply.ok) throw new Error(`an answer: ${reply.response.body}`)
  return reply.fault
}

export const bodyOf = (reply: ApiReply): string => {
  if (!reply.ok) throw new Error(`a fault: ${reply.fault.message}`)
  return reply.response.body
}

/** A database for the tests of a file, emptied before each; what a test opens is closed after it. */
export function useClientScene() {
  let database: HttpDatabase
  const pool = (): Pool => database.pool
  const opened: { stop: () => Promise<void> }[] = []
  beforeAll(async () => {
    database = await startHttpDatabase()
  })
  afterAll(() => database.stop())
  beforeEach(async () => void (await pool().query('truncate rate_limit, response_cache')))
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.stop()
  })

  const serve = async (...answers: readonly Answer[]): Promise<AnsweringServer> => {
    const server = await startAnsweringServer(...answers)
    opened.push(server)
    return server
  }
  const newClient = (change: Partial<ApiClientOptions> = {}): ApiClient => {
    const client = createApiClient({ pool: pool(), environment: {}, userAgent: 'Winnow/1 (mailto:a@b.example)', offline: false, ...change })
    opened.push({ stop: client.close })
    return client
  }
  /** A server with these answers, a client with a stepping clock, and one question to ask. */
  const scene = async (answers: readonly Answer[], change: Partial<SourcePolicy> = {}, options: Partial<ApiClientOptions> = {}) => {
    const server = await serve(...answers)
    const clock = steppingClock(start)
    const client = newClient({ clock, ...options })
    const ask = (validSince = Number.POSITIVE_INFINITY, signal = never) =>
      client.call(policyFor(server, change), request, { signal, validSince })
    return { server, clock, client, ask }
  }
  return { pool, serve, newClient, scene }
}
