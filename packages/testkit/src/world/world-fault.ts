import { errorEntry } from './arxiv.ts'
import { searchError } from './pubmed.ts'
import { json, text, type WorldAnswer, type WorldApi, type WorldRequest, worldApis } from './world-exchange.ts'

/**
 * What goes wrong with a route.
 * - `throttled`: too many requests, said as the API says it. `budget`: OpenAlex's daily budget is spent.
 * - `unauthorised`: the key is refused. `server-error`: the server fails.
 * - `html`: a web page with status 200. `empty`: nothing with status 200. `error-entry`: an error with status 200 (arXiv, PubMed).
 * - `cut`: the connection ends in the middle of the body. `down`: it ends before any answer. `slow`: the answer comes late.
 * - `wrong-work`: lookups by a DOI, and by ids of other sources, answer with the metadata of another work.
 */
export const worldFaults = [
  'throttled',
  'budget',
  'unauthorised',
  'html',
  'cut',
  'wrong-work',
  'slow',
  'empty',
  'error-entry',
  'down',
  'server-error',
] as const
export type WorldFault = (typeof worldFaults)[number]

/** Parses the name of a fault; undefined for an unknown one. */
export function worldFault(name: string): WorldFault | undefined {
  return worldFaults.find((fault) => fault === name)
}

/** The API of a route: "openalex", or a path below one, "/openalex/works"; undefined for a route of none. */
export function apiOfRoute(route: string): WorldApi | undefined {
  const [, name] = /^\/?([a-z]+)(?:\/.*)?$/.exec(route) ?? []
  return worldApis.find((api) => api === name)
}

/** Why a route cannot have a fault; null when it can. */
export function impossibleFault(route: string, fault: WorldFault): string | null {
  const api = apiOfRoute(route)
  if (api === undefined)
    return `unknown route "${route}": it is one of ${worldApis.join(', ')}, or a path that begins with one, such as /openalex/works`
  if (fault === 'budget' && api !== 'openalex') return `the fault "budget" is of openalex alone, not of ${api}`
  if (fault === 'error-entry' && api !== 'arxiv' && api !== 'pubmed')
    return `the fault "error-entry" is of arxiv and pubmed alone, not of ${api}`
  if (fault === 'wrong-work' && api === 'files') return 'the fault "wrong-work" is of APIs, not of files'
  return null
}

/** The answer in place of the API's own; null for a fault that lies in how or when the own answer is sent. */
export function faultAnswer(api: WorldApi, fault: WorldFault, request: WorldRequest): WorldAnswer | null {
  switch (fault) {
    case 'throttled':
      return throttled(api)
    case 'budget':
      return openAlexLimit(
        'Insufficient budget. This request costs $0.001 but you only have $0 remaining. Resets at midnight UTC. Need more? Add funds at https://openalex.org/pricing',
        3600,
        0,
      )
    case 'unauthorised':
      return unauthorised(api)
    case 'server-error':
      return serverError(api)
    case 'html':
      return text(
        '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n',
        'text/html; charset=utf-8',
      )
    case 'empty':
      return text('', 'text/plain')
    case 'error-entry':
      return api === 'arxiv'
        ? errorEntry('incorrect id format for 1234.12345', 'incorrect_id_format_for_1234.12345', 200)
        : pubmedError(request)
    case 'cut':
    case 'wrong-work':
    case 'slow':
    case 'down':
      return null
  }
}

function throttled(api: WorldApi): WorldAnswer {
  switch (api) {
    case 'arxiv':
      return text('Rate exceeded.', 'text/html', 429)
    case 'openalex':
      return openAlexLimit('Rate limit exceeded: 10 requests per second. Please slow down.', 1, 500)
    case 'pubmed':
      return json({ error: 'API rate limit exceeded', 'api-key': '203.0.113.7', count: '4', limit: '3' }, 429, {
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
      })
    case 'semanticscholar':
      return json(
        {
          message:
            'Too Many Requests. Please wait and try again or apply for a key for higher rate limits. https://www.semanticscholar.org/product/api#api-key-form',
          code: '429',
        },
        429,
      )
    case 'crossref':
      return {
        ...text('', 'text/plain', 429),
        headers: { 'content-type': 'text/plain', 'x-rate-limit-limit': '1', 'x-rate-limit-interval': '1s' },
      }
    case 'unpaywall':
    case 'files':
      return text('Too Many Requests', 'text/plain', 429)
  }
}

/** OpenAlex says both with 429 and the same `error`; the reset counts to midnight in both. */
function openAlexLimit(message: string, retryAfter: number, creditsRemaining: number): WorldAnswer {
  const body = {
    error: 'Rate limit exceeded',
    message,
    retryAfter,
    costUsd: 0.001,
    dailyRemainingUsd: creditsRemaining / 10_000,
    prepaidRemainingUsd: 0,
    creditsRequired: 10,
    creditsRemaining,
    onetimeCreditsRemaining: 0,
  }
  return json(body, 429, {
    'retry-after': String(retryAfter),
    'x-ratelimit-reset': '43200',
    'x-ratelimit-remaining': String(creditsRemaining),
  })
}

function unauthorised(api: WorldApi): WorldAnswer {
  switch (api) {
    case 'openalex':
      return json({ error: 'Invalid or missing API key', message: 'API key not found' }, 401)
    case 'semanticscholar':
      return json({ message: 'Forbidden' }, 403, { 'x-amzn-errortype': 'ForbiddenException' })
    case 'pubmed':
      return json({ error: 'API key invalid', 'api-key': 'api-key', type: 'ip', status: 'not found' }, 400)
    case 'unpaywall':
      return json(
        {
          HTTP_status_code: 422,
          error: true,
          message: 'Please use your own email address in API calls. See http://unpaywall.org/products/api',
        },
        422,
      )
    case 'arxiv':
    case 'crossref':
    case 'files':
      return text('<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>\n', 'text/html', 403)
  }
}

function serverError(api: WorldApi): WorldAnswer {
  switch (api) {
    case 'openalex':
      return json({ error: 'Service unavailable', message: 'Search temporarily unavailable' }, 503, { 'retry-after': '1' })
    case 'semanticscholar':
      return json({ message: 'Internal Server Error' }, 500)
    case 'crossref':
      return json(
        { status: 'error', 'message-type': 'exception', 'message-version': '1.0.0', message: { name: 'class java.lang.RuntimeException' } },
        500,
      )
    case 'arxiv':
    case 'pubmed':
    case 'unpaywall':
    case 'files':
      return text(
        '<html><head><title>503 Service Unavailable</title></head><body>The server is temporarily unable to service your request.</body></html>\n',
        'text/html',
        503,
      )
  }
}

/** An error with status 200 in the format that was asked for. */
function pubmedError({ path, query }: WorldRequest): WorldAnswer {
  const message = 'Search Backend failed: read request has failed'
  if (path.endsWith('/esearch.fcgi')) return searchError(message, query.get('retmode') === 'json')
  return text(
    `<?xml version="1.0" encoding="UTF-8" ?>\n<eFetchResult>\n\t<ERROR>${message}</ERROR>\n</eFetchResult>\n`,
    'text/xml; charset=UTF-8',
  )
}
