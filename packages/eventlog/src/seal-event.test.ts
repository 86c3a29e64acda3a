import { envelope } from '@winnow/contracts/envelope.ts'
import { expect, test } from 'vitest'
import { type Definition, decided, noted, sealed, testContext } from './behaviour/test-events.ts'
import { eventId, hasOwnId, isKey } from './event-id.ts'
import { sealEvent, traceIdOf } from './seal-event.ts'

const anywhere: Definition = { ...noted, type: 'Failed', aggregate: null }

test('an event is sealed with key, id, trace and checked data', () => {
  const event = sealEvent(
    { definition: noted, data: { n: 7, stray: true } as never },
    { ...testContext, aggregate: 'search', causationId: eventId('run-1', 'Cause:1') },
  )
  expect(event).toEqual({
    id: eventId('run-1', 'Noted:7'),
    key: 'Noted:7',
    type: 'Noted',
    version: 1,
    runId: 'run-1',
    workspaceId: 'home',
    aggregate: 'search',
    at: '2026-11-30T10:00:00.000Z',
    actor: testContext.actor,
    causationId: eventId('run-1', 'Cause:1'),
    traceparent: `00-${testContext.traceId}-${event.id.replaceAll('-', '').slice(0, 16)}-01`,
    usage: [],
    data: { n: 7 },
  })
  expect(envelope.parse(event)).toEqual(event)
  expect(traceIdOf(event.traceparent)).toBe(testContext.traceId)
})

test('usage is taken along', () => {
  const call = { callId: 'c', model: 'none' } as never
  expect(sealEvent({ definition: noted, data: { n: 1 }, usage: [call] }, { ...testContext, aggregate: 'search' }).usage).toEqual([call])
})

test('an event without an aggregate of its own gets that of its service', () => {
  expect(sealed(anywhere, 1, { aggregate: 'reading' }).aggregate).toBe('reading')
})

test.each([
  {
    name: "another service's aggregate",
    seal: () => sealed(decided, 1, { aggregate: 'search' }),
    says: 'Decided belongs to aggregate run, not search',
  },
  { name: 'data that does not fit', seal: () => sealed(noted, 0.5), says: /int/ },
  { name: 'a key that is none', seal: () => sealed({ ...noted, key: () => 'a\ud800' }, 1), says: /lone surrogate/ },
])('throws for $name', ({ seal, says }) => {
  expect(seal).toThrow(says)
})

// Computed with Python: uuid.uuid5(uuid.UUID("5b6c2c0e-6f0d-4d0c-9a53-0d8d2f6e7a11"), "run-1/Noted:1"). Ids never change.
test('the id of a run and key is fixed for ever', () => {
  expect(eventId('run-1', 'Noted:1')).toBe('495e89cc-6094-5a55-8111-8f7233e0f42d')
  expect(eventId('run-1', 'Noted:é🔥')).toBe('6d84d13a-33d7-58d1-a60c-0db3ddad1159')
})

test.each([
  { key: 'a', good: true },
  { key: '🔥', good: true },
  { key: 'a\0', good: false },
  { key: '\ud83d', good: false },
])('isKey($key) is $good', ({ key, good }) => {
  expect(isKey(key)).toBe(good)
  expect(hasOwnId({ id: good ? eventId('run-1', key) : '', runId: 'run-1', key })).toBe(good)
  expect(hasOwnId({ id: eventId('run-2', 'a'), runId: 'run-1', key })).toBe(false)
})
