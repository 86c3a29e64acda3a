import { type ApiResponse, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { isRerankReply } from './rerank-reply.ts'

/** Characters of what the server said that a fault repeats. */
const longestSaid = 200

/** What is wrong with an answer of a reranker, by its status (RFC 9110) and shape; null when its scores can be read. */
export function rerankFault(response: ApiResponse): Fault | null {
  const { status } = response
  const fault = (kind: Fault['kind'], what: string): Fault => ({ kind, message: `the reranker ${what} (${status})${said(response)}` })
  if (status === 429) return fault('throttled', 'asks to slow down')
  if (status === 402) return fault('budget-spent', 'has no paid call left')
  if (status === 401 || status === 403) return fault('unauthorised', 'refused the key: set WINNOW_RERANKER_KEY to a valid one')
  if (status === 404 || status === 405)
    return fault('not-found', 'has no such address: check WINNOW_RERANKER_URL and WINNOW_RERANKER_FORMAT')
  if (status === 408 || status >= 500) return fault('broken', 'does not work at the moment')
  if (status < 200 || status >= 300) return fault('bad-request', 'refused the request')
  const body = jsonBody(response)
  if (isRerankReply(body)) return null
  return {
    kind: 'unreadable',
    message: `the reranker answered with ${body === undefined ? 'something that is not whole JSON' : 'an unknown shape'}`,
  }
}

function said({ body }: ApiResponse): string {
  const line = body.replace(/\s+/g, ' ').trim()
  return line === '' || line.startsWith('<') ? '' : `: ${line.slice(0, longestSaid).toWellFormed()}`
}
