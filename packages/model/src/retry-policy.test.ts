import { describe, expect, test } from 'vitest'
import { type FailureKind, isFatal, stopsTheRun } from './provider-failure.ts'
import { retryDelay } from './retry-policy.ts'

const failure = (kind: FailureKind, retryAfterMs: number | null = null, adapted = false) => ({ kind, message: '', retryAfterMs, adapted })
const delay = (kind: FailureKind, attempts: number, { retryAfterMs = null as number | null, jitter = 0, answeredBefore = true } = {}) =>
  retryDelay({ failure: failure(kind, retryAfterMs), attempts, answeredBefore, jitter })

describe('how often a kind is tried', () => {
  test.each([
    ['throttled', 10],
    ['server-error', 5],
    ['unreachable', 4],
    ['timeout', 3],
    ['unauthorised', 1],
    ['out-of-credit', 1],
    ['unknown-model', 1],
    ['bad-request', 1],
  ] as const)('%s: %i attempts', (kind, most) => {
    expect(delay(kind, most)).toBeNull()
    if (most > 1) expect(delay(kind, most - 1)).not.toBeNull()
  })

  test('Retry-After does not add attempts', () => {
    expect(delay('throttled', 10, { retryAfterMs: 0 })).toBeNull()
  })

  test('a server that never answered and refuses the connection is given up at once', () => {
    expect(delay('unreachable', 1, { answeredBefore: false })).toBeNull()
    expect(delay('server-error', 1, { answeredBefore: false })).toBe(1_000)
  })

  test('a dialect is changed at most three times, without waiting', () => {
    const adapted = (attempts: number) =>
      retryDelay({ failure: failure('bad-request', null, true), attempts, answeredBefore: false, jitter: 1 })
    expect([adapted(1), adapted(3), adapted(4)]).toEqual([0, 0, null])
  })
})

describe('how long is waited', () => {
  test.each([
    [1, 0, 1_000],
    [2, 0, 2_000],
    [3, 0, 4_000],
    [5, 0, 16_000],
    [6, 0, 30_000],
    [9, 0, 30_000],
    [1, 0.5, 750],
    [3, 1, 2_000],
  ])('attempt %i, jitter %d: %i ms', (attempts, jitter, ms) => {
    expect(delay('throttled', attempts, { jitter })).toBe(ms)
  })

  test.each([
    [2_000, 0, 2_000],
    [2_000, 1, 2_100],
    [300_000, 0, 300_000],
    [300_001, 0, 300_000],
    [0, 0, 0],
  ])('asked %i ms, jitter %d: %i ms', (retryAfterMs, jitter, ms) => {
    expect(delay('throttled', 9, { retryAfterMs, jitter })).toBe(ms)
  })
})

describe('what stops a run', () => {
  test.each([
    ['unauthorised', true],
    ['out-of-credit', true],
    ['unknown-model', true],
    ['unreachable', true],
    ['throttled', false],
    ['server-error', false],
    ['timeout', false],
    ['bad-request', false],
  ] as const)('%s at the first call: %j', (kind, stops) => {
    expect(isFatal(kind)).toBe(stops)
    expect(stopsTheRun({ kind, provider: 'openai', message: '', atFirstCall: true })).toBe(stops)
    expect(stopsTheRun({ kind, provider: 'openai', message: '', atFirstCall: false })).toBe(false)
  })
})
