import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarks, removeOutOfRange } from './citation-marks.ts'
import pbr025 from './fixtures/pbr-025.json' with { type: 'json' }

describe('PBR-025', () => {
  const { sources, text } = pbr025.input
  const { values } = pbr025.expect
  const result = removeOutOfRange(text, sources.length)
  it('leaves only marks that name a source', () => expect(result.text).toBe(values.text))
  it('tells which sources are cited', () => expect(result.cited.map((number) => sources[number - 1])).toEqual(values.cited))
  it('tells the numbers dropped', () => expect(result.dropped).toEqual(values.dropped_numbers))
  it('tells the sentences left without support', () => expect(result.unsupported).toEqual(values.unsupported))
})

describe('parseMarks', () => {
  it.each<[string, string, number[][]]>([
    ['one', 'Rates rose [3].', [[3]]],
    ['a list', 'Rates rose [2, 5].', [[2, 5]]],
    ['a list with semicolons', 'Rates rose [2; 5].', [[2, 5]]],
    ['a list without spaces', 'Rates rose [2,5].', [[2, 5]]],
    ['a range with an en dash', 'Rates rose [2–5].', [[2, 3, 4, 5]]],
    ['a range with a hyphen', 'Rates rose [2-3].', [[2, 3]]],
    ['a range with an em dash', 'Rates rose [2—3].', [[2, 3]]],
    ['a range written backwards', 'Rates rose [5–3].', [[3, 4, 5]]],
    ['a list with a range', 'Rates rose [1, 3–4].', [[1, 3, 4]]],
    ['two in a row', 'Rates rose [3][4].', [[3], [4]]],
    ['spaces inside', 'Rates rose [ 3 ].', [[3]]],
    ['at the start', '[3] says so', [[3]]],
    ['three digits', 'Rates rose [999].', [[999]]],
    ['a year is none', 'Rates rose [2019].', []],
    ['a list with a year is none', 'Rates rose [3, 2019].', []],
    ['an interval from 0 is none', 'in [0, 1]', []],
    ['zero is none', 'in [0]', []],
    ['an index is none', 'arr[7]', []],
    ['an index after an underscore is none', 'arr_[7]', []],
    ['an index after a digit is none', 'x1[7]', []],
    ['an escaped bracket is none', 'a \\[3]', []],
    ['a link is none', 'see [3](https://example.org)', []],
    ['a mark in a word is none', 'a [3]b', []],
    ['inline code is none', 'see `x [4] y` here', []],
    ['code up to the next tick alone', 'see `x` [4] `y`', [[4]]],
    ['a code block is none', 'see\n```\na [4]\n```\nand [5]', [[5]]],
    ['an open code block is none', 'see [5]\n```\na [4]', [[5]]],
    ['[sic] is none', 'it rose [sic]', []],
    ['a page is none', 'see [3, p. 12]', []],
    ['parentheses are none', 'see (3)', []],
  ])('%s', (_name, text, expected) => {
    expect(parseMarks(text).map((mark) => mark.numbers)).toEqual(expected)
  })

  it('tells the place', () => {
    expect(parseMarks('Rates [1] rose [2, 3].')).toEqual([
      { start: 6, end: 9, numbers: [1] },
      { start: 15, end: 21, numbers: [2, 3] },
    ])
  })
})

describe('removeOutOfRange', () => {
  it.each<[string, string, string, number[], number[], string[]]>([
    ['the last source stays', 'Rates rose [3].', 'Rates rose [3].', [3], [], []],
    ['the first number beyond goes', 'Rates rose [4].', 'Rates rose.', [], [4], ['Rates rose.']],
    ['each dropped once, ascending', 'A rose [9, 5]. B fell [5].', 'A rose. B fell.', [], [5, 9], ['A rose.', 'B fell.']],
    ['each cited once, ascending', 'A rose [3, 1]. B fell [1].', 'A rose [3, 1]. B fell [1].', [1, 3], [], []],
    ['a list keeps what is there', 'Rates rose [5, 2, 9, 1].', 'Rates rose [2, 1].', [1, 2], [5, 9], []],
    ['a range is clipped to one number', 'Rates rose [3–5].', 'Rates rose [3].', [3], [4, 5], []],
    ['a range keeps its dash', 'Rates rose [1-9].', 'Rates rose [1-3].', [1, 2, 3], [4, 5, 6, 7, 8, 9], []],
    ['a range beyond goes', 'Rates rose [4–5].', 'Rates rose.', [], [4, 5], ['Rates rose.']],
    ['a list with a range', 'Rates rose [1; 2–4].', 'Rates rose [1, 2–3].', [1, 2, 3], [4], []],
    ['spaces before a mark go with it', 'Rates  [4] rose.', 'Rates rose.', [], [4], ['Rates rose.']],
    ['a mark at the start', '[4] Rates rose.', 'Rates rose.', [], [4], ['Rates rose.']],
    ['a mark at the start of a line', 'It is so.\n[4] Rates rose [1].', 'It is so. Rates rose [1].', [1], [4], ['It is so.']],
    ['one mark of a sentence is enough', 'Rates rose [4] at night [1].', 'Rates rose at night [1].', [1], [4], []],
    ['a mark after the full stop', 'Costs doubled.[5] Rates rose [1].', 'Costs doubled. Rates rose [1].', [1], [5], ['Costs doubled.']],
    [
      'a mark between sentences belongs to the first',
      'Costs doubled. [5] Rates rose [1].',
      'Costs doubled. Rates rose [1].',
      [1],
      [5],
      ['Costs doubled.'],
    ],
    ['two marks between sentences', 'Costs doubled. [5] [6] Rates rose.', 'Costs doubled. Rates rose.', [], [5, 6], ['Costs doubled.']],
    [
      'a sentence without marks was never supported',
      'Costs doubled. Rates rose [4].',
      'Costs doubled. Rates rose.',
      [],
      [4],
      ['Rates rose.'],
    ],
    ['nothing to do', 'Rates rose.', 'Rates rose.', [], [], []],
  ])('%s', (_name, text, expected, cited, dropped, unsupported) => {
    expect(removeOutOfRange(text, 3)).toEqual({ text: expected, cited, dropped, unsupported })
  })

  it('leaves no mark without sources', () => {
    expect(removeOutOfRange('Rates rose [1].', 0)).toEqual({ text: 'Rates rose.', cited: [], dropped: [1], unsupported: ['Rates rose.'] })
  })

  it('after it every mark names a source (property)', () => {
    const piece = fc.oneof(
      fc.constantFrom('Rates rose', '. ', ' ', '\n', 'x', '`y`', '[sic]', 'arr[7]', '[2019]'),
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }).map((numbers) => `[${numbers.join(', ')}]`),
      fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).map(([a, b]) => `[${a}–${b}]`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), fc.integer({ min: 0, max: 6 }), (pieces, sources) => {
        const text = pieces.join(' ')
        const result = removeOutOfRange(text, sources)
        const left = parseMarks(result.text).flatMap((mark) => mark.numbers)
        expect([...new Set(left)].sort((a, b) => a - b)).toEqual(result.cited)
        expect(left.every((number) => number <= sources)).toBe(true)
        expect(result.dropped.every((number) => number > sources)).toBe(true)
      }),
    )
  })
})
