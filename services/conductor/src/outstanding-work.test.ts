import type { EventType } from '@winnow/contracts/registry.ts'
import type { WorkState } from '@winnow/domain/work-state.ts'
import { buildState, operation } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { outstandingWork } from './outstanding-work.ts'

const work = (workId: string, pos: number, entry: number, parts: Partial<WorkState> = {}): WorkState => ({
  workId,
  service: 'screener',
  stage: 'screening',
  pos,
  entry,
  eventId: `event-${pos}`,
  requestedAt: '2026-07-01T09:00:00.000Z',
  status: 'open',
  parts: null,
  arrived: [],
  fallback: false,
  ...parts,
})
const search = { service: 'search-gateway', stage: 'search' } as const
const state = buildState({
  operations: [operation('S1', { source: 'arxiv' }), operation('S2')],
  work: Object.fromEntries(
    [
      work('late', 12, 0),
      work('second', 9, 10),
      work('first', 9, 2),
      work('done', 9, 1, { status: 'done' }),
      work('failed', 9, 0, { status: 'failed' }),
      work('search:S1', 4, 0, search),
      work('search:S2', 4, 1, search),
    ].map((item) => [item.workId, item]),
  ),
})
const typeAt = (pos: number): EventType => (pos === 4 ? 'SearchesRequested' : 'ScreeningRequested')
const place = { runId: 'r-one', workspaceId: 'lab' }

test('open work is listed in the order of the decisions and of their entries', () => {
  expect(outstandingWork(place, state, typeAt).map(({ workId }) => workId)).toEqual(['search:S1', 'search:S2', 'first', 'second', 'late'])
})

test.each([
  [3, 5],
  [4, 3],
  [9, 1],
  [12, 0],
])('after position %i there are %i', (after, count) => {
  expect(outstandingWork(place, state, typeAt, after)).toHaveLength(count)
})

test('an item names its run, its decision and its entry', () => {
  expect(outstandingWork(place, state, typeAt).at(3)).toEqual({
    ...place,
    service: 'screener',
    lane: 'default',
    workId: 'second',
    eventId: 'event-9',
    eventType: 'ScreeningRequested',
    pos: 9,
    entry: 10,
  })
})

test('searches have a lane a source', () => {
  expect(
    outstandingWork(place, state, typeAt)
      .slice(0, 3)
      .map(({ lane }) => lane),
  ).toEqual(['arxiv', 'library', 'default'])
})

test('work that does not fit its decision, or is of no operation, is a broken invariant', () => {
  expect(() => outstandingWork(place, state, () => 'PlanningRequested')).toThrow('search:S1 is for search-gateway, but PlanningRequested')
  expect(() => outstandingWork(place, { ...state, operations: {} }, typeAt)).toThrow('search:S1 has no operation')
})
