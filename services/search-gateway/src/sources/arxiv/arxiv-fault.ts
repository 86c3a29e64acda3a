import { normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import type { ApiResponse, Fault } from '@winnow/http/api-exchange.ts'
import { isHtmlPage, sourceMessage } from '../answers/source-message.ts'
import { type ArxivFeed, feedOf } from './arxiv-feed.ts'

/** What is wrong with an answer of arXiv; null for a feed that can be read (shared/scholarly-apis.md §5). */
export function arxivFault(response: ApiResponse): Fault | null {
  const { status, body } = response
  const said = saidBy(body)
  // Back-off comes first: the body says so in plain text, and going on is answered with 503.
  if (status === 429 || /^\s*rate exceeded/i.test(body)) return { kind: 'throttled', message: `arXiv asks to slow down${said}` }
  if (status === 503) return { kind: 'throttled', message: `arXiv does not answer for now, as when it is asked too often (503)${said}` }
  const feed = feedOf(response)
  const error = feed?.entries.find(({ id }) => /^https?:\/\/[^/]*arxiv\.org\/api\/errors/i.test(id))
  if (error !== undefined) return { kind: 'bad-request', message: `arXiv refused the request: ${sourceMessage(error.summary ?? error.id)}` }
  if (status >= 500) return { kind: 'broken', message: `arXiv is out of order (${status})${said}` }
  if (status === 404) return { kind: 'not-found', message: `arXiv has nothing at this address (404)${said}` }
  if (status >= 400) return { kind: 'bad-request', message: `arXiv refused the request (${status})${said}` }
  if (feed !== null)
    return isAnswer(feed) ? null : { kind: 'unreadable', message: 'arXiv answered with a feed that is none of its results' }
  const got = body.trim() === '' ? 'an empty body' : isHtmlPage(body) ? 'a web page' : 'something that is no whole feed'
  return { kind: 'unreadable', message: `arXiv answered with ${got} instead of results${isHtmlPage(body) ? said : ''}` }
}

/** Papers among its entries, or no entry and a count. */
function isAnswer({ total, entries }: ArxivFeed): boolean {
  return entries.length === 0 ? total !== null : entries.some(({ id }) => normaliseArxivId(id) !== null)
}

/** ": what a body that is no feed says", or nothing. */
function saidBy(body: string): string {
  const said = /^\s*<\?xml|^\s*<feed/.test(body)
    ? ''
    : sourceMessage(isHtmlPage(body) ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body)
  return said === '' ? '' : `: ${said}`
}
