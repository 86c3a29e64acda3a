import { describe, expect, it } from 'vitest'
import { meanMetrics, orderMetrics } from './order-metrics.ts'

const ranked = [true, false, true, ...Array<boolean>(17).fill(false)]

describe('orderMetrics', () => {
  it('of two relevant among twenty records', () => {
    const metrics = orderMetrics(ranked)
    expect(metrics?.wss95).toBeCloseTo(0.8, 12)
    expect(metrics?.ap).toBeCloseTo(5 / 6, 12)
    expect(metrics?.recallAt).toEqual({ '0.05': 0.5, '0.1': 0.5, '0.2': 1, '0.5': 1 })
  })
  it('recall within half of the records', () => {
    expect(orderMetrics([...Array<boolean>(10).fill(false), true, ...Array<boolean>(9).fill(false)])?.recallAt).toEqual({
      '0.05': 0,
      '0.1': 0,
      '0.2': 0,
      '0.5': 0,
    })
  })
  it.each([
    { name: 'all are relevant', order: [true, true] },
    { name: 'none is', order: [false, false] },
    { name: 'there is none', order: [] },
  ])('none where $name', ({ order }) => {
    expect(orderMetrics(order)).toBeNull()
  })
})

describe('meanMetrics', () => {
  it('is the mean of each', () => {
    const one = { wss95: 0.5, ap: 0.2, recallAt: { '0.05': 0, '0.1': 0.2, '0.2': 0.4, '0.5': 1 } }
    const other = { wss95: 0.7, ap: 0.4, recallAt: { '0.05': 0.5, '0.1': 0.4, '0.2': 0.8, '0.5': 0.5 } }
    const mean = meanMetrics([one, other])
    expect(mean?.wss95).toBeCloseTo(0.6, 12)
    expect(mean?.ap).toBeCloseTo(0.3, 12)
    expect(mean?.recallAt['0.05']).toBeCloseTo(0.25, 12)
    expect(mean?.recallAt['0.1']).toBeCloseTo(0.3, 12)
    expect(mean?.recallAt['0.2']).toBeCloseTo(0.6, 12)
    expect(mean?.recallAt['0.5']).toBeCloseTo(0.75, 12)
  })
  it('of none there is none', () => {
    expect(meanMetrics([])).toBeNull()
  })
})
