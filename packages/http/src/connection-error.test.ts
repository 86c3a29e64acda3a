import { expect, test } from 'vitest'
import { connectionProblem, errorChain, errorCode } from './connection-error.ts'

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.each([
  ['of the error itself', coded('ECONNREFUSED'), 'ECONNREFUSED'],
  ['of its cause', new Error('outer', { cause: coded('ENOTFOUND') }), 'ENOTFOUND'],
  ['of the first of several', new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')]), 'EHOSTUNREACH'],
  ['the outermost of two', new Error('x', { cause: Object.assign(coded('A'), { cause: coded('B') }) }), 'A'],
  ['none where it is a number', Object.assign(new Error('x'), { code: 5 }), ''],
  ['none where there is none', new Error('x'), ''],
  ['none of what is no error', 'ECONNREFUSED', ''],
  ['none of an empty collection', new AggregateError(['text']), ''],
])('the code is that %s', (_, error, code) => {
  expect(errorCode(error)).toBe(code)
})

test('a chain that bites its tail is followed eight links far', () => {
  const loop = new Error('loop')
  loop.cause = loop
  expect(errorChain(loop)).toHaveLength(8)
})

const unknown = (code: string) =>
  `the name a.example cannot be resolved (${code}); check the network, or HTTPS_PROXY where a proxy is needed`
const away = (code: string) =>
  `a.example cannot be reached (${code}); check the address, the network, and HTTPS_PROXY where a proxy is needed`
const insecure = (code: string) =>
  `no secure connection to a.example (${code}); behind a proxy with its own certificate set NODE_EXTRA_CA_CERTS`
const lost = (said: string) => `the connection to a.example was lost before the answer was whole (${said})`

test.each<readonly [string, string]>([
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'].map((code) => [code, unknown(code)] as const),
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].map(
    (code) => [code, away(code)] as const,
  ),
  ...[
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
  ].map((code) => [code, insecure(code)] as const),
  ['ECONNRESET', lost('ECONNRESET')],
  ['UND_ERR_SOCKET', lost('UND_ERR_SOCKET')],
])('%s is told with what to check', (code, sentence) => {
  expect(connectionProblem(coded(code), 'a.example')).toBe(sentence)
})

test.each([
  ['an error without code', new Error('outer', { cause: new Error('terminated') }), lost('terminated')],
  ['what is no error', 'odd', lost('odd')],
])('%s is told with its words', (_, error, sentence) => {
  expect(connectionProblem(error, 'a.example')).toBe(sentence)
})

test.each([
  ['403', coded('UND_ERR_ABORTED', 'Proxy response (403) !== 200 when HTTP Tunneling')],
  ['407', new Error('failed', { cause: coded('UND_ERR_INVALID_ARG', 'Proxy Authentication Required (407)') })],
])('a proxy that refuses with %s is named', (status, error) => {
  expect(connectionProblem(error, 'a.example')).toBe(
    `the proxy refused the way to a.example (status ${status}); check HTTPS_PROXY, HTTP_PROXY and NO_PROXY`,
  )
})
