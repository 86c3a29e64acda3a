import { operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { foundRecords } from './operation-records.ts'

describe('foundRecords', () => {
  const of = (key: string, year: number | null = null) => ({ key, year })

  it('goes by part number, then rank, whatever order the parts came in', () => {
    const found = { '10': [of('l:e')], '2': [of('l:d'), of('l:c')], '1': [of('l:b')] }
    expect(foundRecords(operation('S1', { found })).map((record) => record.key)).toEqual(['l:b', 'l:d', 'l:c', 'l:e'])
  })

  it('counts a repeated record once, as it was found first', () => {
    expect(foundRecords(operation('S1', { found: { '1': [of('l:a', 2001), of('l:b')], '2': [of('l:a', 1999)] } }))).toEqual([
      of('l:a', 2001),
      of('l:b'),
    ])
  })

  it('is empty before anything came', () => {
    expect(foundRecords(operation('S1'))).toEqual([])
  })
})
