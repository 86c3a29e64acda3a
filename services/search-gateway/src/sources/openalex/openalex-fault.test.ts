import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { response } from '../../testing/converse.ts'
import { openalexList, openalexWork } from '../../testing/openalex-works.ts'
import { openalexFault } from './openalex-fault.ts'

const recorded = (file: string) => readFileSync(new URL(`../../fixtures/openalex/${file}`, import.meta.url), 'utf8')
const insufficient = 'Insufficient budget. This request costs $0.001 but you only have $0 remaining. Resets at midnight UTC.'
const perSecond = 'Rate limit exceeded: 10 requests per second. Please slow down.'
const exceeded = (message: string, more: object = {}) => ({ error: 'Rate limit exceeded', message, ...more })

describe('openalexFault', () => {
  const rows = [
    {
      name: 'refused without JSON',
      status: 400,
      body: 'URL too long',
      fault: { kind: 'bad-request', message: 'OpenAlex refused the request (400): URL too long' },
    },
    {
      name: 'unauthorised in other words',
      status: 401,
      body: 'Unauthorized',
      fault: {
        kind: 'unauthorised',
        message:
          'OpenAlex refuses the API key (401): Unauthorized; set OPENALEX_API_KEY to a valid key (free at openalex.org), or unset it',
      },
    },
    { name: 'a work', status: 200, body: openalexWork('W1'), fault: null },
    { name: 'a list', status: 200, body: openalexList([openalexWork('W1')]), fault: null },
    { name: 'an empty list', status: 200, body: openalexList([]), fault: null },
    { name: 'a list with something odd in it', status: 200, body: openalexList([null, openalexWork('W1')]), fault: null },
    {
      name: 'asked too fast',
      status: 429,
      body: exceeded(perSecond, { retryAfter: 0.1 }),
      fault: { kind: 'throttled', message: `OpenAlex asks to slow down: ${perSecond.slice(0, -1)}`, retryAfterMs: 100 },
    },
    {
      name: 'a fraction of a millisecond is rounded up',
      status: 429,
      body: exceeded(perSecond, { retryAfter: 0.0123 }),
      fault: { kind: 'throttled', message: `OpenAlex asks to slow down: ${perSecond.slice(0, -1)}`, retryAfterMs: 13 },
    },
    {
      name: 'asked too fast, without a time',
      status: 429,
      body: exceeded(perSecond, { retryAfter: -1 }),
      fault: { kind: 'throttled', message: `OpenAlex asks to slow down: ${perSecond.slice(0, -1)}` },
    },
    {
      name: 'no budget left',
      status: 429,
      body: exceeded(insufficient, { retryAfter: 3600, creditsRemaining: 0 }),
      fault: {
        kind: 'budget-spent',
        message: `OpenAlex's daily budget is spent: ${insufficient.slice(0, -1)}; a free key (OPENALEX_API_KEY) gives ten times as much`,
        retryAfterMs: 3_600_000,
      },
    },
    {
      name: 'no budget left, with a key',
      status: 429,
      hasKey: true,
      body: exceeded(insufficient, { retryAfter: 0 }),
      fault: {
        kind: 'budget-spent',
        message: `OpenAlex's daily budget for OPENALEX_API_KEY is spent: ${insufficient.slice(0, -1)}`,
        retryAfterMs: 0,
      },
    },
    {
      name: 'no credits left, in other words',
      status: 200,
      hasKey: true,
      body: exceeded('insufficient credits'),
      fault: {
        kind: 'budget-spent',
        message: "OpenAlex's daily budget for OPENALEX_API_KEY is spent: insufficient credits; it is reset at midnight UTC",
      },
    },
    {
      name: 'payment required',
      status: 402,
      hasKey: true,
      body: { error: 'Payment Required' },
      fault: {
        kind: 'budget-spent',
        message: "OpenAlex's daily budget for OPENALEX_API_KEY is spent: Payment Required; it is reset at midnight UTC",
      },
    },
    {
      name: 'a filter that is not free',
      status: 429,
      body: { error: 'Plan upgrade required', message: 'from_created_date needs a plan', retryAfter: 1 },
      fault: {
        kind: 'bad-request',
        message: 'OpenAlex answers this to paying users only: Plan upgrade required: from_created_date needs a plan',
      },
    },
    {
      name: 'too many boolean words',
      status: 429,
      body: exceeded('Too many operators', { reason: 'broad_boolean_query' }),
      fault: { kind: 'throttled', message: 'OpenAlex takes few queries with many boolean words: Too many operators', retryAfterMs: 1000 },
    },
    {
      name: 'too many boolean words, with a time',
      status: 429,
      body: { error: 'broad_boolean_query', retryAfter: 2 },
      fault: { kind: 'throttled', message: 'OpenAlex takes few queries with many boolean words: broad_boolean_query', retryAfterMs: 2000 },
    },
    {
      name: 'a web page with 429',
      status: 429,
      body: '<html><title>Slow</title></html>',
      fault: { kind: 'throttled', message: 'OpenAlex asks to slow down: Slow' },
    },
    {
      name: 'asked too fast, with 200',
      status: 200,
      body: exceeded('x'),
      fault: { kind: 'throttled', message: 'OpenAlex asks to slow down: x' },
    },
    {
      name: 'a wrong key',
      status: 401,
      body: { error: 'Invalid or missing API key', message: 'API key not found' },
      fault: {
        kind: 'unauthorised',
        message:
          'OpenAlex refuses the API key (401): Invalid or missing API key: API key not found; set OPENALEX_API_KEY to a valid key (free at openalex.org), or unset it',
      },
    },
    {
      name: 'a wrong key with 200',
      status: 200,
      body: { error: 'Invalid api_key' },
      fault: {
        kind: 'unauthorised',
        message:
          'OpenAlex refuses the API key (200): Invalid api_key; set OPENALEX_API_KEY to a valid key (free at openalex.org), or unset it',
      },
    },
    {
      name: 'an unknown field',
      status: 400,
      body: { error: 'Invalid query parameters error.', message: 'foo is not a valid field.' },
      fault: {
        kind: 'bad-request',
        message: 'OpenAlex refused the request (400): Invalid query parameters error: foo is not a valid field',
      },
    },
    {
      name: 'the same with 403',
      status: 403,
      body: { message: 'foo' },
      fault: { kind: 'bad-request', message: 'OpenAlex refused the request (403): foo' },
    },
    {
      name: 'and with 200',
      status: 200,
      body: { error: 'foo' },
      fault: { kind: 'bad-request', message: 'OpenAlex refused the request (200): foo' },
    },
    {
      name: 'a firewall',
      status: 403,
      body: '<html><title>Blocked</title></html>',
      fault: { kind: 'broken', message: 'OpenAlex was not reached (403): Blocked' },
    },
    {
      name: 'no such work',
      status: 404,
      body: recorded('error-404-html.html'),
      fault: { kind: 'not-found', message: 'OpenAlex does not know this (404): 404 Not Found' },
    },
    {
      name: 'busy',
      status: 503,
      body: { error: 'Search temporarily unavailable', retryAfter: 1.5 },
      fault: { kind: 'broken', message: 'OpenAlex is out of order (503): Search temporarily unavailable', retryAfterMs: 1500 },
    },
    {
      name: 'too slow',
      status: 504,
      body: { error: 'Gateway timeout', message: 'took 9 s', reason: 'query_timeout' },
      fault: { kind: 'broken', message: 'OpenAlex is out of order (504): Gateway timeout: took 9 s' },
    },
    { name: 'broken', status: 500, body: '', fault: { kind: 'broken', message: 'OpenAlex is out of order (500): it gave no reason' } },
    { name: 'timed out', status: 408, body: 'x', fault: { kind: 'broken', message: 'OpenAlex is out of order (408): x' } },
    {
      name: 'a web page',
      status: 200,
      body: '<!doctype html><html></html>',
      fault: { kind: 'unreadable', message: 'OpenAlex answered with a web page' },
    },
    { name: 'nothing', status: 200, body: '  ', fault: { kind: 'unreadable', message: 'OpenAlex answered with an empty body' } },
    {
      name: 'a cut list',
      status: 200,
      body: recorded('title-search-chemcrow-two-works.json').slice(0, 5000),
      fault: { kind: 'unreadable', message: 'OpenAlex answered with something that is not whole JSON' },
    },
    ...[
      { name: 'a work of which other fields were asked', body: JSON.parse(recorded('select-oa-doi-green.json')) as unknown },
      { name: 'a list of institutions', body: openalexList([{ id: 'https://openalex.org/I1' }]) },
      { name: 'results without meta', body: { results: [] } },
      { name: 'results whose meta is null', body: { results: [], meta: null } },
      { name: 'meta without results', body: { meta: { count: 0 } } },
      { name: 'results that are no list', body: { meta: { count: 0 }, results: {} } },
      { name: 'a bare list', body: [openalexWork('W1')] },
      { name: 'null', body: null },
    ].map(({ name, body }) => ({
      name,
      status: 200,
      body,
      fault: { kind: 'unreadable', message: 'OpenAlex answered with JSON that is neither a work nor a list of works' },
    })),
  ]
  it.each(rows)('$name', ({ status, body, fault, ...row }) => {
    expect(openalexFault(response(body, status), 'hasKey' in row)).toEqual(fault)
  })
  it('X-RateLimit-Reset is no time to wait', () => {
    const fault = openalexFault(response(exceeded(perSecond), 429, { 'x-ratelimit-reset': '40000' }), false)
    expect(fault).not.toHaveProperty('retryAfterMs')
  })
  it('what it says is cut', () => {
    expect(openalexFault(response({ error: 'x'.repeat(9999) }, 400), false)?.message.length).toBeLessThan(400)
  })
})
