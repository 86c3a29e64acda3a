import { afterEach } from 'vitest'
import { createDocumentFetcher, type DocumentFetcherOptions, type FetchedDocument, type FetchFailure } from '../fetch-document.ts'
import type { Resolve } from '../guarded-lookup.ts'
import { type Answer, type AnsweringServer, startAnsweringServer } from './answering-server.ts'

export const never = new AbortController().signal
export const notAllowed = 'nothing is fetched from private addresses unless WINNOW_ALLOW_PRIVATE_FETCH=1 is set'

/** Gives the addresses in turn, the last one for ever. */
export const resolving = (...addresses: readonly string[]): Resolve => {
  let asked = 0
  return async () => {
    asked += 1
    return [{ address: addresses[Math.min(asked, addresses.length) - 1] ?? '', family: 4 }]
  }
}

export const textOf = (result: FetchedDocument | FetchFailure): string =>
  result.ok ? Buffer.from(result.bytes).toString() : `${result.kind}: ${result.message}`
export const kindOf = (result: FetchedDocument | FetchFailure): string => (result.ok ? 'fetched' : result.kind)

/** Servers and fetchers for the tests of a file; what a test opens is closed after it. */
export function useDocumentScene() {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })
  const serve = async (...answers: readonly Answer[]): Promise<AnsweringServer> => {
    const server = await startAnsweringServer(...answers)
    opened.push(server.stop)
    return server
  }
  const fetcher = (change: Partial<DocumentFetcherOptions> = {}) => {
    const options = { environment: {}, userAgent: 'Winnow/1', allowPrivate: false, trustedOrigins: [], offline: false }
    const made = createDocumentFetcher({ ...options, ...change })
    opened.push(made.close)
    return (url: string, maxBytes?: number, signal = never) =>
      made.fetchDocument(url, { signal, ...(maxBytes === undefined ? {} : { maxBytes }) })
  }
  /** A server of the operator's own with these answers, and what fetches from it. */
  const own = async (...answers: readonly Answer[]) => {
    const server = await serve(...answers)
    return { server, fetch: fetcher({ trustedOrigins: [`${server.url}/some/path`] }) }
  }
  return { serve, fetcher, own }
}
