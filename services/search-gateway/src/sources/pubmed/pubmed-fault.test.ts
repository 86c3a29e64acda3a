import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { response } from '../../testing/converse.ts'
import { pubmedFault } from './pubmed-fault.ts'

const recorded = (file: string) => readFileSync(new URL(`../../fixtures/pubmed/${file}`, import.meta.url), 'utf8')
const html = '<!DOCTYPE html><html><head><title>Error</title></head></html>'
const rateError = { error: 'API rate limit exceeded', 'api-key': '203.0.113.7', count: '4', limit: '3' }
const slow = 'PubMed asks to slow down (API rate limit exceeded); NCBI_API_KEY allows 10 requests a second'
const esearchError = (ERROR: string) => ({ header: { type: 'esearch' }, esearchresult: { ERROR } })
const retstart =
  "Search Backend failed: Exception:\n'retstart' cannot be larger than 9998. For PubMed, ESearch can only retrieve the first 9,999 records"

describe('pubmedFault', () => {
  test.each([
    ['JSON of esearch', { esearchresult: { count: '0', idlist: [] } }],
    ['XML of esearch', recorded('esearch-zero-hits-warnings.xml')],
    ['records', recorded('efetch-34843274-collective.xml')],
    ['an empty set of records', recorded('efetch-37909814-unknown-pmid-empty-set.xml')],
    ['a book that stands alone', recorded('efetch-book-jabref.xml')],
    ['a set of books', '<PubmedBookArticleSet/>'],
    ['an article that stands alone', '<PubmedArticle/>'],
    ['links', recorded('elink-neighbor.xml')],
  ])('%s can be read', (_, body) => {
    expect(pubmedFault(response(body), false)).toBeNull()
  })

  test.each<readonly [string, number, unknown, string, string]>([
    ['the rate error', 429, rateError, 'throttled', slow],
    ['the rate error with 200', 200, rateError, 'throttled', slow],
    ['the rate error with 500', 500, rateError, 'throttled', slow],
    ['the rate error in XML', 200, '<eFetchResult><ERROR>API rate limit exceeded</ERROR></eFetchResult>', 'throttled', slow],
    ['429 without a body', 429, '', 'throttled', slow],
    ['429 with a web page', 429, html, 'throttled', slow],
    [
      'a wrong key',
      400,
      { error: 'API key invalid', 'api-key': 'secret', type: 'client', status: 'unknown' },
      'unauthorised',
      'PubMed refuses the API key: set NCBI_API_KEY to a valid one, or to none',
    ],
    [
      'a wrong key in XML',
      200,
      '<eFetchResult><ERROR>Invalid api_key</ERROR></eFetchResult>',
      'unauthorised',
      'PubMed refuses the API key: set NCBI_API_KEY to a valid one, or to none',
    ],
    [
      'a wrong key, written otherwise',
      400,
      { error: 'Bad apikey' },
      'unauthorised',
      'PubMed refuses the API key: set NCBI_API_KEY to a valid one, or to none',
    ],
    ['401', 401, '', 'unauthorised', 'PubMed refuses this client (401): set WINNOW_CONTACT, or ask eutilities@ncbi.nlm.nih.gov'],
    ['403', 403, html, 'unauthorised', 'PubMed refuses this client (403): set WINNOW_CONTACT, or ask eutilities@ncbi.nlm.nih.gov'],
    [
      'a start too large',
      200,
      JSON.stringify(esearchError(retstart)).replace('\\n', '\n'),
      'bad-request',
      "PubMed refuses the request: Search Backend failed: Exception: 'retstart' cannot be larger than 9998. For PubMed, ESearch can only retrieve the first 9,999 records",
    ],
    ['a bad term', 200, esearchError('Invalid term'), 'bad-request', 'PubMed refuses the request: Invalid term'],
    [
      'an empty term',
      200,
      esearchError('Empty term and query_key - nothing todo'),
      'bad-request',
      'PubMed refuses the request: Empty term and query_key - nothing todo',
    ],
    [
      'a failing back end',
      200,
      esearchError('Search Backend failed: Database is not supported: pubmed'),
      'broken',
      'PubMed fails: Search Backend failed: Database is not supported: pubmed',
    ],
    [
      'another back end',
      400,
      { error: 'error forwarding request to server' },
      'broken',
      'PubMed fails: error forwarding request to server',
    ],
    ...[
      'Backend down',
      'DATABASE',
      'the server is down',
      'is unavailable',
      'failed temporarily',
      'timed out',
      'time out',
      'timeout',
      'please try again',
      'the address table is empty',
    ].map(
      (error) =>
        [error, 200, `<eLinkResult><LinkSet><ERROR>${error}</ERROR></LinkSet></eLinkResult>`, 'broken', `PubMed fails: ${error}`] as const,
    ),
    ['<ERROR>', 200, recorded('esummary-error.xml'), 'bad-request', 'PubMed refuses the request: Neither query_key nor id specified'],
    [
      'several <ERROR>',
      200,
      recorded('epost-overflow-id.xml'),
      'bad-request',
      'PubMed refuses the request: Empty ID list; Nothing to store; Some IDs have invalid value and were omitted. Maximum ID value 18446744073709551615',
    ],
    [
      'a start too large for it',
      200,
      esearchError('Backend: retstart is too large'),
      'bad-request',
      'PubMed refuses the request: Backend: retstart is too large',
    ],
    [
      'what cannot be',
      200,
      esearchError('Server: dates Cannot be so'),
      'bad-request',
      'PubMed refuses the request: Server: dates Cannot be so',
    ],
    ['the rate error in other words', 200, { error: 'Rate Limit reached' }, 'throttled', slow],
    ['499', 499, '', 'bad-request', 'PubMed refuses the request (499)'],
    ['399', 399, '', 'unreadable', 'PubMed answered with nothing'],
    ['400', 400, '', 'bad-request', 'PubMed refuses the request (400)'],
    ['404', 404, 'Not found', 'bad-request', 'PubMed refuses the request (404)'],
    ['414 with a web page', 414, html, 'unreadable', 'PubMed answered with a web page instead of data (414)'],
    ['408', 408, '', 'broken', 'PubMed fails (408)'],
    ['500', 500, '<eFetchResult><ERROR>x</ERROR></eFetchResult>', 'broken', 'PubMed fails (500)'],
    ['500 that says why', 500, { error: 'boom' }, 'broken', 'PubMed fails (500): boom'],
    ['502 with a web page', 502, html, 'broken', 'PubMed fails (502)'],
    ['a web page with 200', 200, html, 'unreadable', 'PubMed answered with a web page instead of data (200)'],
    ['nothing', 200, '', 'unreadable', 'PubMed answered with nothing'],
    ['blanks', 200, ' \n', 'unreadable', 'PubMed answered with nothing'],
    [
      'cut XML',
      200,
      recorded('efetch-34843274-collective.xml').slice(0, 3000),
      'unreadable',
      'PubMed answered with something that is not XML, or was cut',
    ],
    ['cut JSON', 200, '{"esearchresult":{"count":"3"', 'unreadable', 'PubMed answered with something that is not XML, or was cut'],
    ['text', 200, 'Service busy', 'unreadable', 'PubMed answered with something that is not XML, or was cut'],
    [
      'a bomb of entities',
      200,
      '<!DOCTYPE PubmedArticleSet [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><PubmedArticleSet>&b;</PubmedArticleSet>',
      'unreadable',
      'PubMed answered with something that is not XML, or was cut',
    ],
    ['JSON of another shape', 200, { uid: '10508479' }, 'unreadable', 'PubMed answered in an unknown shape'],
    ['XML of another shape', 200, '<eSummaryResult/>', 'unreadable', 'PubMed answered in an unknown shape'],
  ])('%s (%i)', (_, status, body, kind, message) => {
    expect(pubmedFault(response(body, status), false)).toEqual({ kind, message })
  })
  test.each([429, 200])('with a key there is no better advice than to wait (%i)', (status) => {
    expect(pubmedFault(response(rateError, status), true)).toEqual({
      kind: 'throttled',
      message: 'PubMed asks to slow down (API rate limit exceeded)',
    })
  })
  test('… nor in XML', () => {
    const body = '<eFetchResult><ERROR>API rate limit exceeded</ERROR></eFetchResult>'
    expect(pubmedFault(response(body), true)?.message).toBe('PubMed asks to slow down (API rate limit exceeded)')
  })
  test('never with the key', () => {
    expect(pubmedFault(response({ error: 'API key invalid', 'api-key': 'secret' }, 400), true)?.message).not.toContain('secret')
  })
})
