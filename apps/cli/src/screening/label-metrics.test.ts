import { expect, it } from 'vitest'
import { labelMetrics, sameNote } from './label-metrics.ts'

it('takes the records that have a label, in the order given', () => {
  const { metrics, notes } = labelMetrics([2, 0, 1, 3], [false, null, true, false])
  expect([metrics?.ap, notes]).toEqual([1, []])
  expect(labelMetrics([0, 1, 2, 3], [false, null, true, false]).metrics?.ap).toBe(0.5)
})
it('without labels there is nothing to say', () => {
  expect(labelMetrics([0], null)).toEqual({ metrics: null, notes: [] })
})
it.each([
  { labels: [true, true], note: 'every label says included: no order is better than another, so there are no metrics' },
  { labels: [false, null], note: 'every label says excluded: no order is better than another, so there are no metrics' },
])('labels that are alike: $labels', ({ labels, note }) => {
  expect(labelMetrics([0, 1], labels)).toEqual({ metrics: null, notes: [note] })
  expect(sameNote(labels[0] === true)).toBe(note)
})
