import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newDraft } from '../evolve.ts'
import { openWork, settle } from './settle.ts'

function openWorkItem() {
  const draft = newDraft()
  openWork(
    draft,
    { pos: 3, id: 'e3', at: '2026-07-01T00:00:00.000Z' },
    { workId: 'w', service: 'dedup', stage: 'dedup', entry: 0, fallback: false },
  )
  return draft
}

test('parts in any order, some again: each is taken once and stands in order; the last ends the work', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain((parts) =>
        fc.tuple(
          fc.constant(parts),
          fc.shuffledSubarray(
            Array.from({ length: parts }, (_, index) => index + 1),
            { minLength: parts },
          ),
          fc.array(fc.tuple(fc.nat(parts), fc.integer({ min: 1, max: parts }))),
        ),
      ),
      ([parts, order, repeats]) => {
        const deliveries = [...order]
        for (const [place, part] of repeats) deliveries.splice(place, 0, part)
        const draft = openWorkItem()
        const seen = new Set<number>()
        for (const part of deliveries) {
          expect(settle(draft, 'w', part, parts)).toBe(!seen.has(part) && seen.size < parts)
          seen.add(part)
          expect(draft.work.w?.arrived).toEqual([...seen].sort((a, b) => a - b))
          expect(draft.work.w?.status).toBe(seen.size < parts ? 'open' : 'done')
        }
      },
    ),
  )
})

test('how many parts there are is what the first of them said', () => {
  const draft = openWorkItem()
  expect(settle(draft, 'w', 2, 2)).toBe(true)
  expect(settle(draft, 'w', 2, 9)).toBe(false)
  expect(settle(draft, 'w', 1, 9)).toBe(true)
  expect(draft.work.w).toMatchObject({ parts: 2, status: 'done', arrived: [1, 2] })
})

test('work that nobody asked for is not taken', () => {
  expect(settle(openWorkItem(), 'other')).toBe(false)
})
