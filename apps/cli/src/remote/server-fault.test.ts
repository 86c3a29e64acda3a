import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { isWebPage, problemDetail, RequestRefused, refusalError, ServerFault } from './server-fault.ts'

const server = 'https://w.example'
const problem = (status: number, detail: string, errors?: readonly { path: string; message: string }[]) => ({
  status,
  contentType: 'application/problem+json; charset=utf-8',
  location: '',
  body: JSON.stringify({ type: 'about:blank', title: 't', status, detail, errors }),
})
const other = (status: number, contentType = 'text/html', location = '') => ({ status, contentType, location, body: '<html>no</html>' })
const says = (refusal: Parameters<typeof refusalError>[0], withKey = true) => refusalError(refusal, { server, what: 'run r-1', withKey })

describe('what the person can mend is bad usage', () => {
  test.each([
    [
      'a redirection',
      other(301, '', 'https://b'),
      'https://w.example leads elsewhere (status 301), to https://b: name the right address with --server',
    ],
    ['one that says not where', other(399, ''), 'https://w.example leads elsewhere (status 399): name the right address with --server'],
    [
      'an unknown key',
      problem(401, 'd'),
      'https://w.example does not know this key, or it was revoked: ask for another one (winnow keys create, at the server)',
    ],
    ['a role that is too weak', problem(403, 'a viewer only sees'), 'https://w.example does not let this key do that: a viewer only sees'],
    ['the same without words', other(403), 'https://w.example does not let this key do that'],
    ['an unknown run', problem(404, 'no such run'), 'https://w.example knows nothing of run r-1: no such run'],
    ['an interface that is not there', other(404, 'text/plain'), 'https://w.example knows nothing of run r-1'],
    ['a web page', other(404), 'https://w.example is no Winnow server: it answers with a web page (status 404). Check --server.'],
    [
      'another web page',
      other(400, 'application/xhtml+xml'),
      'https://w.example is no Winnow server: it answers with a web page (status 400). Check --server.',
    ],
    ['a state that does not allow it', problem(409, 'it has ended'), 'https://w.example cannot do that as things stand: it has ended'],
    ['the same without words', other(409, ''), 'https://w.example cannot do that as things stand (run r-1)'],
    ['too large', problem(413, 'at most 5 bytes'), 'run r-1 is larger than https://w.example takes: at most 5 bytes'],
    ['no JSON', problem(400, 'no JSON'), 'https://w.example does not take run r-1: no JSON'],
    [
      'input that does not fit',
      problem(422, 'two faults', [
        { path: 'limits.maxReads', message: 'too small' },
        { path: '', message: 'unknown key seeds' },
      ]),
      'https://w.example does not take run r-1: two faults; limits.maxReads: too small; unknown key seeds',
    ],
  ])('%s', (_, refusal, message) => {
    const error = says(refusal)
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message).toBe(message)
  })

  test('no key at all', () => {
    expect(says(problem(401, 'd'), false)).toEqual(
      new UsageError('https://w.example needs a key: give one with --key or WINNOW_KEY (winnow keys create, at the server, makes one)'),
    )
  })
})

test.each([
  [problem(400, 'no JSON'), 'no JSON'],
  [problem(422, 'no record'), 'no record'],
  [other(422, ''), ''],
])('what a refused request is told stands by itself', (refusal, detail) => {
  const error = says(refusal)
  expect(error instanceof RequestRefused ? error.detail : null).toBe(detail)
})

test.each([
  [problem(405, 'not so'), 'https://w.example answered with status 405 (run r-1): not so'],
  [other(418, 'text/plain'), 'https://w.example answered with status 418 (run r-1)'],
])('what nobody here can mend is the fault of the server', (refusal, message) => {
  const error = says(refusal)
  expect(error).toBeInstanceOf(ServerFault)
  expect(error).not.toBeInstanceOf(UsageError)
  expect(error.message).toBe(message)
})

test.each([
  ['text/html', true],
  [' TEXT/HTML; charset=utf-8', true],
  ['application/xhtml+xml', true],
  ['text/htmlx', false],
  ['text/plain', false],
  ['application/json', false],
  ['', false],
])('%j is a web page or not', (contentType, is) => {
  expect(isWebPage(contentType)).toBe(is)
})

test.each([
  [problem(503, 'starting').body, 'starting'],
  ['{"detail":"starting"}', ''],
  ['<html>', ''],
])('the detail of %s', (body, detail) => {
  expect(problemDetail({ body })).toBe(detail)
})
