import fc from 'fast-check'
import { v5 } from 'uuid'
import { expect, test } from 'vitest'
import { eventId, hasOwnId } from './event-id.ts'

const eventIds = '5b6c2c0e-6f0d-4d0c-9a53-0d8d2f6e7a11'

test('an id is the uuid v5 of run and key', () => {
  expect(eventId('run-1', 'PlanProposed:plan')).toBe(v5('run-1/PlanProposed:plan', eventIds))
  const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }).filter((text) => text.isWellFormed() && !text.includes('\0'))
  fc.assert(
    fc.property(fc.string(), key, (runId, text) => {
      expect(eventId(runId, text)).toBe(v5(`${runId}/${text}`, eventIds))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['NUL', 'a\0'],
  ['half of a surrogate pair', 'a\ud800'],
])('a key with %s is none', (_, key) => {
  expect(() => eventId('run-1', key)).toThrow(/NUL or a lone surrogate/)
  expect(hasOwnId({ id: eventIds, runId: 'run-1', key })).toBe(false)
})

test('the id of another run or key is not its own', () => {
  const id = eventId('run-1', 'a')
  expect(hasOwnId({ id, runId: 'run-1', key: 'a' })).toBe(true)
  expect(hasOwnId({ id, runId: 'run-2', key: 'a' })).toBe(false)
  expect(hasOwnId({ id, runId: 'run-1', key: 'b' })).toBe(false)
})
