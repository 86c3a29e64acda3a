import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arxiv } from './arxiv.ts'
import type { Corpus } from './corpus.ts'
import { crossref } from './crossref.ts'
import { FaultBoard } from './fault-board.ts'
import { files } from './files.ts'
import { openAlex } from './openalex.ts'
import { pubmed } from './pubmed.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { unpaywall } from './unpaywall.ts'
import { json, type WorldAnswer, type WorldApi, type WorldHandler, type WorldRequest } from './world-exchange.ts'
import { apiOfRoute, faultAnswer, type WorldFault, worldFault } from './world-fault.ts'

const handlers: Readonly<Record<WorldApi, WorldHandler>> = {
  arxiv,
  openalex: openAlex,
  crossref,
  pubmed,
  semanticscholar: semanticScholar,
  unpaywall,
  files,
}

/** A request that was answered, or met a fault. */
export interface WorldLogEntry {
  readonly api: WorldApi
  readonly method: string
  /** Path below the API's prefix with the query, as it came. */
  readonly path: string
  readonly body: string
  readonly userAgent: string
  /** Null when no answer was sent. */
  readonly status: number | null
  readonly fault: WorldFault | null
}

export interface WorldServer {
  readonly url: string
  readonly faults: FaultBoard
  readonly log: readonly WorldLogEntry[]
  close(): Promise<void>
}

/** Serves a corpus on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
export async function serveWorld(corpus: Corpus, port: number): Promise<WorldServer> {
  const faults = new FaultBoard()
  const log: WorldLogEntry[] = []
  const closing = new AbortController()
  let origin = ''

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = new URL(incoming.url ?? '/', 'http://world')
    const body = await readBody(incoming)
    const [, prefix = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(target.pathname) ?? []
    const api = apiOfRoute(prefix)
    if (api === undefined) return send(response, control({ method: incoming.method ?? 'GET', prefix, body }, faults, log))
    const met = faults.meet(target.pathname)
    const request: WorldRequest = {
      method: incoming.method ?? 'GET',
      path,
      query: target.searchParams,
      body,
      headers: headersOf(incoming),
      origin,
      wrongWork: met?.fault === 'wrong-work',
    }
    const shown = met === null ? handlers[api](corpus, request) : (faultAnswer(api, met.fault, request) ?? handlers[api](corpus, request))
    log.push({
      api,
      method: request.method,
      path: path + target.search,
      body,
      userAgent: incoming.headers['user-agent'] ?? '',
      status: met?.fault === 'down' ? null : shown.status,
      fault: met?.fault ?? null,
    })
    if (met?.fault === 'down') return void incoming.socket.resetAndDestroy()
    if (met?.fault === 'slow' && !(await waited(met.afterMs, closing.signal))) return
    if (met?.fault === 'cut') return sendHalf(response, shown)
    send(response, shown)
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      send(response, {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: `the world broke: ${error instanceof Error ? error.stack : error}`,
      })
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: origin,
    faults,
    log,
    close: () => {
      closing.abort()
      server.closeAllConnections()
      return new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))))
    },
  }
}

/** POST /__fault {route, fault, times?, afterMs?}, DELETE /__fault, GET /__log. */
function control(
  { method, prefix, body }: { readonly method: string; readonly prefix: string; readonly body: string },
  faults: FaultBoard,
  log: readonly WorldLogEntry[],
): WorldAnswer {
  if (prefix === '__log' && method === 'GET') return json(log)
  if (prefix === '__fault' && method === 'DELETE') {
    faults.clear()
    return json({ ok: true })
  }
  if (prefix === '__fault' && method === 'POST') return setFault(body, faults)
  return json({ error: `nothing at /${prefix}: the world serves ${Object.keys(handlers).join(', ')}, __fault and __log` }, 404)
}

function setFault(body: string, faults: FaultBoard): WorldAnswer {
  try {
    const { route, fault, times, afterMs } = JSON.parse(body) as { [name: string]: unknown }
    const known = worldFault(String(fault))
    if (known === undefined) return json({ error: `unknown fault "${String(fault)}"` }, 400)
    faults.set(String(route), known, {
      ...(typeof times === 'number' ? { times } : {}),
      ...(typeof afterMs === 'number' ? { afterMs } : {}),
    })
    return json({ ok: true })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError)
      return json({ error: error.message }, 400)
    throw error
  }
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: WorldAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  response.end(body)
}

/** The length of the whole and half of it. */
function sendHalf(response: ServerResponse, { status, headers, body }: WorldAnswer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}

/** Waits; false when the server closed meanwhile. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}
