import { describe, expect, it } from 'vitest'
import { repeatedAgreement } from './judge-agreement.ts'

/** The example of Krippendorff 2011: four observers, twelve units, with gaps. Its alpha is .743 as nominal and .849 as interval data. */
const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.']
const example = Array.from({ length: 12 }, (_, unit) => observers.flatMap((row) => (/\d/.test(row[unit] ?? '') ? [row[unit] ?? ''] : [])))

describe('agreement of repeated judgements', () => {
  it('is that of the published example', () => {
    expect(repeatedAgreement(example).alpha).toBeCloseTo(0.743, 3)
    expect(repeatedAgreement(example.map((values) => values.map(Number))).alpha).toBeCloseTo(0.849, 3)
    // The unit that only one observer judged is none.
    expect(repeatedAgreement(example).units).toBe(11)
  })
  it('knows nothing without a thing that was judged twice', () => {
    expect(repeatedAgreement([])).toEqual({ units: 0, alpha: null, difference: null })
    expect(repeatedAgreement([[3], [], [4]])).toEqual({ units: 0, alpha: null, difference: null })
  })
  it('has no alpha where every judgement is the same', () => {
    expect(
      repeatedAgreement([
        [5, 5],
        [5, 5],
      ]),
    ).toEqual({ units: 2, alpha: null, difference: 0 })
  })
  it('is 1 where the judgements of each thing are alike and things differ', () => {
    expect(
      repeatedAgreement([
        [2, 2],
        [9, 9, 9],
      ]),
    ).toEqual({ units: 2, alpha: 1, difference: 0 })
  })
  it('tells the mean difference over things: of scores by how much, of verdicts whether', () => {
    expect(
      repeatedAgreement([
        [4, 6],
        [5, 5],
        [1, 4, 7],
      ]).difference,
    ).toBeCloseTo((2 + 0 + 4) / 3, 12)
    expect(
      repeatedAgreement([
        ['a', 'b'],
        ['a', 'a'],
        ['a', 'a', 'b'],
      ]).difference,
    ).toBeCloseTo((1 + 0 + 2 / 3) / 3, 12)
  })
})
