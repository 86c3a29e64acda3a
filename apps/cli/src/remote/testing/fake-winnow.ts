import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { type Answer, type AnsweringServer, type SeenRequest, startAnsweringServer } from '@winnow/http/testing/answering-server.ts'
import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { type MemoryStores, memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { askInMemory, driveInMemory, requestInMemory } from '../../testing/memory-engine.ts'

/** A run as a server holds it. */
export interface HeldRun {
  readonly runId: string
  readonly events: readonly Recorded[]
  readonly blobs: MemoryStores['blobs']
}

export const question = 'What helps memory in agents?'
export const papers = ['paging', 'recall', 'planning'].map((id, index) => ({
  id,
  title: `Memory and ${id} in language agents`,
  authors: ['Okafor, Ada'],
  year: 2020 + index,
  abstract: `We study memory in agents by ${id}. Memory with ${id} helps agents recall earlier sessions on long tasks.`,
}))

/** A whole run without a model over a small library, as the product makes it: research, or the answer that is wished for. The library is put into the folder. */
export async function heldRun(folder: string, wish: AnswerWish | null = null): Promise<HeldRun> {
  const library = join(folder, 'papers.jsonl')
  await writeFile(library, papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
  const stores = memoryStores()
  await (wish === null ? requestInMemory(stores, 'r-one', wishFor(question), library) : askInMemory(stores, 'r-one', wish, library))
  await driveInMemory('r-one', stores)
  return { runId: 'r-one', events: await Array.fromAsync(stores.log.archive('r-one')), blobs: stores.blobs }
}

/** What a server is asked for. */
export type Asked = 'new-run' | 'library' | 'stream' | 'page' | 'blob' | 'command'

export type FakeWinnow = AnsweringServer & {
  /** The requests of a kind. */
  readonly asked: (kind: Asked) => readonly SeenRequest[]
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** An answer with an error, as the gateway gives it. */
export const problem =
  (status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ type: 'about:blank', title: 'no', status, detail }))

/** A stream of server-sent events that sends these and then does the last thing. */
export const streams =
  (events: readonly (Recorded | string)[], last: 'end' | 'close' | 'cut' | 'stay' | 'silence'): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    if (last === 'silence') return void response.end()
    response.write(': heartbeat\n\n')
    for (const event of events) response.write(typeof event === 'string' ? event : message(event))
    if (last === 'end') response.end('event: end\ndata: {}\n\n')
    else if (last === 'close') response.end()
    // A write after the others is told when they are out.
    else if (last === 'cut') response.write(': cut\n\n', () => response.destroy())
  }

const message = (event: Recorded) => `id: ${event.pos}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** A server that holds one run and speaks the contract; `first` are its first answers to what they are named for. */
export async function startFakeWinnow(run: HeldRun, first: Partial<Record<Asked, readonly Answer[]>> = {}): Promise<FakeWinnow> {
  const left = Object.fromEntries(Object.entries(first).map(([kind, answers]) => [kind, [...answers]])) as Partial<Record<Asked, Answer[]>>
  const usual: Readonly<Record<Asked, Answer>> = {
    'new-run': (response) => json(response, 201, { runId: run.runId, notes: ['a note of the server'] }),
    library: (response, { url, body }) => {
      const name = new URL(url, 'http://x').searchParams.get('name')
      json(response, 201, {
        hash: hashOfBytes(Buffer.from(body)),
        name,
        records: body.split('\n').length - 1,
        problems: [],
        problemCount: 0,
      })
    },
    stream: (response, request) => {
      const after = Number(request.headers['last-event-id'] ?? 0)
      const answer = streams(run.events.slice(after), 'end')
      answer(response, request)
    },
    page: (response, { url }) => {
      const after = Number(new URL(url, 'http://x').searchParams.get('after'))
      const events = run.events.slice(after, after + 10)
      json(response, 200, { events, next: after + 10 < run.events.length ? after + 10 : null })
    },
    blob: async (response, { url }) => {
      const bytes = await run.blobs.get(url.slice(url.lastIndexOf('/') + 1))
      if (bytes === null) problem(404, 'no such blob')(response, { method: '', url, headers: {}, body: '' })
      else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
    },
    command: (response, { url }) => json(response, 202, { runId: run.runId, event: url, commandId: 'c' }),
  }
  const server = await startAnsweringServer((response, request) => {
    const kind = kindOf(request)
    if (kind === null) return problem(404, `no route ${request.method} ${request.url}`)(response, request)
    return (left[kind]?.shift() ?? usual[kind])(response, request)
  })
  return { ...server, asked: (kind) => server.seen.filter((request) => kindOf(request) === kind) }
}

function kindOf({ method, url, headers }: SeenRequest): Asked | null {
  const { pathname } = new URL(url, 'http://x')
  if (method === 'POST' && pathname === '/v1/runs') return 'new-run'
  if (method === 'POST' && pathname === '/v1/libraries') return 'library'
  if (method === 'POST' && /^\/v1\/runs\/[^/]+\/(pause|resume|cancel|documents\/[^/]+)$/.test(pathname)) return 'command'
  if (method === 'GET' && /^\/v1\/runs\/[^/]+\/blobs\/[0-9a-f]{64}$/.test(pathname)) return 'blob'
  if (method === 'GET' && /^\/v1\/runs\/[^/]+\/events$/.test(pathname))
    return (headers.accept ?? '').includes('text/event-stream') ? 'stream' : 'page'
  return null
}
