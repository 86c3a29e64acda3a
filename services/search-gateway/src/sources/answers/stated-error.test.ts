import { expect, test } from 'vitest'
import { statedStatus, statesError } from './stated-error.ts'

test.each<[body: unknown, status: number | undefined]>([
  [{ statusCode: 429 }, 429],
  [{ status: '503' }, 503],
  [{ code: 400 }, 400],
  [{ HTTP_status_code: 599 }, 599],
  [{ error: { code: 401 } }, 401],
  [{ code: 399 }, undefined],
  [{ code: 600 }, undefined],
  [{ code: 200, error: { code: 404 } }, 404],
  [{ status: 'ok' }, undefined],
  [null, undefined],
])('the status that %j names is %s', (body, status) => {
  expect(statedStatus(body)).toBe(status)
})

test.each<[body: unknown, states: boolean]>([
  [{ results: [], error: 'boom' }, true],
  [{ results: [], error: { message: 'boom' } }, true],
  [{ data: null, errors: [{ message: 'boom' }] }, true],
  [{ results: [], statusCode: 500 }, true],
  [{ results: [], error: null }, false],
  [{ results: [], error: ' ' }, false],
  [{ results: [], error: false }, false],
  [{ results: [], errors: [] }, false],
  [{ results: [], errors: 'none' }, false],
  [{ results: [] }, false],
  [undefined, false],
])('that %j is an error: %s', (body, states) => {
  expect(statesError(body)).toBe(states)
})
