import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { type Dispatcher, request as send } from 'undici'
import { connectionProblem, errorChain } from './connection-error.ts'
import { documentUrl } from './document-url.ts'
import { guardedLookup, PrivateAddressError, publicAddresses, type Resolve, systemResolve } from './guarded-lookup.ts'
import { createHostTurns } from './host-turns.ts'
import { type HttpClock, systemClock } from './http-clock.ts'
import { createDispatcher } from './http-dispatcher.ts'
import { acceptedEncodings, readBody } from './read-body.ts'
import { readRetryAfter } from './retry-after.ts'
import { restWords } from './take-turn.ts'
import { durationWords } from './time-words.ts'
import { unlessAborted } from './unless-aborted.ts'

const mostRedirects = 5
const defaultTimeoutMs = 60_000
const defaultMaxBytes = 50 * 2 ** 20
const accept = 'application/pdf, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5'

export type FetchFailureKind =
  /** No http(s) address, or one with a password. */
  | 'bad-url'
  /** The address, or one it redirects to, is not on the public internet. */
  | 'private'
  | 'offline'
  /** The host wants to be left alone for longer than anybody waits (or says 429). */
  | 'throttled'
  | 'redirects'
  /** A status that is no success. */
  | 'http'
  | 'too-large'
  /** Cut on the way, twice. */
  | 'incomplete'
  | 'empty'
  | 'network'

export interface FetchFailure {
  readonly ok: false
  readonly kind: FetchFailureKind
  /** A sentence with the host, the cause and, where there is one, the fix. */
  readonly message: string
}

export interface FetchedDocument {
  readonly ok: true
  /** Decoded and whole; what they are is for the caller to tell, by the bytes and not by the header (PBR-021). */
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** After redirects. */
  readonly finalUrl: string
}

export interface DocumentFetcher {
  /** Fetches one document. `maxBytes`: 50 MB unless told. Rejects with the signal's reason when it aborts. */
  readonly fetchDocument: (
    url: string,
    call: { readonly signal: AbortSignal; readonly maxBytes?: number },
  ) => Promise<FetchedDocument | FetchFailure>
  readonly close: () => Promise<void>
}

export interface DocumentFetcherOptions {
  /** Proxies and certificates (see `createDispatcher`). */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly userAgent: string
  /** WINNOW_ALLOW_PRIVATE_FETCH. */
  readonly allowPrivate: boolean
  /** Addresses that the operator configured: whatever lies at their origins may be fetched (design §9). */
  readonly trustedOrigins: readonly string[]
  readonly offline: boolean
  /** With the table of `rateLimitMigration`; hosts are then spared by all processes on the database. */
  readonly pool?: Pool
  readonly clock?: HttpClock
  readonly resolve?: Resolve
  /** Milliseconds for one request; 60 s unless told. */
  readonly timeoutMs?: number
}

type Hop = FetchedDocument | FetchFailure | { readonly ok: 'redirect'; readonly location: string }

/**
 * Makes what fetches documents from addresses that came from outside (design §9): http(s) only, never from private addresses
 * (checked after DNS, on every redirect, and once more by the socket itself), within limits of size, time and redirects, and
 * politely: one request at a time for each host, 1 s apart.
 */
export function createDocumentFetcher(options: DocumentFetcherOptions): DocumentFetcher {
  const { environment, clock = systemClock, resolve = systemResolve, timeoutMs = defaultTimeoutMs } = options
  const open = createDispatcher(environment)
  const guarded = createDispatcher(environment, guardedLookup(resolve))
  const turns = createHostTurns(options.pool, clock)
  const trusted = new Set(options.trustedOrigins.flatMap((address) => URL.parse(address)?.origin ?? []))

  const request = async (url: URL, dispatcher: Dispatcher, signal: AbortSignal, maxBytes: number): Promise<Hop> => {
    const overdue = AbortSignal.timeout(timeoutMs)
    let begun = false
    try {
      const { statusCode, headers, body } = await send(url, {
        headers: { 'user-agent': options.userAgent, 'accept-encoding': acceptedEncodings, accept },
        dispatcher,
        signal: AbortSignal.any([signal, overdue]),
      })
      begun = true
      const {
        location,
        'retry-after': retryAfter,
        'content-type': contentType,
        'content-length': length,
        'content-encoding': encoding,
      } = single(headers)
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        leave(body)
        return { ok: 'redirect', location }
      }
      if (statusCode < 200 || statusCode > 299) {
        leave(body)
        const restMs = readRetryAfter(retryAfter, clock.now())
        if (restMs !== null) await turns.push(url.hostname, restMs)
        return statusCode === 429
          ? failure('throttled', `${url.host} answered with status 429: too many requests`)
          : failure('http', `${url.host} answered with status ${statusCode}`)
      }
      if (Number(length ?? 0) > maxBytes) {
        leave(body)
        return tooLarge(url, maxBytes)
      }
      const read = await readBody(body, encoding ?? '', maxBytes)
      if (read.kind === 'too-large') return tooLarge(url, maxBytes)
      if (read.kind === 'undecodable') return failure('incomplete', `what ${url.host} sent is cut or damaged (${read.encoding})`)
      if (read.bytes.length === 0) return failure('empty', `${url.host} sent an empty document`)
      return { ok: true, bytes: read.bytes, contentType: contentType ?? null, finalUrl: url.href }
    } catch (error) {
      signal.throwIfAborted()
      const closed = errorChain(error).find((link) => link instanceof PrivateAddressError)
      if (closed !== undefined) return privateAddress(closed)
      if (overdue.aborted) return failure('network', `${url.host} did not send the document within ${durationWords(timeoutMs)}`)
      return failure(begun ? 'incomplete' : 'network', connectionProblem(error, url.host))
    }
  }

  const visit = async (url: URL, signal: AbortSignal, maxBytes: number): Promise<Hop> => {
    const named = trusted.has(url.origin)
    const closed = named ? null : await unlessAborted(findPrivate(url, resolve), signal)
    if (closed !== null && !options.allowPrivate) return privateAddress(closed)
    const task = () => request(url, named || options.allowPrivate ? open : guarded, signal, maxBytes)
    // Servers of the operator's own need no sparing.
    if (named || closed !== null) return task()
    const hop = await turns.visit(url.hostname, signal, task)
    return 'ok' in hop ? hop : failure('throttled', `${url.host} was not asked: it wants to be left alone ${restWords(hop)}`)
  }

  return {
    fetchDocument: async (address, { signal, maxBytes = defaultMaxBytes }) => {
      signal.throwIfAborted()
      let at = documentUrl(address)
      for (let hops = 0; hops <= mostRedirects; hops += 1) {
        if (!at.ok) return failure('bad-url', at.message)
        if (options.offline) return failure('offline', `${at.url.host} was not asked: Winnow is offline`)
        let hop = await visit(at.url, signal, maxBytes)
        // Cut bodies are often whole the second time (PBR-021).
        if (hop.ok === false && hop.kind === 'incomplete') hop = await visit(at.url, signal, maxBytes)
        if (hop.ok !== 'redirect') return hop
        at = documentUrl(hop.location, at.url.href)
      }
      return failure('redirects', `the address redirects more than ${mostRedirects} times`)
    },
    close: async () => {
      await open.destroy()
      await guarded.destroy()
    },
  }
}

/** Ends a body that is not wanted; that it breaks off is what was asked for. */
function leave(body: Readable): void {
  body.on('error', () => undefined).destroy()
}

/** Null as well when the name cannot be resolved here: behind a proxy that is the proxy's to do, otherwise the request fails. */
async function findPrivate(url: URL, resolve: Resolve): Promise<Error | null> {
  try {
    await publicAddresses(url.hostname, resolve)
    return null
  } catch (error) {
    if (error instanceof PrivateAddressError) return error
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function privateAddress(error: Error): FetchFailure {
  return failure('private', `${error.message}; nothing is fetched from private addresses unless WINNOW_ALLOW_PRIVATE_FETCH=1 is set`)
}

function tooLarge(url: URL, maxBytes: number): FetchFailure {
  const limit = maxBytes < 2 ** 20 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 2 ** 20)} MB`
  return failure('too-large', `the document at ${url.host} is larger than ${limit}`)
}

function failure(kind: FetchFailureKind, message: string): FetchFailure {
  return { ok: false, kind, message }
}

function single(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
}
