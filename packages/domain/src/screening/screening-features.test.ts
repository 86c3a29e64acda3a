import { describe, expect, it } from 'vitest'
import { screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'

const record = (id: string, fields: Partial<ScreeningRecord> = {}): ScreeningRecord => ({
  id,
  title: '',
  abstract: '',
  keywords: [],
  type: '',
  year: null,
  ...fields,
})

/** Weighted counts of a record's terms that are asked for. */
function countsOf(
  records: readonly ScreeningRecord[],
  position: number,
  terms: readonly (readonly [string] | readonly [string, string])[],
) {
  const { positions, counts, columnOf } = screeningFeatures(records)
  const row = positions.indexOf(position)
  const columns = [...counts.columns.slice(counts.starts[row], counts.starts[row + 1])]
  const values = [...counts.values.slice(counts.starts[row], counts.starts[row + 1])]
  return terms.map((term) => {
    const column = columnOf(term)
    return column === undefined ? undefined : (values[columns.indexOf(column)] ?? 0)
  })
}

describe('screeningFeatures', () => {
  const rows = [
    { name: 'a word of the title counts twice', fields: { title: 'Sleep' }, terms: [['sleep']], out: [2] },
    { name: 'of abstract and keywords once each', fields: { abstract: 'sleep', keywords: ['Sleep', 'x'] }, terms: [['sleep']], out: [2] },
    { name: 'words are stemmed', fields: { abstract: 'memories' }, terms: [['memori'], ['memories']], out: [1, undefined] },
    {
      name: 'neighbours are a pair',
      fields: { abstract: 'stem cells' },
      terms: [
        ['stem', 'cell'],
        ['cell', 'stem'],
      ],
      out: [1, undefined],
    },
    { name: 'a pair of the title counts twice', fields: { title: 'stem cells' }, terms: [['stem', 'cell']], out: [2] },
    {
      name: 'stop words are none, and between the words of a pair',
      fields: { abstract: 'disease of the knee' },
      terms: [['of'], ['diseas', 'knee'], ['disease', 'knee']],
      out: [undefined, undefined, 1],
    },
    { name: 'no pair across fields', fields: { title: 'stem', abstract: 'cell' }, terms: [['stem', 'cell']], out: [undefined] },
    { name: 'no pair across keywords', fields: { keywords: ['stem', 'cell'] }, terms: [['stem', 'cell']], out: [undefined] },
    { name: 'a pair whose words are known apart only', fields: { abstract: 'stem x cell' }, terms: [['stem', 'cell']], out: [undefined] },
    {
      name: 'a pair with an unknown word',
      fields: { abstract: 'stem' },
      terms: [
        ['stem', 'cell'],
        ['cell', 'stem'],
      ],
      out: [undefined, undefined],
    },
    {
      name: 'text after 20,000 characters is not read',
      fields: { abstract: `${' '.repeat(19_994)}inside outside` },
      terms: [['inside'], ['outside']],
      out: [1, undefined],
    },
  ] as const
  it.each(rows)('$name', ({ fields, terms, out }) => {
    expect(countsOf([record('a', fields)], 0, terms)).toEqual(out)
  })

  it('has its rows in the order of the ids, equal ids in the order of input', () => {
    expect(screeningFeatures([record('b'), record('c'), record('a'), record('b')]).positions).toEqual([2, 0, 3, 1])
  })

  it('counts the records of each term', () => {
    const { documentFrequency, columnOf, counts } = screeningFeatures([record('a', { abstract: 'x x y' }), record('b', { title: 'x' })])
    expect(documentFrequency[columnOf(['x']) ?? -1]).toBe(2)
    expect(documentFrequency[columnOf(['y']) ?? -1]).toBe(1)
    expect(counts.width).toBe(documentFrequency.length)
    // x, "x x", y, "x y", and x again.
    expect([...counts.starts]).toEqual([0, 4, 5])
  })

  it('is the same for any order of input', () => {
    const records = [record('a', { title: 'sleep and gout' }), record('b', { abstract: 'gout' }), record('c', { abstract: 'sleep well' })]
    const [forth, back] = [screeningFeatures(records), screeningFeatures(records.toReversed())]
    expect(back.counts).toEqual(forth.counts)
    expect(back.positions).toEqual(forth.positions.map((position) => 2 - position))
  })

  it('of no records is empty', () => {
    expect(screeningFeatures([]).counts).toEqual({
      starts: Int32Array.of(0),
      columns: new Int32Array(0),
      values: new Float64Array(0),
      width: 0,
    })
  })
})
