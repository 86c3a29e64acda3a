import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ModelWire, readModelRequest, writeModelReply } from './model-wire-formats.ts'

/** A request as the scripted server saw it. */
export interface ModelRequest {
  /** 1, 2, … in order of arrival. */
  readonly number: number
  readonly wire: ModelWire
  readonly path: string
  readonly model: string
  /** System and user texts, joined by line breaks. */
  readonly prompt: string
  /** The JSON schema asked for, wherever the wire format carries it; undefined when none was sent. */
  readonly schema: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/** An answer of the model itself. */
export interface ModelReply {
  readonly text: string | null
  /** Default "stop". "length": cut by the token limit; "refusal": the model declined. */
  readonly finish?: 'stop' | 'length' | 'refusal'
  /** Ollama's separate thinking field. */
  readonly thinking?: string
  /** Tokens reported; a quarter of the characters unless told. */
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cachedTokens?: number
}

/** What a server on a bad day does in place of a reply. */
export type ModelFault =
  | {
      readonly fault: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly message?: string
      readonly code?: string
    }
  /** Any body as it stands, with status 200 unless told. */
  | { readonly fault: 'raw'; readonly body: string; readonly contentType?: string; readonly status?: number }
  /** No answer until the client gives up. */
  | { readonly fault: 'hang' }
  /** Headers and half of the body, then the connection ends. */
  | { readonly fault: 'cut' }
  /** The connection is reset before any answer. */
  | { readonly fault: 'reset' }

/** A string is the reply's text; an object without `text` and `fault` is sent as its JSON. */
export type ScriptedReply = string | ModelReply | ModelFault | { readonly json: unknown }

/** One reply per request in order of arrival (a request beyond the list is a 500 that says so), or a function. */
export type Script = readonly ScriptedReply[] | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>)

export interface ScriptedModelServer {
  /** "http://127.0.0.1:port": ANTHROPIC_BASE_URL and OLLAMA_HOST; OPENAI_BASE_URL is `${url}/v1`. */
  readonly url: string
  /** Every model request seen since the start or the last `script`. */
  readonly requests: readonly ModelRequest[]
  /** The largest number of requests that waited for an answer at one time. */
  readonly maxInFlight: number
  /** Replaces the script and clears requests and counters. */
  script(next: Script): void
  stop(): Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

const sendFault = (request: IncomingMessage, response: ServerResponse, wire: ModelWire, fault: ModelFault): void => {
  switch (fault.fault) {
    case 'status': {
      const message = fault.message ?? `scripted status ${fault.status}`
      const error = wire === 'ollama' ? message : { message, type: 'scripted', code: fault.code ?? null }
      sendJson(response, fault.status, { type: 'error', error }, fault.headers)
      return
    }
    case 'raw':
      response.writeHead(fault.status ?? 200, { 'content-type': fault.contentType ?? 'application/json' })
      response.end(fault.body)
      return
    case 'hang':
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"choices":[{"message":{"content":"ha', () => request.socket.destroy())
      return
    case 'reset':
      request.socket.resetAndDestroy()
  }
}

const nextReply = async (script: Script, request: ModelRequest): Promise<ScriptedReply> => {
  if (typeof script === 'function') return script(request)
  return script[request.number - 1] ?? { fault: 'status', status: 500, message: `the script has no reply for request ${request.number}` }
}

/**
 * A local HTTP server that speaks OpenAI chat completions, Anthropic messages and Ollama chat, with replies and faults
 * from a script. Any other path is a 404 and no request of the count.
 */
export const startScriptedModelServer = async (firstScript: Script): Promise<ScriptedModelServer> => {
  let script = firstScript
  let requests: ModelRequest[] = []
  let inFlight = 0
  let maxInFlight = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    const seen = readModelRequest(path, await readBody(request))
    if (seen === null) return sendJson(response, 404, { error: { message: `no model API at ${path}` } })
    const recorded: ModelRequest = { ...seen, number: requests.length + 1, path, headers: request.headers }
    requests.push(recorded)
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    response.once('close', () => {
      inFlight -= 1
    })
    const reply = await nextReply(script, recorded)
    if (typeof reply === 'object' && 'fault' in reply) return sendFault(request, response, seen.wire, reply)
    const full: ModelReply = typeof reply === 'string' ? { text: reply } : 'json' in reply ? { text: JSON.stringify(reply.json) } : reply
    sendJson(response, 200, writeModelReply(recorded, full))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      sendJson(response, 500, { error: { message: `the script threw: ${String(error)}` } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests
    },
    get maxInFlight() {
      return maxInFlight
    },
    script(next) {
      script = next
      requests = []
      maxInFlight = 0
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
