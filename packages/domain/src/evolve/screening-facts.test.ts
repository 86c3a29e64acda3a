import type { EventData } from '@winnow/contracts/registry.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { draftOf } from '../draft.ts'
import { evolve } from '../evolve.ts'
import type { RunState } from '../state.ts'

type Told = Partial<EventData<'DocumentScreened'>>

const open = {
  workId: 'w',
  service: 'screener' as const,
  stage: 'screening' as const,
  pos: 1,
  entry: 0,
  eventId: 'e',
  requestedAt: '2026-07-01T09:00:00.000Z',
  status: 'open' as const,
  parts: null,
  arrived: [],
  fallback: false,
}

/** A run that knows D1 and asked for its screening, after the given facts, each a part of the outcome. */
function after(...told: readonly Told[]): RunState {
  const draft = draftOf(buildState({ documents: [document('D1'), document('D2')], aliases: { D2: 'D1' }, work: { w: open } }))
  for (const [index, parts] of told.entries()) {
    const data = { workId: 'w', part: index + 1, parts: told.length, documentId: 'D1', scores: { RQ1: 0.4 }, note: '', screener: 'm1' }
    evolve(draft, sealForTest({ type: 'DocumentScreened', data: { ...data, degraded: [], ...parts } }, index + 2))
  }
  return draft
}
const pairOf = (...told: readonly Told[]) => after(...told).documents.D1?.scores.RQ1
const reasonOf = (...told: readonly Told[]) => {
  const { exclusionReason, exclusionCriterion } = after(...told).documents.D1 ?? {}
  return exclusionCriterion === undefined ? exclusionReason : `${exclusionCriterion} ${exclusionReason}`
}

describe('scores', () => {
  test('merge by maximum, within a screener and over a screener and its fallback', () => {
    const told = [{}, { scores: { RQ1: 0.7 }, screener: 'm2' }, { scores: { RQ1: 0.2 } }]
    expect(pairOf(...told)).toEqual({ score: 0.7, by: { m1: 0.4, m2: 0.7 } })
    expect(after(...told).work.w?.status).toBe('done')
  })
  test('of each pass stand apart', () => {
    expect(
      pairOf(
        { scores: { RQ1: 0.2 } },
        { scores: { RQ1: 0.6 }, pass: 'second', screener: 'm2' },
        { scores: { RQ1: 0.3 }, pass: 'adjudication' },
        { scores: { RQ1: 0.45 }, pass: 'sample', screener: 'm2' },
      ),
    ).toEqual({ score: 0.45, by: { m1: 0.2 }, second: { score: 0.6, by: 'm2' }, adjudicated: 0.3, rescreened: 0.45 })
  })
  test('of an alias are the survivor’s; of an unknown document nobody’s', () => {
    expect(pairOf({ documentId: 'D2' })).toEqual({ score: 0.4, by: { m1: 0.4 } })
    expect(after({ documentId: 'D9', reason: 'x' }).documents).toEqual(after().documents)
  })
  test('that nobody asked for change nothing', () => {
    expect(pairOf({ workId: 'v' })).toBeUndefined()
  })
})

describe('the reason of an exclusion', () => {
  test.each<{ name: string; told: readonly Told[]; reason: string | null | undefined }>([
    { name: 'none', told: [{}], reason: null },
    { name: 'one', told: [{ reason: 'b' }], reason: 'b' },
    { name: 'the smaller of two', told: [{ reason: 'b' }, { reason: 'a', pass: 'second' }], reason: 'a' },
    { name: 'one with a criterion before one without', told: [{ reason: 'a' }, { reason: 'b', criterion: 'E2' }], reason: 'E2 b' },
    {
      name: 'the smaller criterion',
      told: [
        { reason: 'a', criterion: 'E2' },
        { reason: 'b', criterion: 'E1' },
      ],
      reason: 'E1 b',
    },
    {
      name: 'of one criterion the smaller reason',
      told: [
        { reason: 'b', criterion: 'E1' },
        { reason: 'a', criterion: 'E1' },
      ],
      reason: 'E1 a',
    },
  ])('$name, in either order', ({ told, reason }) => {
    expect(reasonOf(...told)).toBe(reason)
    expect(reasonOf(...told.toReversed())).toBe(reason)
  })
  test('is that of who adjudicates, whatever it is', () => {
    expect(reasonOf({ reason: 'a', criterion: 'E1' }, { reason: 'z', pass: 'adjudication' })).toBe('z')
    expect(reasonOf({ reason: 'a' }, { reason: 'z', criterion: 'E9', pass: 'adjudication' })).toBe('E9 z')
    expect(reasonOf({ reason: 'a' }, { pass: 'adjudication' })).toBe('a')
  })
  test('is not that of a sample', () => {
    expect(reasonOf({ reason: 'b' }, { reason: 'a', pass: 'sample' })).toBe('b')
    expect(reasonOf({ reason: 'a', pass: 'sample' })).toBe(null)
  })
})

test('a fallback is counted where it happened', () => {
  const degraded = [{ role: 'screener2' as const, reason: 'no reply', count: 2 }]
  expect(after({ degraded }).degraded).toEqual({
    'screening|screener2|no reply': { stage: 'screening', role: 'screener2', reason: 'no reply', count: 2 },
  })
})
