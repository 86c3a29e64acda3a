import type { WorkState } from '@winnow/domain/work-state.ts'
import { eventId } from '@winnow/eventlog/event-id.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { forkCopies, halfDoneOtherwise } from './fork-copies.ts'

test('copies have ids, run and trace of the fork, a mark, and everything else of the original', async () => {
  const log = memoryLog()
  await tell(log, 'r-old', requested(), { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } })
  const [first, second] = await Array.fromAsync(log.archive('r-old'))
  if (first === undefined || second === undefined) throw new Error('no events')
  const caused = { ...second, causationId: first.id }
  const [copy, next, last] = forkCopies([first, caused, { ...second, causationId: '00000000-0000-4000-8000-000000000000' }], {
    runId: 'r-new',
    traceId: 'cd'.repeat(16),
  })
  const { pos: _pos, hash: _hash, ...original } = first
  const id = eventId('r-new', first.key)
  const traceparent = `00-${'cd'.repeat(16)}-${id.replaceAll('-', '').slice(0, 16)}-01`
  expect(copy).toEqual({ ...original, id, runId: 'r-new', traceparent, inherited: true })
  expect([next?.causationId, last?.causationId]).toEqual([id, null])
})

describe('outcomes that stop half-way and may come in other parts', () => {
  const work = (workId: string, parts: Partial<WorkState>): WorkState => ({
    workId,
    service: 'planner',
    stage: 'planning',
    pos: 1,
    entry: 0,
    eventId: 'e',
    requestedAt: '2026-07-01T09:00:00.000Z',
    status: 'open',
    parts: 3,
    arrived: [1],
    fallback: false,
    ...parts,
  })
  const of = (parts: Partial<WorkState>, models = {}) => [...halfDoneOtherwise(buildState({ work: { w: work('w', parts) } }), models)]
  test.each<[string, Partial<WorkState>, object, readonly string[]]>([
    ['intents of another model', {}, { intent: 'none' }, ['w']],
    ['intents of the same model', {}, { screener: 'none' }, []],
    ['intents of which none is there', { arrived: [] }, { intent: 'none' }, []],
    ['intents that are all there', { status: 'done' }, { intent: 'none' }, []],
    ['a search', { service: 'search-gateway' }, {}, ['w']],
    ['a search that has ended', { service: 'search-gateway', status: 'done' }, {}, []],
    ['a search that failed', { service: 'search-gateway', status: 'failed' }, {}, []],
    ['screening by another model', { service: 'screener' }, { screener: 'none' }, ['w']],
    ['screening by another second screener', { service: 'screener' }, { screener2: 'none' }, ['w']],
    ['screening by the same model', { service: 'screener' }, { intent: 'none' }, []],
    ['record linkage', { service: 'dedup' }, { intent: 'none' }, []],
  ])('%s', (_, parts, models, expected) => {
    expect(of(parts, models)).toEqual(expected)
  })
})
