import type { DocumentFetcher } from './fetch-document.ts'
import type { HttpClock } from './http-clock.ts'
import type { SourceCall } from './source-call.ts'

/** The fetcher, whose fetches are told like questions to a source named "full-text"; of an address without its query, which may hold a token. */
export function toldFetches(fetcher: DocumentFetcher, onCall: (call: SourceCall) => void, clock: Pick<HttpClock, 'now'>): DocumentFetcher {
  return {
    ...fetcher,
    fetchDocument: async (url, call) => {
      const startedMs = clock.now()
      const tell = (outcome: SourceCall['outcome']) =>
        onCall({
          source: 'full-text',
          request: `GET ${withoutQuery(url)}`,
          startedMs,
          endedMs: clock.now(),
          outcome,
          attempts: 1,
          waitedMs: 0,
          status: null,
        })
      try {
        const fetched = await fetcher.fetchDocument(url, call)
        tell(fetched.ok ? 'answered' : fetched.kind)
        return fetched
      } catch (error) {
        tell('abandoned')
        throw error
      }
    },
  }
}

function withoutQuery(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname}`
}
