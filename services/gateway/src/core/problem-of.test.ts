import { problem } from '@winnow/contracts/api/problem.ts'
import { expect, test } from 'vitest'
import { problemOf } from './problem-of.ts'

test.each([400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 422, 429, 431, 500, 503])('%i has a title of its own', (status) => {
  const made = problemOf(status, 'why')
  expect(problem.parse(made)).toEqual({ type: 'about:blank', title: made.title, status, detail: 'why' })
  expect(made.title).not.toBe('Error')
})

test('a status that nobody thought of', () => {
  expect(problemOf(418, 'why').title).toBe('Error')
})

test('where in the request', () => {
  expect(problemOf(400, 'why', [{ path: 'question', message: 'too short' }]).errors).toEqual([{ path: 'question', message: 'too short' }])
})
