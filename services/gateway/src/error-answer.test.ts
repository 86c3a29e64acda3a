import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { errorAnswer } from './error-answer.ts'
import { HttpProblem } from './http-problem.ts'

const coded = (message: string, more: object) => Object.assign(new Error(message), more)
const lost = coded('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })

describe('what a client can mend', () => {
  test.each([
    ['a refusal of a route', new HttpProblem(409, 'it has ended'), 409, 'it has ended'],
    ['bad usage', new UsageError('the question is empty'), 422, 'the question is empty'],
    ['a large body', coded('x', { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 413, 'The body is larger than this route takes.'],
    ['another type', coded('x', { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }), 415, 'Send the body as application/json.'],
    ['broken JSON', coded('x', { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }), 400, 'The body is no JSON.'],
    ['no JSON', coded('x', { code: 'FST_ERR_CTP_EMPTY_JSON_BODY', statusCode: 400 }), 400, 'The body is no JSON.'],
    [
      'others of the framework',
      coded('is not a valid url component', { code: 'FST_ERR_BAD_URL', statusCode: 400 }),
      400,
      'is not a valid url component',
    ],
    ['a status without a code', coded('is not valid JSON', { statusCode: 499 }), 499, 'is not valid JSON'],
  ])('%s', (_, thrown, status, detail) => {
    expect(errorAnswer(thrown, 'id-1')).toMatchObject({ problem: { status, detail }, fault: false })
  })

  test('headers and places go along', () => {
    const thrown = new HttpProblem(400, 'no', { errors: [{ path: 'a', message: 'b' }], headers: { allow: 'GET' } })
    expect(errorAnswer(thrown, 'id-1')).toMatchObject({ problem: { errors: [{ path: 'a', message: 'b' }] }, headers: { allow: 'GET' } })
  })
})

describe('what it cannot', () => {
  test.each([
    ['a fault', new Error('secret: postgres://me:pass@host')],
    ['something that is no error', 'secret'],
    ['a fault with a code', coded('secret', { code: '42P01' })],
    ['a fault of the framework', coded('secret', { statusCode: 500, code: 'FST_ERR_X' })],
    ['a status of success', coded('secret', { statusCode: 399 })],
  ])('%s is told without its insides', (_, thrown) => {
    const { problem, fault, headers } = errorAnswer(thrown, 'id-1')
    expect([problem.status, fault, headers]).toEqual([500, true, {}])
    expect(problem.detail).toBe('Something went wrong on the server; its log has more under the request id id-1.')
  })

  test.each([
    ['directly', lost],
    ['as a cause', new Error('query failed', { cause: lost })],
  ])('a database that is away, %s, may be back soon', (_, thrown) => {
    expect(errorAnswer(thrown, 'id-1')).toMatchObject({ problem: { status: 503 }, headers: { 'retry-after': '2' }, fault: true })
    expect(errorAnswer(thrown, 'id-1').problem.detail).not.toContain('127.0.0.1')
  })

  test('a run that needs a newer server', () => {
    const { problem, fault } = errorAnswer(new UpgradeNeeded('r-one', 3, 'IntentClosed 9'), 'id-1')
    expect([problem.status, fault]).toEqual([503, false])
    expect(problem.detail).toContain('event 3 of run r-one was written by a newer Winnow')
  })
})
