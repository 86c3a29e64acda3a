import { describe, expect, test } from 'vitest'
import { aggregates, envelope, maxEventBytes, orderedAggregates, recorded } from './envelope.ts'

const sound = {
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
  traceparent: `00-${'1a'.repeat(16)}-${'2b'.repeat(8)}-01`,
  usage: [],
  data: {},
  pos: 1,
  hash: '0a'.repeat(32),
}

test('the limits that other parts rely on (design §3)', () => {
  expect(maxEventBytes).toBe(262_144)
  expect(aggregates.filter((aggregate) => orderedAggregates.has(aggregate))).toEqual(['run', 'corpus'])
})

describe('an envelope', () => {
  test.each([
    ['as it is', {}],
    ['the longest key', { key: 'k'.repeat(300) }],
    ['an actor with a model', { actor: { service: 's', version: '0', instance: 'i', model: 'openai:m' } }],
    ['a cause', { causationId: '6d84d13a-33d7-58d1-a60c-0db3ddad1159' }],
    ['a trace that is not sampled', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00` }],
  ])('fits: %s', (_, change) => {
    expect(recorded.parse({ ...sound, ...change })).toEqual({ ...sound, ...change })
  })

  test.each([
    ['an id that is no uuid', { id: 'x' }],
    ['no key', { key: '' }],
    ['too long a key', { key: 'k'.repeat(301) }],
    ['version 0', { version: 0 }],
    ['half a version', { version: 1.5 }],
    ['a run id with a slash', { runId: 'r/1' }],
    ['a workspace in capitals', { workspaceId: 'Lab' }],
    ['an unknown aggregate', { aggregate: 'weather' }],
    ['a time without milliseconds', { at: '2026-11-30T10:00:00Z' }],
    ['a local time', { at: '2026-11-30T10:00:00.000' }],
    ['a cause that is no uuid', { causationId: 'RunRequested:run' }],
    ['a trace of another version', { traceparent: `01-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }],
    ['a trace id that is too short', { traceparent: `00-${'1'.repeat(31)}-${'2'.repeat(16)}-01` }],
    ['a span id that is too long', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(17)}-01` }],
    ['unknown trace flags', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-10` }],
    ['usage that is no list', { usage: {} }],
    ['position 0', { pos: 0 }],
    ['a hash in capitals', { hash: 'A'.repeat(64) }],
    ['a hash that is cut', { hash: '0'.repeat(63) }],
  ])('does not fit: %s', (_, change) => {
    expect(recorded.safeParse({ ...sound, ...change }).success).toBe(false)
  })

  test('before it is recorded it has no place', () => {
    expect(envelope.parse(sound)).not.toHaveProperty('pos')
    expect(recorded.safeParse(envelope.parse(sound)).success).toBe(false)
  })
})
