import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceEnvironment } from '../source-settings.ts'
import { answered, faulted, response } from '../testing/converse.ts'
import { openAccessRequest, readOpenAccess, unpaywallPolicy, unusableUnpaywall } from './unpaywall.ts'

const fixture = (file: string) => readFileSync(new URL(`../fixtures/unpaywall/${file}.json`, import.meta.url), 'utf8')
const settings = sourceEnvironment.parse({ WINNOW_CONTACT: 'me@example.org' })
const place = (pdf: string | null, landing: string | null) => ({ url: pdf ?? landing, url_for_pdf: pdf, url_for_landing_page: landing })
const links = (body: unknown) => readOpenAccess(answered(body))

test.each<[doi: string, path: string]>([
  ['10.1016/j.x', '/v2/10.1016/j.x'],
  ['10.1002/a<1:b>3.0;2#x?y', '/v2/10.1002/a%3C1%3Ab%3E3.0%3B2%23x%3Fy'],
])('%s is asked for', (doi, path) => {
  expect(openAccessRequest(doi)).toEqual({ method: 'GET', path })
})

test.each<[file: string, expected: object[]]>([
  [
    'xgen.2025.100814',
    [
      { url: 'https://doi.org/10.1016/j.xgen.2025.100814', kind: 'landing' },
      { url: 'https://www.ncbi.nlm.nih.gov/pmc/articles/12008803', kind: 'landing' },
    ],
  ],
  ['a1007154515475-closed', []],
])('recorded: %s', (file, expected) => {
  expect(links(fixture(file))).toEqual({ links: expected })
})

test('PDFs come before landing pages, the best place before the others, each address once', () => {
  const [a, b] = [place('https://a.org/a.pdf', 'https://a.org/a'), place('http://b.org/b.pdf', null)]
  const c = { ...place(null, 'https://c.org/c'), url: 'https://c.org/other' }
  expect(
    links({
      doi: '10.5555/x',
      best_oa_location: b,
      oa_locations: [c, a, b, null, 'x'],
      oa_locations_embargoed: [place('https://e.org/e.pdf', null)],
    }),
  ).toEqual({
    links: [
      { url: 'http://b.org/b.pdf', kind: 'pdf' },
      { url: 'https://a.org/a.pdf', kind: 'pdf' },
      { url: 'https://c.org/c', kind: 'landing' },
      { url: 'https://c.org/other', kind: 'landing' },
      { url: 'https://a.org/a', kind: 'landing' },
    ],
  })
})

test('only addresses of the web are taken', () => {
  expect(
    links({
      doi: '10.5555/x',
      best_oa_location: null,
      oa_locations: [place('javascript:alert(1)', 'ftp://a.org'), place('HTTPS://b.org/b.pdf', '')],
    }),
  ).toEqual({
    links: [{ url: 'HTTPS://b.org/b.pdf', kind: 'pdf' }],
  })
})

test('an unknown DOI has no copies; any other fault is handed on', () => {
  expect(readOpenAccess(faulted('not-found'))).toEqual({ links: [] })
  expect(readOpenAccess(faulted('broken', 'down'))).toEqual({ fault: { kind: 'broken', message: 'down' } })
})

const unreadable = { kind: 'unreadable', message: 'Unpaywall answered in an unknown shape' }

test.each([
  {},
  { doi: '10.5555/x' },
  { doi: '10.5555/x', oa_locations: null },
  { oa_locations: [] },
  { doi: '', oa_locations: [] },
  '<html></html>',
])('%j is no answer', (body) => {
  expect(links(body)).toEqual({ fault: unreadable })
})

test.each<[status: number, body: unknown, fault: object | null]>([
  [200, fixture('a1007154515475-closed'), null],
  [
    404,
    { error: true, message: 'not in Unpaywall', HTTP_status_code: 404 },
    { kind: 'not-found', message: 'Unpaywall does not know the DOI (404): not in Unpaywall' },
  ],
  [
    200,
    { error: true, message: 'not in Unpaywall', HTTP_status_code: 404 },
    { kind: 'not-found', message: 'Unpaywall does not know the DOI (404): not in Unpaywall' },
  ],
  [404, '<html></html>', { kind: 'bad-request', message: 'Unpaywall has no such address (404)' }],
  [
    422,
    { message: 'Please use your own email address.' },
    {
      kind: 'unauthorised',
      message: 'Unpaywall refused the e-mail address (422): Please use your own email address. Set WINNOW_CONTACT to your e-mail address',
    },
  ],
  [429, { message: 'Slow' }, { kind: 'throttled', message: 'Unpaywall asks to slow down (429): Slow' }],
  [500, '', { kind: 'broken', message: 'Unpaywall does not work at the moment (500)' }],
  [200, { doi: '10.5555/x' }, { kind: 'unreadable', message: 'Unpaywall answered with an unknown shape' }],
])('%i %j is judged', (status, body, fault) => {
  expect(unpaywallPolicy(settings).faultOf(response(body, status))).toEqual(fault)
})

test('the contact goes with each request, and nowhere else', () => {
  const policy = unpaywallPolicy(settings)
  expect(policy).toMatchObject({
    name: 'unpaywall',
    baseUrl: 'https://api.unpaywall.org',
    intervalMs: 100,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
  })
  expect(policy.dress(openAccessRequest('10.5555/x'))).toEqual({
    method: 'GET',
    path: '/v2/10.5555/x',
    query: [['email', 'me@example.org']],
  })
  expect(policy.dress({ method: 'GET', path: '/x', query: [['a', 'b']] }).query).toEqual([
    ['a', 'b'],
    ['email', 'me@example.org'],
  ])
  expect(unpaywallPolicy(sourceEnvironment.parse({})).dress({ method: 'GET', path: '/x' })).toEqual({ method: 'GET', path: '/x' })
  expect(unpaywallPolicy(sourceEnvironment.parse({ WINNOW_UNPAYWALL_URL: 'http://localhost:1/u/' })).baseUrl).toBe('http://localhost:1/u')
})

test.each(['', 'https://example.org', 'me', 'me@', '@example.org', 'me @example.org', 'a@b@c'])(
  'with the contact %j it cannot be used',
  (WINNOW_CONTACT) => {
    expect(unusableUnpaywall(sourceEnvironment.parse({ WINNOW_CONTACT }))).toBe(
      'Unpaywall needs an e-mail address: set WINNOW_CONTACT to your e-mail address',
    )
  },
)

test('with an address it can', () => {
  expect(unusableUnpaywall(settings)).toBeNull()
})
