import { describe, expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const coded = (code: string, message = 'no') => Object.assign(new Error(message), { code })
const named = (name: string) => Object.assign(new Error('no'), { name })

describe('away for now', () => {
  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map((code) =>
      coded(code),
    ),
    ...['08006', '08P01', '57P01', '57P02', '57P03', '53300'].map((code) => coded(code)),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    ...[
      'ConnectionError',
      'ClosedConnectionError',
      'DrainingConnectionError',
      'TimeoutError',
      'NoRespondersError',
      'BrokerUnavailable',
      'DatabaseUnavailable',
    ].map(named),
    new AggregateError([new Error('other'), coded('ECONNREFUSED')]),
    new Error('the append failed', { cause: coded('57P01') }),
  ])('%s', (error) => expect(isUnavailable(error)).toBe(true))
})

describe('a fault of the work itself', () => {
  test.each([
    new Error('boom'),
    coded('23505'),
    coded('57P04'),
    coded('57014'),
    coded('ENOENT'),
    new Error('the log said: Connection terminated'),
    new AggregateError([new Error('other')]),
    named('RequestError'),
    'ECONNREFUSED',
    null,
  ])('%s', (error) => expect(isUnavailable(error)).toBe(false))
})
