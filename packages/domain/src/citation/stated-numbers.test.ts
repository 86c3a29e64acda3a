import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStated, statedNumbers } from './stated-numbers.ts'

describe('statedNumbers', () => {
  it.each<[string, [number, string | null][]]>([
    ['12 mice', [[12, 'mice']]],
    ['1,200 mice', [[1200, 'mice']]],
    ['1,200,000', [[1200000, null]]],
    ['1,2 kg', [[1.2, 'kg']]],
    ['0.05', [[0.05, null]]],
    ['5 %', [[5, '%']]],
    ['5 percent', [[5, '%']]],
    ['5 per cent', [[5, '%']]],
    ['5 per mouse', [[5, null]]],
    ['2-fold', [[2, 'fold']]],
    ['3 times', [[3, 'fold']]],
    ['twofold', [[2, 'fold']]],
    ['twice', [[2, 'fold']]],
    ['doubled', [[2, 'fold']]],
    ['tripled', [[3, 'fold']]],
    ['tenfold', [[10, 'fold']]],
    ['two mice', [[2, 'mice']]],
    ['twelve', [[12, null]]],
    ['one mouse', []],
    [
      '5 to 8 %',
      [
        [5, '%'],
        [8, '%'],
      ],
    ],
    [
      '5–8%',
      [
        [5, '%'],
        [8, '%'],
      ],
    ],
    [
      '3, 6 and 12 months',
      [
        [3, 'month'],
        [6, 'month'],
        [12, 'month'],
      ],
    ],
    [
      'two or three months',
      [
        [2, 'month'],
        [3, 'month'],
      ],
    ],
    [
      '5 of 8 months',
      [
        [5, null],
        [8, 'month'],
      ],
    ],
    ['IL-6, p53, CD4+ and H2A.Z', []],
    ['caspase-11 at 11 hours', [[11, 'hour']]],
    ['1e-5', [[1e-5, null]]],
    [
      '½',
      [
        [1, null],
        [2, null],
      ],
    ],
    ['٣', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(statedNumbers(text).map(({ value, unit }) => [value, unit])).toEqual(expected)
  })
  it('says how it stands, its decimals, and whether it is a word', () => {
    expect(statedNumbers('1,200.50 and two, twice')).toEqual([
      { shown: '1,200.50', value: 1200.5, decimals: 2, unit: null, word: false },
      { shown: 'two', value: 2, decimals: 0, unit: null, word: true },
      { shown: 'twice', value: 2, decimals: 0, unit: 'fold', word: true },
    ])
  })
})

describe('isStated', () => {
  it.each<{ name: string; said: string; known: string; stated: boolean }>([
    { name: 'the same', said: '12 mice', known: '12 mice', stated: true },
    { name: 'another', said: '12 mice', known: '13 mice', stated: false },
    { name: 'nothing known', said: '12', known: 'none', stated: false },
    { name: 'a trailing zero', said: '0.5', known: '0.50', stated: true },
    { name: 'a word for digits', said: '3 mice', known: 'three mice', stated: true },
    { name: 'rounded to two digits', said: '76 %', known: '76.3 %', stated: true },
    { name: 'rounded up', said: '12 mice', known: '11.9 mice', stated: true },
    { name: 'rounded wrongly', said: '77 %', known: '76.3 %', stated: false },
    { name: 'rounded to one digit', said: '3 %', known: '3.4 %', stated: false },
    { name: 'zeros before are no digits', said: '0.05', known: '0.051', stated: false },
    { name: 'two digits after them', said: '0.051', known: '0.0514', stated: true },
    { name: 'more exact than what is known', said: '76.3 %', known: '76 %', stated: false },
    { name: 'per cent is no count', said: '12 %', known: '12 mice', stated: false },
    { name: 'nor a bare number', said: '12 %', known: '12', stated: false },
    { name: 'times are no count', said: '2-fold', known: '2 mice', stated: false },
    { name: 'a bare number may be per cent', said: '12', known: '12 %', stated: true },
    { name: 'what is counted alike must be that many', said: '6 months', known: '3 months and 6.0 points', stated: false },
    { name: 'what is counted in other words may be anything', said: '6 months', known: '6 points', stated: true },
    { name: 'several of a kind', said: '6 months', known: '3 months, 6 months', stated: true },
  ])('$name', ({ said, known, stated }) => {
    const [number] = statedNumbers(said)
    expect(number === undefined ? null : isStated(number, statedNumbers(known))).toBe(stated)
  })
  it('every number of a text is stated by the text', () => {
    const text = fc.array(fc.constantFrom('12', '3.4', '%', 'mice', 'to', ',', 'two', 'twice', 'and', '-', 'IL-6', '0.05', 'months'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, (words) => {
        const numbers = statedNumbers(words.join(' '))
        expect(numbers.every((number) => isStated(number, numbers))).toBe(true)
      }),
    )
  })
})
