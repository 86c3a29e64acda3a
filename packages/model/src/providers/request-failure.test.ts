import { describe, expect, test } from 'vitest'
import { type Endpoint, failureMessage, shownDetail, shownUrl } from './failure-message.ts'
import { failureOfConnection, failureOfResponse, failureOfStatus, saysPromptTooLong } from './request-failure.ts'

const openai: Endpoint = { provider: 'openai', url: 'https://user:pass@api.example.org/v1?token=t', key: 'canary-key' }
const ollama: Endpoint = { provider: 'ollama', url: 'http://127.0.0.1:11434', key: undefined }

describe('failureOfStatus', () => {
  test.each([
    [401, '', false, 'unauthorised'],
    [403, '', false, 'unauthorised'],
    [403, 'billing_error', false, 'out-of-credit'],
    [402, '', false, 'out-of-credit'],
    [429, 'You exceeded your current quota [insufficient_quota]', false, 'out-of-credit'],
    [429, 'slow down', false, 'throttled'],
    [429, '', true, 'throttled'],
    [529, 'overloaded_error', false, 'throttled'],
    [503, '', true, 'throttled'],
    [503, '', false, 'server-error'],
    [500, '', true, 'server-error'],
    [502, 'credit balance', false, 'server-error'],
    [404, '', false, 'unknown-model'],
    [400, 'The model `x` does not exist', false, 'unknown-model'],
    [400, 'model "x" not found', false, 'unknown-model'],
    [400, 'Your credit balance is too low', false, 'out-of-credit'],
    [400, 'bad schema', false, 'bad-request'],
    [422, '', false, 'bad-request'],
    [413, '', false, 'bad-request'],
    [408, '', false, 'timeout'],
    [504, '', false, 'timeout'],
    [409, '', false, 'server-error'],
    [425, '', false, 'server-error'],
    [599, '', false, 'server-error'],
    [302, '', false, 'bad-request'],
  ] as const)('%i %j, asks to wait %j: %s', (status, words, asks, kind) => {
    expect(failureOfStatus(status, words, asks)).toBe(kind)
  })

  test.each([
    [400, 'context_length_exceeded', true],
    [400, "This model's maximum context length is 8192 tokens", true],
    [400, 'prompt is too long: 210000 tokens', true],
    [413, 'too many tokens', true],
    [500, 'prompt is too long', false],
    [400, 'bad schema', false],
  ])('%i %j says that the prompt is too long: %j', (status, words, says) => {
    expect(saysPromptTooLong(status, words)).toBe(says)
  })
})

test('a response tells how long to wait', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const problem = { status: 503, words: 'busy', retryAfter: 'Tue, 10 Mar 2026 12:00:05 GMT' }
  expect(failureOfResponse(problem, ollama, 'm', now)).toEqual({
    kind: 'throttled',
    message: 'ollama is overloaded or limits the rate (503): busy',
    retryAfterMs: 5_000,
    adapted: false,
  })
})

describe('failureOfConnection', () => {
  const coded = (code: string) => new Error('fetch failed', { cause: Object.assign(new Error('inner'), { code }) })
  test.each([
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['EAI_AGAIN', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['EPROTO', 'unreachable'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unreachable'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable'],
    ['ECONNRESET', 'server-error'],
    ['UND_ERR_SOCKET', 'server-error'],
  ])('%s: %s', (code, kind) => {
    const failure = failureOfConnection(new Error('Connection error.', { cause: coded(code) }), false, ollama, 'm')
    expect(failure).toMatchObject({ kind, retryAfterMs: null, adapted: false })
    expect(failure.message).toContain(code)
  })

  test('a port that is forbidden to fetch: nobody is there, and the address is named', () => {
    const failure = failureOfConnection(
      new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: new Error('bad port') }) }),
      false,
      ollama,
      'm',
    )
    expect(failure).toMatchObject({ kind: 'unreachable', retryAfterMs: null })
    expect(failure.message).toContain('bad port')
    expect(failure.message).toContain(ollama.url)
  })

  test('our own time limit wins over what it broke', () => {
    expect(failureOfConnection(coded('ECONNRESET'), true, ollama, 'm')).toMatchObject({
      kind: 'timeout',
      message: 'ollama did not answer in time',
    })
  })

  test('several addresses refused at once, errors in a circle, and no error at all', () => {
    const all = new AggregateError([Object.assign(new Error('v6'), { code: 'ECONNREFUSED' })], 'all')
    expect(failureOfConnection(new Error('x', { cause: all }), false, ollama, 'm').kind).toBe('unreachable')
    const circle: Error & { cause?: unknown } = new Error('round')
    circle.cause = circle
    expect(failureOfConnection(circle, false, ollama, 'm').message).toContain('(round)')
    expect(failureOfConnection('odd', false, ollama, 'm').message).toBe(
      'ollama failed: the connection was lost or the answer is no JSON (odd)',
    )
  })
})

describe('failureMessage names cause and fix', () => {
  test.each([
    ['unauthorised', openai, 401, 'no canary-key', 'openai refused the key (401): set OPENAI_API_KEY to a valid one'],
    ['unauthorised', openai, 403, '', 'openai refused access to "m" (403): check what the key in OPENAI_API_KEY may use'],
    [
      'unauthorised',
      { ...openai, provider: 'anthropic' },
      401,
      '',
      'anthropic refused the key (401): set ANTHROPIC_API_KEY to a valid one',
    ],
    ['out-of-credit', openai, 429, 'pay', "openai: the account's credit or quota is used up (429): pay"],
    [
      'unknown-model',
      openai,
      404,
      '',
      'openai has no model "m" (404): check the model\'s name, and OPENAI_BASE_URL if it is set (https://api.example.org/v1)',
    ],
    [
      'unknown-model',
      { ...openai, provider: 'anthropic' },
      404,
      '',
      'anthropic has no model "m" (404): check the model\'s name, and ANTHROPIC_BASE_URL if it is set (https://api.example.org/v1)',
    ],
    ['unknown-model', ollama, 404, '', 'ollama has no model "m" (404): run "ollama pull m"'],
    [
      'unreachable',
      ollama,
      null,
      'ECONNREFUSED',
      'no connection to http://127.0.0.1:11434: ECONNREFUSED: is the server running? Check OLLAMA_HOST and the network',
    ],
    ['throttled', openai, 429, '', 'openai is overloaded or limits the rate (429)'],
    ['server-error', openai, 500, 'oops', 'openai failed (500): oops'],
    ['timeout', openai, null, '', 'openai did not answer in time'],
    ['bad-request', openai, 400, 'bad\n\nschema', 'openai refused the request (400): bad schema'],
  ] as const)('%s', (kind, endpoint, status, detail, message) => {
    expect(failureMessage(kind, endpoint, 'm', status, detail)).toBe(message)
  })
})

describe('secrets are not shown', () => {
  test.each([
    ['the key itself', 'bad canary-key here', 'bad [key] here'],
    ['a key of the usual form', 'got sk-proj-abc.DEF_123*** here', 'got [key] here'],
    ['a bearer', 'Bearer abcdefgh123', '[key]'],
    ['a password in an address', 'at http://u:p@h/x', 'at http://h/x'],
    ['words about keys', 'the key is wrong', 'the key is wrong'],
  ])('%s', (_, detail, shown) => {
    expect(shownDetail(detail, openai)).toBe(shown)
  })

  test('a long text is shortened to 300 signs', () => {
    expect(shownDetail('a'.repeat(301), ollama)).toBe('a'.repeat(300))
  })

  test.each([
    ['https://user:pass@api.example.org/v1?token=t', 'https://api.example.org/v1'],
    ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434'],
    ['not an address', 'the configured address'],
  ])('%s is shown as %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown)
  })
})
