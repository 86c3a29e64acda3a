import { describe, expect, test } from 'vitest'
import type { Recorded } from './envelope.ts'
import { parseEvent } from './parse-event.ts'

const paused: Recorded = {
  id: '495e89cc-6094-5a55-8111-8f7233e0f42d',
  key: 'RunPaused:c1',
  type: 'RunPaused',
  version: 1,
  runId: 'r-1',
  workspaceId: 'local',
  aggregate: 'command',
  at: '2026-11-30T10:00:00.000Z',
  actor: { service: 'client', version: '0', instance: 'test' },
  causationId: null,
  traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  usage: [],
  data: { commandId: 'c1', reason: 'lunch', cause: 'user' },
  pos: 1,
  hash: '0'.repeat(64),
}

test('an event that fits comes back typed, with all that is around it', () => {
  expect(parseEvent(paused)).toEqual({ ok: true, event: paused })
})

test('fields that the schema does not know are left out, missing ones get their default', () => {
  const parsed = parseEvent({ ...paused, data: { commandId: 'c1', reason: 'lunch', cause: 'user', mood: 'good' } })
  expect(parsed).toMatchObject({ ok: true, event: { data: { commandId: 'c1', reason: 'lunch', cause: 'user' } } })
  expect(parsed.ok && 'mood' in parsed.event.data).toBe(false)
})

describe('what cannot be folded is told apart', () => {
  test.each([
    ['a type that nobody declared', { type: 'RunStolen' }, 'unknown-type', 'RunStolen'],
    ['a name that every object has', { type: 'constructor' }, 'unknown-type', 'constructor'],
    [
      'the aggregate of another producer',
      { aggregate: 'reading' as const },
      'invalid',
      'aggregate: RunPaused belongs to command, not to reading',
    ],
    [
      'the same of a version to come',
      { aggregate: 'reading' as const, version: 2 },
      'invalid',
      'aggregate: RunPaused belongs to command, not to reading',
    ],
    [
      'a version to come',
      { version: 2, actor: { ...paused.actor, version: '99.0.0' } },
      'newer-version',
      'RunPaused 2, known up to 1: upgrade needed',
    ],
    [
      'a version that no Winnow up to ours has',
      { version: 2, actor: { ...paused.actor, version: '0.0.1' } },
      'invalid',
      'version: RunPaused 2 of Winnow 0.0.1, which has no such version',
    ],
    [
      'data that does not fit',
      { data: { commandId: 'c1', reason: 7, cause: 'weather' } },
      'invalid',
      'reason: Invalid input: expected string, received number; cause: Invalid option: expected one of "user"|"provider"',
    ],
    ['data that is no object', { data: 'x' }, 'invalid', 'data: Invalid input: expected object, received string'],
    ['no data', { data: undefined }, 'invalid', 'data: Invalid input: expected object, received undefined'],
  ])('%s', (_, change, reason, detail) => {
    expect(parseEvent({ ...paused, ...change })).toEqual({ ok: false, reason, detail })
  })

  test.each([
    [5, false],
    [6, true],
  ])('of %i faults the first 5 are named', (count, more) => {
    const operations = Array.from({ length: count }, () => ({ operationId: 'S1', recordIds: 1 }))
    const parsed = parseEvent({
      ...paused,
      type: 'DedupRequested',
      aggregate: 'run',
      data: { workId: 'w', phase: 'search', iteration: 1, operations, firstDocument: 1, split: null },
    })
    if (parsed.ok) throw new Error('it fits')
    expect(parsed.detail.split('; ')).toHaveLength(more ? 6 : 5)
    expect(parsed.detail.startsWith('operations.0.recordIds: ')).toBe(true)
    expect(parsed.detail.endsWith('; 1 more')).toBe(more)
  })
})

test.each(['reading', 'command'] as const)('what every service may say is read from the aggregate %s', (aggregate) => {
  const data = { workId: 'w', service: 'reader', stage: 'reading', reason: 'gone', attempts: 5, retryable: false }
  expect(parseEvent({ ...paused, type: 'WorkFailed', key: 'WorkFailed:w', aggregate, data })).toMatchObject({ ok: true, event: { data } })
})
