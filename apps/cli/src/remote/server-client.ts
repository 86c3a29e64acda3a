import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { EventPage } from '@winnow/contracts/api/event-page.ts'
import { type LibraryReply, libraryReply } from '@winnow/contracts/api/library-reply.ts'
import { type NewRunReply, type NewRunRequest, newRunReply } from '@winnow/contracts/api/new-run-request.ts'
import { type CommandReply, commandReply } from '@winnow/contracts/api/run-commands.ts'
import { readRetryAfter } from '@winnow/http/retry-after.ts'
import { version } from '@winnow/runs/version.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { type Dispatcher, request as send } from 'undici'
import { z } from 'zod'
import { exchange, type Lost, lost, named, type ServerAnswer, type ServerRequest } from './exchange.ts'
import { busyWait, longestBusyWait, retryWaits, type TimeLimits, type Wait } from './patience.ts'
import { receivedEvent } from './received-event.ts'
import type { ServerAddress } from './server-address.ts'
import { isWebPage, notWinnow, problemDetail, refusalError, ServerFault, ServerUnavailable } from './server-fault.ts'

export interface ServerAccess {
  readonly address: ServerAddress
  readonly key: string | undefined
  readonly dispatcher: Dispatcher
  readonly wait: Wait
  readonly timeLimits: TimeLimits
  readonly now: () => Date
  /** Tells the person that the server asks to wait. */
  readonly say: (text: string) => void
  /** Ends every request and wait; they reject with its reason. */
  readonly signal: AbortSignal
}

/** What a person tells a run at a server. */
export interface RemoteCommand {
  readonly runId: string
  /** Below the run, such as "pause" or "documents/D12". */
  readonly path: string
  readonly reason: string
  /** What the command takes beside a reason. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A file to upload. */
export interface Upload {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** The stream of a run's events as bytes, or why there is none now. */
export type OpenedStream =
  | { readonly kind: 'open'; readonly body: AsyncIterable<Uint8Array> }
  | (Pick<Lost, 'kind' | 'problem'> & { readonly retryAfterMs: number })

type Tried = { readonly kind: 'success'; readonly answer: ServerAnswer } | { readonly kind: 'busy'; readonly ms: number } | Lost

/** Events of a page, at most. */
const pageOf = 1000

/** A page of events, each of which is looked at on its own. */
const rawPage = z.object({ events: z.array(z.unknown()), next: z.number().int().nullable() })

/**
 * A Winnow server over HTTP. Methods throw UsageError for what the person can mend and ServerFault where the server does not do
 * its part; lost connections, failing and busy servers are tried again first. Requests for runs and commands carry an
 * idempotency key, so that a repeated one does nothing twice.
 */
export class ServerClient {
  readonly #access: ServerAccess
  /** It has answered before: what fails now may pass. */
  #reached = false

  constructor(access: ServerAccess) {
    this.#access = access
  }

  get url(): string {
    return this.#access.address.url
  }

  /** Asks for a run. */
  newRun(request: NewRunRequest): Promise<NewRunReply> {
    return this.#post('/v1/runs', request, 'this request', newRunReply)
  }

  /** Uploads one file of a library. */
  async uploadLibrary({ name, path, bytes }: Upload): Promise<LibraryReply> {
    const answer = await this.#ask(
      {
        method: 'POST',
        url: `${this.url}/v1/libraries?name=${encodeURIComponent(name)}`,
        headers: { ...this.#headers(), 'content-type': 'application/octet-stream', 'content-length': String(bytes) },
        body: () => (bytes === 0 ? '' : createReadStream(path, { end: bytes - 1 })),
        timeoutMs: this.#access.timeLimits.upload,
      },
      name,
    )
    return this.#read(answer, libraryReply)
  }

  /** Gives a command to a run. */
  command({ runId, path, reason, body }: RemoteCommand): Promise<CommandReply> {
    const below = path.split('/').map(encodeURIComponent).join('/')
    return this.#post(`/v1/runs/${encodeURIComponent(runId)}/${below}`, { ...body, reason }, `run ${runId}`, commandReply)
  }

  /** The events of a run after the position `after`, as many as the server gives at once. */
  async events(runId: string, after: number): Promise<EventPage> {
    const request = this.#get(`/v1/runs/${encodeURIComponent(runId)}/events?after=${after}&limit=${pageOf}`, 'application/json')
    const { events, next } = this.#read(await this.#ask(request, `run ${runId}`), rawPage)
    return { events: events.map((event) => receivedEvent(event, runId, this.url)), next }
  }

  /** A blob that a run names; checked against its hash. */
  async blob(runId: string, sha256: string): Promise<Uint8Array> {
    const request = this.#get(`/v1/runs/${encodeURIComponent(runId)}/blobs/${sha256}`, '*/*')
    const { bytes } = await this.#ask(request, `the text ${sha256} of run ${runId}`)
    if (hashOfBytes(bytes) !== sha256)
      throw new ServerFault(`${this.url} sent another text than run ${runId} names: its hash is not ${sha256}`)
    return bytes
  }

  /** Opens the stream of a run's events after the position `after`. A server that is gone, failing or busy is a value here. */
  async stream(runId: string, after: number): Promise<OpenedStream> {
    const { address, dispatcher, signal, timeLimits } = this.#access
    const { host } = new URL(address.url)
    const later = (problem: string, retryAfterMs: number): OpenedStream => ({ kind: 'lost', problem, retryAfterMs })
    try {
      const { statusCode, headers, body } = await send(`${this.url}/v1/runs/${encodeURIComponent(runId)}/events`, {
        headers: { ...this.#headers(), accept: 'text/event-stream', ...(after === 0 ? {} : { 'last-event-id': String(after) }) },
        headersTimeout: timeLimits.answer,
        bodyTimeout: timeLimits.silence,
        dispatcher,
        signal,
      })
      const { contentType, location, retryAfter } = named(headers)
      if (statusCode === 200 && /^text\/event-stream\b/i.test(contentType)) {
        this.#reached = true
        return { kind: 'open', body }
      }
      const text = await body.text()
      const refusal = { status: statusCode, contentType, location, body: text }
      if (statusCode === 429) return later(`${host} is busy`, this.#rest(retryAfter))
      if (statusCode >= 500 || statusCode === 200) return later(`${host} gave no events (status ${statusCode})`, 0)
      throw refusalError(refusal, this.#asked(`run ${runId}`))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Error && 'code' in error) return later(lost(error, host).problem, 0)
      throw error
    }
  }

  async #post<T>(path: string, body: unknown, what: string, schema: z.ZodType<T>): Promise<T> {
    const headers = { ...this.#headers(), accept: 'application/json', 'content-type': 'application/json', ...idempotent() }
    const text = JSON.stringify(body)
    const request = {
      method: 'POST',
      url: `${this.url}${path}`,
      headers,
      body: () => text,
      timeoutMs: this.#access.timeLimits.answer,
    } as const
    return this.#read(await this.#ask(request, what), schema)
  }

  #get(path: string, accept: string): ServerRequest {
    return { method: 'GET', url: `${this.url}${path}`, headers: { ...this.#headers(), accept }, timeoutMs: this.#access.timeLimits.answer }
  }

  #headers(): Record<string, string> {
    const { key } = this.#access
    return { 'user-agent': `Winnow/${version}`, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
  }

  #asked(what: string) {
    return { server: this.url, what, withKey: this.#access.key !== undefined }
  }

  /** An answer with a status of success, after as many tries as it takes within reason. */
  async #ask(request: ServerRequest, what: string): Promise<ServerAnswer> {
    const { signal, wait, say } = this.#access
    for (let failures = 0; ; ) {
      const tried = await this.#try(request, what)
      if (tried.kind === 'success') return tried.answer
      if (tried.kind === 'busy') {
        say(`${this.url} is busy: going on in ${Math.ceil(tried.ms / 1000)} s.`)
        await wait(tried.ms, signal)
        continue
      }
      const pause = retryWaits[failures]
      if (pause === undefined || !(tried.mayPass || this.#reached)) throw new ServerUnavailable(tried.problem)
      failures += 1
      await wait(pause, signal)
    }
  }

  /** One try. Throws for an answer that refuses. */
  async #try(request: ServerRequest, what: string): Promise<Tried> {
    const exchanged = await exchange(request, this.#access.dispatcher, this.#access.signal)
    if (exchanged.kind === 'lost') return { ...exchanged, problem: `${exchanged.problem} (${what})` }
    const { answer } = exchanged
    const { status } = answer
    const refusal = { ...answer, body: answer.bytes.toString() }
    if (status === 429) return { kind: 'busy', ms: this.#rest(answer.retryAfter) }
    if (status >= 500) {
      const detail = problemDetail(refusal)
      return { kind: 'lost', problem: `${this.url} fails (status ${status})${detail === '' ? '' : `: ${detail}`}`, mayPass: true }
    }
    if (status < 200 || status >= 300) throw refusalError(refusal, this.#asked(what))
    this.#reached = true
    return { kind: 'success', answer }
  }

  /** The milliseconds that a busy server asks to wait for. */
  #rest(retryAfter: string | null): number {
    const ms = readRetryAfter(retryAfter, this.#access.now().getTime()) ?? busyWait
    if (ms > longestBusyWait) throw new ServerFault(`${this.url} is busy and asks to come again in ${Math.ceil(ms / 1000)} s`)
    return ms
  }

  #read<T>({ status, contentType, bytes }: ServerAnswer, schema: z.ZodType<T>): T {
    if (isWebPage(contentType)) throw notWinnow(this.url, status)
    const parsed = schema.safeParse(jsonOf(bytes))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new ServerFault(
      `${this.url} does not answer as this Winnow (${version}) expects, so it is no Winnow server or of another version (${issue?.path.join('.') || 'answer'}: ${issue?.message})`,
    )
  }
}

function idempotent(): { readonly 'idempotency-key': string } {
  return { 'idempotency-key': randomUUID() }
}

/** Undefined for what is no JSON, which fits no schema of an answer. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
