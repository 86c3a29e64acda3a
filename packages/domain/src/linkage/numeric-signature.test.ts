import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberWord } from './number-word.ts'
import { includesNumbers, numericSignature, sameNumbers } from './numeric-signature.ts'
import { romanValue } from './roman-numeral.ts'

describe('romanValue', () => {
  it.each([
    ['i', 1],
    ['iv', 4],
    ['vi', 6],
    ['ix', 9],
    ['xiv', 14],
    ['xl', 40],
    ['xc', 90],
    ['cd', 400],
    ['cm', 900],
    ['mcmxcix', 1999],
    ['mmmcmxcix', 3999],
    ['iiii', null],
    ['xxxx', null],
    ['cccc', null],
    ['vx', null],
    ['ic', null],
    ['civil', null],
    ['mix', 1009],
    ['', null],
    ['mmmm', null],
  ])('%s → %s', (word, value) => {
    expect(romanValue(word)).toBe(value)
  })
})

describe('numberWord', () => {
  it.each([
    [['zero'], 0, 1],
    [['ten'], 10, 1],
    [['nineteen'], 19, 1],
    [['first'], 1, 1],
    [['twelfth'], 12, 1],
    [['twenty'], 20, 1],
    [['ninety'], 90, 1],
    [['twenty', 'five'], 25, 2],
    [['twenty', 'first'], 21, 2],
    [['twenty', 'ten'], 20, 1],
    [['twenty', 'zero'], 20, 1],
    [['twentieth'], 20, 1],
    [['ninetieth'], 90, 1],
  ] as const)('%j → %i', (words, value, length) => {
    expect(numberWord(words, 0)).toEqual({ value, length })
  })

  it('starts where it is told, and finds none elsewhere', () => {
    expect(numberWord(['a', 'ten'], 1)).toEqual({ value: 10, length: 1 })
    expect(numberWord(['a', 'ten'], 0)).toBeNull()
    expect(numberWord([], 0)).toBeNull()
  })
})

describe('numericSignature', () => {
  it.each([
    ['Phase 2 and phase 3', '2 3'],
    ['Three trials of 10', '10 3'],
    ['A ten-year follow-up', '10'],
    ['A 10-year follow-up', '10'],
    ['Twenty-five years', '25'],
    ['The 21st century', '21'],
    ['The twenty-first century', '21'],
    ['Type II diabetes', '2'],
    ['World War II and work', '2'],
    ['Collagen II in bone', '2'],
    ['Collagen V in bone', ''],
    ['Results. XVI. Sky', '16'],
    ['Results. I. Sky', '1'],
    ['Part I', '1'],
    ['Type I diabetes', '1'],
    ['Why I left', ''],
    ['X-ray of teeth', ''],
    ['Depletion of CD4+ T cells', '4'],
    ['Depletion of CD 4+ T-cells', '4'],
    ['A mix of MD and CD cases', ''],
    ['Part C of the trial', '100'],
    ['The role of vitamin C', '100'],
    ['Vitamin C and colds', ''],
    ['C', ''],
    ['HD 99110 b', '99110b'],
    ['HD 99110 c', '99110c'],
    ['HD 99110 b and its star', '99110b'],
    ['Stage 2b cancer', '2b'],
    ['Covid-19 a review', '19'],
    ['Part 2 a', '2a'],
    ['Drug 2 v 3', '2 3'],
    ['A 2 x 3 design', '2 3'],
    ['The 1990s', '1990'],
    ["The 1990's", '1990'],
    ['5 E. coli strains', '5'],
    ['2 T-cells', '2'],
    ['2 (b) cells', '2'],
    ['1,000 and 1000', '1000 1000'],
    ['0.5 and 0,5', '0.5 0.5'],
    ['07', '7'],
    ['interleukin-11', '11'],
    ['2018–2019', '2018 2019'],
    ['p16INK4a', '16 4a'],
    ['２０１８', '2018'],
    ['مجلد ٣', '3'],
    ['第三期临床', '3'],
    ['第十二章', '12'],
    ['第二十章', '20'],
    ['四期临床', '4'],
    ['一般研究', ''],
    ['No numbers', ''],
  ])('%s → %s', (title, expected) => {
    expect(numericSignature(title).join(' ')).toBe(expected)
  })

  it('Roman and Arabic numerals after "part" agree for every value up to 3999', () => {
    const roman = (n: number): string => {
      const steps: [number, string][] = [
        [1000, 'M'],
        [900, 'CM'],
        [500, 'D'],
        [400, 'CD'],
        [100, 'C'],
        [90, 'XC'],
        [50, 'L'],
        [40, 'XL'],
        [10, 'X'],
        [9, 'IX'],
        [5, 'V'],
        [4, 'IV'],
        [1, 'I'],
      ]
      const step = steps.find(([value]) => n >= value)
      return step === undefined ? '' : step[1] + roman(n - step[0])
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3999 }), (n) => {
        expect(numericSignature(`Reefs, part ${roman(n)} of all`)).toEqual(numericSignature(`Reefs, part ${n} of all`))
      }),
    )
  })
})

describe('sameNumbers', () => {
  it.each([
    { a: [], b: [], expected: true },
    { a: ['1', '2'], b: ['1', '2'], expected: true },
    { a: ['1', '2'], b: ['1', '3'], expected: false },
    { a: ['1'], b: ['1', '1'], expected: false },
    { a: ['1', '1'], b: ['1'], expected: false },
  ])('$a / $b', ({ a, b, expected }) => {
    expect(sameNumbers(a, b)).toBe(expected)
  })
})

describe('includesNumbers', () => {
  it.each([
    { all: ['1', '2'], some: ['2'], expected: true },
    { all: ['1', '2'], some: [], expected: true },
    { all: [], some: ['1'], expected: false },
    { all: ['1', '2'], some: ['3'], expected: false },
    { all: ['2'], some: ['2', '2'], expected: false },
    { all: ['2', '2'], some: ['2', '2'], expected: true },
  ])('$all / $some', ({ all, some, expected }) => {
    expect(includesNumbers(all, some)).toBe(expected)
  })
})
