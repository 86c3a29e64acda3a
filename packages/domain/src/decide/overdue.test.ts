import type { Stage } from '@winnow/contracts/entities/stage.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import type { WorkState } from '../work-state.ts'
import { deadlines, sweepOverdue } from './overdue.ts'

const requested = Date.parse('2026-07-01T09:00:00.000Z')
const work = (workId: string, stage: Stage, parts: Partial<WorkState> = {}): WorkState => ({
  workId,
  service: 'screener',
  stage,
  pos: 1,
  entry: 0,
  eventId: 'e',
  requestedAt: new Date(requested).toISOString(),
  status: 'open',
  parts: null,
  arrived: [],
  fallback: false,
  ...parts,
})
const withWork = (items: readonly WorkState[], resumedAt: string | null = null) =>
  buildState({
    work: Object.fromEntries(items.map((item) => [item.workId, item])),
    clock: { startedAt: null, resumedAt, endedAt: null, traceId: null, lastPos: 1, answeredAt: {} },
  })

test.each<[Stage, number]>([
  ['search', 180_000],
  ['snowball', 180_000],
  ['planning', 3_600_000],
  ['dedup', 3_600_000],
  ['screening', 86_400_000],
  ['reading', 86_400_000],
  ['synthesis', 86_400_000],
  ['critique', 21_600_000],
  ['report', 21_600_000],
  ['check', 21_600_000],
  ['answer', 21_600_000],
])('%s is overdue only after %d ms', (stage, ms) => {
  expect(deadlines[stage]).toBe(ms)
  const state = withWork([work('w', stage)])
  expect(sweepOverdue(state, requested + ms)).toBeNull()
  expect(sweepOverdue(state, requested + ms + 1)).toEqual({
    type: 'WorkFailed',
    data: { workId: 'w', service: 'screener', stage, reason: `no outcome within ${ms / 1000} s`, attempts: 0, retryable: false },
  })
})

test('time counts from the latest resume', () => {
  const state = withWork([work('w', 'search')], '2026-07-01T10:00:00.000Z')
  expect(sweepOverdue(state, Date.parse('2026-07-01T10:03:00.000Z'))).toBeNull()
  expect(sweepOverdue(state, Date.parse('2026-07-01T10:03:00.001Z'))).not.toBeNull()
})

test('work that was asked for after the resume counts from its request', () => {
  const state = withWork([work('w', 'search', { requestedAt: '2026-07-01T11:00:00.000Z' })], '2026-07-01T10:00:00.000Z')
  expect(sweepOverdue(state, Date.parse('2026-07-01T11:03:00.000Z'))).toBeNull()
})

test('the first by work id is ended; work that has ended never is', () => {
  const late = requested + 200_000
  const state = withWork([work('c', 'search'), work('a', 'search', { status: 'done' }), work('b', 'search'), work('d', 'search')])
  expect(sweepOverdue(state, late)).toMatchObject({ data: { workId: 'b' } })
})
