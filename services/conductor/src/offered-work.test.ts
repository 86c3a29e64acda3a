import type { RunState } from '@winnow/domain/state.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { expect, test } from 'vitest'
import { OfferedWork, offerWindow } from './offered-work.ts'

const item = (workId: string, service = 'screener'): WorkItem => ({
  runId: 'r-one',
  workspaceId: 'lab',
  service,
  lane: 'default',
  workId,
  eventId: 'e',
  eventType: 'ScreeningRequested',
  pos: 1,
  entry: 0,
})
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => item(`w${from + index}`))
/** A state in which the named work has ended and all other is open. */
const state = (ended: readonly string[] = [], all = items(1, 200)): RunState =>
  ({
    work: Object.fromEntries(
      [...all, item('r1', 'reader')].map(({ workId }) => [workId, { status: ended.includes(workId) ? 'done' : 'open' }]),
    ),
  }) as unknown as RunState
const ids = (list: readonly WorkItem[]) => list.map(({ workId }) => workId)

test('the window is 64 a service', () => {
  const work = new OfferedWork()
  work.add([...items(1, offerWindow + 1), item('r1', 'reader')])
  expect(offerWindow).toBe(64)
  expect(ids(work.due(state()))).toEqual([...ids(items(1, 64)), 'r1'])
})

test('what has an outcome makes room, in the order of the decisions', () => {
  const work = new OfferedWork(2)
  work.add(items(1, 5))
  expect(ids(work.due(state()))).toEqual(['w1', 'w2'])
  expect(ids(work.due(state()))).toEqual([])
  expect(ids(work.due(state(['w2'])))).toEqual(['w3'])
  work.add(items(6, 6))
  expect(ids(work.due(state(['w1', 'w2', 'w3'])))).toEqual(['w4', 'w5'])
  expect(ids(work.due(state(['w1', 'w2', 'w3', 'w4', 'w5'])))).toEqual(['w6'])
})

test('what has ended before it was offered is never offered', () => {
  const work = new OfferedWork(2)
  work.add(items(1, 4))
  expect(ids(work.due(state(['w1', 'w3'])))).toEqual(['w2', 'w4'])
})

test('what was offered and is open is offered again, and nothing else', () => {
  const work = new OfferedWork(2)
  work.add(items(1, 5))
  expect(ids(work.again(state()))).toEqual([])
  work.due(state())
  expect(ids(work.again(state()))).toEqual(['w1', 'w2'])
  expect(ids(work.again(state(['w1'])))).toEqual(['w2'])
  expect(ids(work.due(state(['w1'])))).toEqual(['w3'])
  expect(ids(work.again(state(['w1'])))).toEqual(['w2', 'w3'])
})
