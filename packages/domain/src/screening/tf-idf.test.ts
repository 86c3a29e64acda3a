import { describe, expect, it } from 'vitest'
import { screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { tfIdf } from './tf-idf.ts'

const record = (id: string, abstract: string): ScreeningRecord => ({ id, title: '', abstract, keywords: [], type: '', year: null })

describe('tfIdf', () => {
  const features = screeningFeatures([
    record('a', 'sleep sleep gout'),
    record('b', 'sleep. zebra gout'),
    record('c', 'gout'),
    record('d', ''),
  ])
  const matrix = tfIdf(features)
  const row = (index: number) => [...matrix.values.slice(matrix.starts[index], matrix.starts[index + 1])]

  it('keeps terms of two records and more', () => {
    expect(matrix.width).toBe(2)
    expect([...matrix.starts]).toEqual([0, 2, 4, 5, 5])
    expect(Math.max(...matrix.columns)).toBe(1)
  })

  it('weighs a term by its count and its rarity', () => {
    const sleep = (count: number) => (1 + Math.log(count)) * (1 + Math.log(5 / 3))
    const gout = 1 + Math.log(5 / 4)
    const [a, b] = row(0)
    expect((a ?? 0) / (b ?? 1)).toBeCloseTo(sleep(2) / gout, 10)
    const [c, d] = row(1)
    expect((c ?? 0) / (d ?? 1)).toBeCloseTo(sleep(1) / gout, 10)
  })

  it('has rows of length 1, or none', () => {
    for (const index of [0, 1, 2]) expect(row(index).reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 12)
    expect(row(3)).toEqual([])
  })
})
