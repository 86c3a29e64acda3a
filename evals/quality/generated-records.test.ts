import type { Record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, it } from 'vitest'
import { generatedRecords } from './generated-records.ts'

const real = [
  'Growth of coral reefs under strong lamps',
  'Night shift and mood in ferry crews',
  'Kelp harvest beside northern harbours',
].map(
  (title, i): Record => ({
    recordId: `real${i}`,
    source: 'library',
    ids: {},
    title,
    type: 'article',
    authors: [{ family: `Osei${i}`, given: 'Kofi' }, { family: 'Dahl' }, { family: 'Ek' }, { family: 'Fox' }],
    venue: 'Journal of Reef Letters',
    abstract: 'Text.',
  }),
)

describe('generatedRecords', () => {
  const { records, works } = generatedRecords(real, 2000, 1)
  const copies = [...Map.groupBy(works.keys(), (i) => works[i] ?? -1).values()].map((positions) => positions.map((i) => records[i]))

  it('are as many as asked for, with ids that say nothing, and the same for the same seed', () => {
    expect(records.map(({ recordId }) => recordId)).toEqual(records.map((_, i) => `g${i}`))
    expect([records.length, works.length]).toEqual([2000, 2000])
    expect(generatedRecords(real, 2000, 1)).toEqual({ records, works })
    expect(generatedRecords(real, 2000, 2).records).not.toEqual(records)
  })

  it('a fifth of the works is described twice or more, four times at most', () => {
    const share = copies.filter((own) => own.length > 1).length / copies.length
    expect(share).toBeGreaterThan(0.16)
    expect(share).toBeLessThan(0.24)
    expect(Math.max(...copies.map((own) => own.length))).toBe(4)
  })

  it('no identifier stands on two works, and copies differ in what databases differ in', () => {
    const worksOf = Map.groupBy(works.keys(), (i) => records[i]?.ids.doi)
    for (const [doi, positions] of worksOf) if (doi !== undefined) expect(new Set(positions.map((i) => works[i])).size).toBe(1)
    for (const field of ['title', 'venue', 'pages', 'volume', 'abstract', 'year'] as const)
      expect(copies.some((own) => new Set(own.map((record) => record?.[field])).size > 1)).toBe(true)
  })

  it('some are another part of the work before', () => {
    const parts = records.filter(({ title }) => /part \d+/i.test(title))
    expect(parts.length / records.length).toBeGreaterThan(0.005)
    expect(parts.length / records.length).toBeLessThan(0.05)
  })
})
