import type { Fault } from '@winnow/http/api-exchange.ts'
import { expect, test } from 'vitest'
import { response } from '../../testing/converse.ts'
import { type FaultWords, faultMessage, judgeJson, statusFault } from './status-fault.ts'

const words: FaultWords = { title: 'Quill', keyFix: 'set QUILL_KEY', slowFix: 'ask less often' }
const page = '<!doctype html><html><head><title>Just a moment</title></head></html>'

test.each<[status: number, body: unknown, kind: Fault['kind'], message: string]>([
  [199, {}, 'bad-request', 'Quill refused the request (199)'],
  [300, {}, 'bad-request', 'Quill refused the request (300)'],
  [400, { error: 'Bad field.' }, 'bad-request', 'Quill refused the request (400): Bad field'],
  [401, { error: 'No key' }, 'unauthorised', 'Quill refused the key (401): No key. Set QUILL_KEY'],
  [401, page, 'unauthorised', 'Quill refused the key (401): Just a moment. Set QUILL_KEY'],
  [402, {}, 'budget-spent', 'Quill has no paid call left (402)'],
  [403, { message: 'Forbidden' }, 'unauthorised', 'Quill refused the key (403): Forbidden. Set QUILL_KEY'],
  [403, page, 'broken', 'Quill was not reached, something on the way refused the request (403): Just a moment'],
  [404, { message: 'Not Found' }, 'bad-request', 'Quill has no such address (404): Not Found'],
  [408, {}, 'broken', 'Quill does not work at the moment (408)'],
  [429, { error: 'too fast' }, 'throttled', 'Quill asks to slow down (429): too fast. Ask less often'],
  [429, page, 'throttled', 'Quill asks to slow down (429): Just a moment. Ask less often'],
  [418, { error: 'Version 1.2 only' }, 'bad-request', 'Quill refused the request (418): Version 1.2 only'],
  [499, {}, 'bad-request', 'Quill refused the request (499)'],
  [500, {}, 'broken', 'Quill does not work at the moment (500)'],
  [503, 'Unavailable', 'broken', 'Quill does not work at the moment (503): Unavailable'],
])('%i %j is %s', (status, body, kind, message) => {
  expect(statusFault(response(body, status), words)).toEqual({ kind, message })
})

test.each([200, 204, 299])('%i is no fault', (status) => {
  expect(statusFault(response('', status), words)).toBeNull()
})

test('without a fix the message ends with what was said', () => {
  expect(faultMessage(response({ error: 'Too fast' }, 429), { title: 'Quill', keyFix: 'x' }, 'asks to slow down')).toBe(
    'Quill asks to slow down (429): Too fast',
  )
})

const judge = judgeJson(words, (body) => Array.isArray(body))

test.each<[name: string, body: unknown, fault: Fault | null]>([
  ['what was asked for', [1], null],
  ['a web page', page, { kind: 'unreadable', message: 'Quill answered with a web page instead of data' }],
  ['a cut answer', '[1, 2', { kind: 'unreadable', message: 'Quill answered with something that is not whole JSON' }],
  ['nothing', '', { kind: 'unreadable', message: 'Quill answered with something that is not whole JSON' }],
  ['another shape', { items: [] }, { kind: 'unreadable', message: 'Quill answered with an unknown shape' }],
  ['null', 'null', { kind: 'unreadable', message: 'Quill answered with an unknown shape' }],
  ['an error text', { error: 'it broke' }, { kind: 'unreadable', message: 'Quill answered with an unknown shape: it broke' }],
  [
    'a stated status',
    { statusCode: 429, message: 'Slow' },
    { kind: 'throttled', message: 'Quill asks to slow down (429): Slow. Ask less often' },
  ],
  ['a stated status as a text', { code: '429' }, { kind: 'throttled', message: 'Quill asks to slow down (429). Ask less often' }],
  ['a status in the error', { error: { status: 500 } }, { kind: 'broken', message: 'Quill does not work at the moment (500)' }],
  ['a status by its long name', { HTTP_status_code: 401 }, { kind: 'unauthorised', message: 'Quill refused the key (401). Set QUILL_KEY' }],
  ['the lowest stated status', { code: 400 }, { kind: 'bad-request', message: 'Quill refused the request (400)' }],
  ['the highest stated status', { code: 599 }, { kind: 'broken', message: 'Quill does not work at the moment (599)' }],
  ['a stated good status', { status: 200 }, { kind: 'unreadable', message: 'Quill answered with an unknown shape' }],
  [
    'a stated status far down',
    { error: { error: { status: 429 } } },
    { kind: 'unreadable', message: 'Quill answered with an unknown shape' },
  ],
  ['a number below', { status: 399 }, { kind: 'unreadable', message: 'Quill answered with an unknown shape' }],
  ['a number above', { status: 600 }, { kind: 'unreadable', message: 'Quill answered with an unknown shape' }],
])('with status 200, %s', (_name, body, fault) => {
  expect(judge(response(body))).toEqual(fault)
})

test('a real error status is not replaced by a stated one', () => {
  expect(judge(response({ status: 429 }, 500))?.kind).toBe('broken')
})

test('what is special to the API comes first, judged by the stated status', () => {
  const special = judgeJson(
    words,
    () => true,
    ({ status }) => (status === 422 ? { kind: 'unauthorised', message: 'token' } : null),
  )
  expect(special(response({ error: { status: 422 } }))).toEqual({ kind: 'unauthorised', message: 'token' })
  expect(special(response({}, 422))).toEqual({ kind: 'unauthorised', message: 'token' })
  expect(special(response({}, 400))?.kind).toBe('bad-request')
  expect(special(response({}))).toBeNull()
})

test('a body that is nested without end is an unknown shape', () => {
  const nested = (name: string) => `${`{"${name}":`.repeat(50_000)}1${'}'.repeat(50_000)}`
  for (const body of [nested('error'), nested('detail')])
    expect(judge(response(body))).toEqual({ kind: 'unreadable', message: 'Quill answered with an unknown shape' })
})
