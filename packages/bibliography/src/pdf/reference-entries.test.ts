import { expect, test } from 'vitest'
import { linesOf } from '../fixtures/pdf-lines.ts'
import { labelNumber, referenceEntries } from './reference-entries.ts'
import type { Line } from './text-run.ts'

type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const entries = (rows: readonly (string | Row)[]) => referenceEntries(linesOf(rows)).map((entry) => entry.map(({ text }) => text).join(' '))
const inner = (text: string, over: Partial<Row> = {}): Row => ({ text, x: 62, ...over })

test.each<[text: string, number: number | undefined]>([
  ['[12] Smith', 12],
  ['(3) Smith', 3],
  ['4. Smith', 4],
  ['4) Smith', 4],
  ['4.Smith', 4],
  ['5 Smith', 5],
  ['5 pages', undefined],
  ['2012; 3: 4', undefined],
  ['12345. Smith', undefined],
  ['Smith 4.', undefined],
  ['10.1000/x', undefined],
])('the label of %j is %s', (text, number) => {
  expect(labelNumber(text)).toBe(number)
})

test.each<[name: string, rows: (string | Row)[], entries: string[]]>([
  ['numbers in brackets', ['[1] Smith J. A long', 'title.', '[2] Roe R.'], ['[1] Smith J. A long title.', '[2] Roe R.']],
  ['numbers with full stops', ['1. Smith J. In', '2012. pages.', '2. Roe R.'], ['1. Smith J. In 2012. pages.', '2. Roe R.']],
  ['bare numbers', ['1 Smith J. A', '3 Words of it.', '2 Roe R.'], ['1 Smith J. A 3 Words of it.', '2 Roe R.']],
  ['a list that begins at 11', ['11. Smith J.', '12. Roe R.'], ['11. Smith J.', '12. Roe R.']],
  ['a lost label', ['1. A a.', '2. B b.', 'C c.', '4. D d.'], ['1. A a.', '2. B b. C c.', '4. D d.']],
  ['three lost labels', ['1. A a.', '2. B b.', '6. D d.'], ['1. A a.', '2. B b.', '6. D d.']],
  ['more lost labels', ['1. A a.', '2. B b.', '7. D d.'], ['1. A a.', '2. B b. 7. D d.']],
  ['a number that comes too early', ['1. A a, vol.', '3. of it.', '2. B b.', '3. C c.'], ['1. A a, vol. 3. of it.', '2. B b.', '3. C c.']],
  ['words before the list', ['Cited here:', '1. A a.', '2. B b.'], ['Cited here:', '1. A a.', '2. B b.']],
  ['keys', ['[Smi20] Smith J.', 'A title.', '[Roe19] Roe R.'], ['[Smi20] Smith J. A title.', '[Roe19] Roe R.']],
  [
    'hanging indents',
    ['Smith, J. 2020. A', inner('title. Press.'), 'Roe, R. 2019. B', inner('title.')],
    ['Smith, J. 2020. A title. Press.', 'Roe, R. 2019. B title.'],
  ],
  [
    'an entry over two columns',
    [
      'Smith, J. 2020. A',
      inner('long title'),
      inner('of words.', { column: 1, x: 312 }),
      { text: 'Roe, R. 2019. B', column: 1, x: 300 },
      inner('title.', { column: 1, x: 312 }),
    ],
    ['Smith, J. 2020. A long title of words.', 'Roe, R. 2019. B title.'],
  ],
  [
    'indented first lines',
    [inner('Smith, J. 2020. A'), 'title of words', inner('Roe, R. 2019. B'), 'title of signs'],
    ['Smith, J. 2020. A title of words', 'Roe, R. 2019. B title of signs'],
  ],
  [
    'gaps',
    ['Smith, J. 2020. A', 'title.', { text: 'Roe, R. 2019. B', gap: 18 }, 'title.', 'Press.', { text: 'Lee, A. 2018.', gap: 18 }, 'More.'],
    ['Smith, J. 2020. A title.', 'Roe, R. 2019. B title. Press.', 'Lee, A. 2018. More.'],
  ],
  [
    'gaps, the rest of an entry at the head of a column',
    [
      'Smith, J. 2020. A',
      'title.',
      { text: 'Roe, R. 2019. In', gap: 18 },
      'Lee, B.',
      { text: 'Words of it. Press.', column: 1 },
      { text: 'Poe, C. 2018.', column: 1, gap: 18 },
      { text: 'More.', column: 1 },
    ],
    ['Smith, J. 2020. A title.', 'Roe, R. 2019. In Lee, B. Words of it. Press.', 'Poe, C. 2018. More.'],
  ],
  [
    'gaps, an entry at the head of a column',
    [
      'Smith, J. 2020. A',
      'title.',
      { text: 'Roe, R. 2019. In', gap: 18 },
      'Lee, B.',
      { text: 'Moe, B. 2019. Press.', column: 1 },
      { text: 'Poe, C. 2018.', column: 1, gap: 18 },
      { text: 'More.', column: 1 },
    ],
    ['Smith, J. 2020. A title.', 'Roe, R. 2019. In Lee, B.', 'Moe, B. 2019. Press.', 'Poe, C. 2018. More.'],
  ],
  ['authors alone', ['Smith, J. 2020. A', 'title.', 'Roe, R. 2019. B', 'title.'], ['Smith, J. 2020. A title.', 'Roe, R. 2019. B title.']],
  ['no sign at all', ['one', 'two'], ['one', 'two']],
  ['nothing', [], []],
])('entries by %s', (_, rows, expected) => {
  expect(entries(rows)).toEqual(expected)
})

test.each<[indent: number, count: number]>([
  [3, 3],
  [4, 2],
  [60, 2],
  [61, 3],
])('an indent of %i points: %i entries', (indent, count) => {
  const line = (text: string) => ({ text, x: 50 + indent })
  expect(entries(['smith j', line('title'), 'roe r', line('title')]).length === 2 ? 2 : 3).toBe(count)
})

test('a column of one edge begins entries where it is no rest of one', () => {
  const rows = [
    'Smith, J. 2020. A',
    inner('title.'),
    'Roe, R. 2019. B',
    inner('title.'),
    { text: 'Lee, A. 2018. C.', column: 1, x: 300 },
    { text: 'Poe, C. 2017. D.', column: 1, x: 300 },
  ]
  expect(entries(rows)).toEqual(['Smith, J. 2020. A title.', 'Roe, R. 2019. B title.', 'Lee, A. 2018. C.', 'Poe, C. 2017. D.'])
})

test.each<[gap: number, entries: string[]]>([
  [14.65, ['one two', 'three four five six']],
  [14.63, ['one', 'two', 'three', 'four', 'five', 'six']],
])('a step of %d among steps of 12: %j', (gap, expected) => {
  expect(entries(['one', 'two', { text: 'three', gap }, 'four', 'five', 'six'])).toEqual(expected)
})
