import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answer = (response: ServerResponse, request: SeenRequest) => unknown

export interface AnsweringServer {
  readonly url: string
  readonly seen: readonly SeenRequest[]
  readonly stop: () => Promise<void>
}

/** A server on this machine that gives the answers in their order, the last one for ever. */
export async function startAnsweringServer(...answers: readonly Answer[]): Promise<AnsweringServer> {
  const seen: SeenRequest[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const one: SeenRequest = { method, url, headers, body: Buffer.concat(chunks).toString() }
    seen.push(one)
    await answers[Math.min(seen.length, answers.length) - 1]?.(response, one)
  }
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: async () => {
      server.closeAllConnections()
      // A server that was stopped before calls back as well.
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer with a status, a body and headers. */
export const says =
  (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** The connection ends before the body that was announced is whole. */
export const cut =
  (body: string, announced: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(200, { ...headers, 'content-length': String(announced) })
    response.write(body, () => response.destroy())
  }

/** Never answers. */
export const silent: Answer = () => undefined

/** Announces a body, sends its beginning and leaves the connection open. */
export const begins =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).write(body)
