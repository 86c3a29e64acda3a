import { expect, test } from 'vitest'
import type { Fault } from './api-exchange.ts'
import pbr006 from './fixtures/pbr-006.json' with { type: 'json' }
import { readRetryAfter } from './retry-after.ts'
import { retryDecision } from './retry-decision.ts'

const fault = (kind: Fault['kind'], retryAfterMs?: number): Fault => ({
  kind,
  message: '',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})
const decide = (of: Fault, times: number, random = 0, throttleWaitsMs: readonly number[] = [3_000, 30_000]) =>
  retryDecision({ fault: of, times, throttleWaitsMs, random })
const again = (waitMs: number, restMs: number) => ({ kind: 'again', waitMs, restMs })
const giveUp = (restMs: number) => ({ kind: 'give-up', restMs })

test.each([
  ['throttled, the first time', fault('throttled'), 1, again(3_000, 3_000)],
  ['throttled, the second time', fault('throttled'), 2, again(30_000, 30_000)],
  ['throttled more often than the list is long: all keep its last wait', fault('throttled'), 3, giveUp(30_000)],
  ['throttled for a named time', fault('throttled', 7_000), 1, again(7_000, 7_000)],
  ['throttled for a shorter time than our own', fault('throttled', 10), 2, again(10, 10)],
  ['throttled for no time at all', fault('throttled', 0), 1, again(0, 0)],
  ['throttled for as long as anybody waits', fault('throttled', 60_000), 1, again(60_000, 60_000)],
  ['throttled for longer', fault('throttled', 60_001), 1, giveUp(60_001)],
  ['throttled too often, with a time', fault('throttled', 5_000), 3, giveUp(5_000)],
  ['broken, the first time', fault('broken'), 1, again(1_000, 0)],
  ['broken, the second time', fault('broken'), 2, again(3_000, 0)],
  ['broken, the third time', fault('broken'), 3, giveUp(0)],
  ['broken, with a longer time named', fault('broken', 1_001), 1, again(1_001, 1_001)],
  ['broken, with our own time named', fault('broken', 1_000), 1, again(1_000, 1_000)],
  ['broken, with a shorter time named', fault('broken', 20), 2, again(3_000, 20)],
  ['broken for long', fault('broken', 90_000), 1, giveUp(90_000)],
  ['unreadable, the first time', fault('unreadable'), 1, again(0, 0)],
  ['unreadable, the second time', fault('unreadable'), 2, giveUp(0)],
  ['budget spent', fault('budget-spent', 10), 1, giveUp(0)],
  ['unauthorised', fault('unauthorised', 10), 1, giveUp(0)],
  ['bad request', fault('bad-request', 10), 1, giveUp(0)],
  ['not found', fault('not-found', 10), 1, giveUp(0)],
  ['refused', fault('refused', 10), 1, giveUp(0)],
] as const)('%s', (_, of, times, decision) => {
  expect(decide(of, times)).toEqual(decision)
})

test('a source without a list of waits is not asked again when it throttles', () => {
  expect(decide(fault('throttled'), 1, 0, [])).toEqual(giveUp(0))
  expect(decide(fault('throttled', 9_000), 1, 0, [])).toEqual(giveUp(9_000))
})

test('a wait of the list that is longer than anybody waits ends the call', () => {
  expect(decide(fault('throttled'), 2, 0, [3_000, 60_001])).toEqual(giveUp(60_001))
})

test.each([
  ['our own wait by up to half', fault('throttled'), again(4_499, 3_000)],
  ['that after a broken answer as well', fault('broken'), again(1_500, 0)],
  ['a named one by up to a quarter of a second', fault('throttled', 7_000), again(7_250, 7_000)],
  ['our own when the server names the same', fault('broken', 1_000), again(1_500, 1_000)],
  ['a second question about an unreadable answer is not put off', fault('unreadable'), again(0, 0)],
] as const)('jitter lengthens %s', (_, of, decision) => {
  expect(decide(of, 1, 0.999)).toEqual(decision)
})

test.each([
  ['1', giveUp(120_000)],
  ['2', giveUp(120_000)],
  ['3', giveUp(120_000)],
  ['4', again(0, 0)],
  ['5', again(0, 0)],
  ['6', again(493, 493)],
  ['7', again(1_000, 1_000)],
  ['8', again(1_000, 1_000)],
  ['9', again(1_000, 1_000)],
  ['10', again(1_000, 1_000)],
  ['11', giveUp(1_773_144_120_000)],
  ['12', giveUp(21_600_000)],
])('PBR-006 row %s: a source that wants longer than a call waits is left for the others, the rest wait as told', (row, decision) => {
  const header = pbr006.input.rows.find((entry) => entry.row === row)?.header
  const asked = readRetryAfter(header, Date.parse(pbr006.input.now))
  const of = fault('throttled', asked ?? undefined)
  expect(decide(of, 1, 0, [pbr006.input.policy.backoff_ms_first_try])).toEqual(decision)
})
