import { expect, test } from 'vitest'
import { runOf } from '../fixtures/pdf-lines.ts'
import { fragmentsOf, looksOf, mostOf } from './fragments.ts'
import type { TextRun } from './text-run.ts'

const BOLD = { name: 'Bold', bold: true, italic: false }

test('runs side by side are one fragment with the looks of most letters', () => {
  const runs = [
    runOf('word', { x: 50, width: 20 }),
    runOf('2', { x: 70, width: 3, size: 6, y: 96 }),
    runOf('more words here', { x: 80, width: 75 }),
  ]
  expect(fragmentsOf(runs)).toEqual([
    {
      text: 'word2 more words here',
      x: 50,
      right: 155,
      y: 100,
      size: 10,
      font: 'Body',
      bold: false,
      italic: false,
      boldStart: false,
      order: 0,
    },
  ])
})

const first = runOf('word', { x: 50, width: 20 })
test.each<[name: string, next: Partial<TextRun>, texts: string[]]>([
  ['a gap of .17 of the size is none', { x: 71.69 }, ['wordnext']],
  ['more is a space', { x: 71.71 }, ['word next']],
  ['white space in the file is a space', { x: 70, space: true }, ['word next']],
  ['a gap of .9 still joins', { x: 79 }, ['word next']],
  ['a wider one parts', { x: 79.1 }, ['word', 'next']],
  ['an overlap of .6 joins', { x: 64 }, ['wordnext']],
  ['a run further back begins a line', { x: 63.9 }, ['word', 'next']],
  ['raised by half its size', { x: 70, y: 95 }, ['wordnext']],
  ['lowered by half its size', { x: 70, y: 105 }, ['wordnext']],
  ['raised by more', { x: 70, y: 94.9 }, ['word', 'next']],
  ['lowered by more', { x: 70, y: 105.1 }, ['word', 'next']],
  ['the larger size counts for gaps', { x: 88, size: 20 }, ['word next']],
])('%s', (_, next, texts) => {
  expect(fragmentsOf([first, runOf('next', next)]).map(({ text }) => text)).toEqual(texts)
})

test('the baseline is that of most letters, also behind a raised first run', () => {
  const [fragment] = fragmentsOf([
    runOf('1', { x: 50, width: 3, size: 6, y: 96 }),
    runOf('University', { x: 53, y: 100 }),
    runOf('2', { x: 103, width: 3, size: 6, y: 96 }),
  ])
  expect([fragment?.text, fragment?.y]).toEqual(['1University2', 100])
})

test('fragments are numbered in the order of the file, and keep their outermost ends', () => {
  const [a, b] = fragmentsOf([runOf('low', { y: 300 }), runOf('high', { y: 100, x: 40 }), runOf('er', { y: 100, x: 55, width: 2 })])
  expect([a?.order, b?.order, b?.x, b?.right, b?.text]).toEqual([0, 1, 40, 60, 'higher'])
})

test.each<[name: string, second: Partial<TextRun>, count: number]>([
  ['at the same place', {}, 1],
  ['a hair beside it', { x: 51, y: 101 }, 1],
  ['a letter further', { x: 51.5 }, 2],
])('text drawn twice %s: %i', (_, second, count) => {
  expect(
    fragmentsOf([runOf('bold'), runOf('other', { y: 300 }), runOf('bold', second)]).filter(({ text }) => text === 'bold'),
  ).toHaveLength(count)
})

test('bold and italic are what nearly all letters are; the start is told apart', () => {
  const mixed = (bold: number, plain: number) =>
    fragmentsOf([runOf('b'.repeat(bold), { font: BOLD }), runOf('p'.repeat(plain), { x: 50 + bold * 5 })])[0]
  expect([mixed(17, 3)?.bold, mixed(17, 3)?.boldStart]).toEqual([true, true])
  expect([mixed(16, 4)?.bold, mixed(16, 4)?.boldStart, mixed(16, 4)?.font]).toEqual([false, true, 'Bold'])
})

test('the size of most letters, to a tenth of a point', () => {
  const part = { name: 'A', bold: false, italic: true, size: 9.963, letters: 5 }
  expect(looksOf([part, { ...part, name: 'B', italic: false, size: 8, letters: 4 }])).toEqual({
    size: 10,
    font: 'A',
    bold: false,
    italic: false,
  })
  expect(looksOf([])).toEqual({ size: 0, font: '', bold: true, italic: true })
})

test.each<[weighted: [string, number][], most: string | undefined]>([
  [[], undefined],
  [
    [
      ['a', 1],
      ['b', 2],
      ['a', 2],
    ],
    'a',
  ],
  [
    [
      ['b', 1],
      ['a', 1],
    ],
    'b',
  ],
])('the most of %j is %s', (weighted, most) => {
  expect(mostOf(weighted)).toBe(most)
})
