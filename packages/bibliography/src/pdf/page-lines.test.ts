import { expect, test } from 'vitest'
import { fragmentOf } from '../fixtures/pdf-lines.ts'
import { pageLines } from './page-lines.ts'
import type { Fragment } from './text-run.ts'

const lines = (...fragments: Fragment[]) => pageLines({ page: 3, width: 600, height: 800, fragments })
const texts = (...fragments: Fragment[]) => lines(...fragments).map(({ text }) => text)

test('fragments of one baseline are a line with its page, column and ends', () => {
  const first = fragmentOf('Left', { x: 50, right: 70, order: 4 })
  const second = fragmentOf('right part', { x: 75, right: 125, order: 2, bold: true })
  expect(lines(second, first)).toEqual([
    {
      text: 'Left right part',
      x: 50,
      right: 125,
      y: 100,
      size: 10,
      font: 'Body',
      bold: false,
      italic: false,
      boldStart: false,
      order: 4,
      page: 3,
      column: 0,
      tabular: false,
    },
  ])
})

test.each<[y: number, lines: number]>([
  [104.5, 1],
  [104.6, 2],
])('a fragment at %d beside one of size 10 at 100: %i lines', (y, count) => {
  expect(texts(fragmentOf('a', { x: 50 }), fragmentOf('b', { x: 80, y }))).toHaveLength(count)
})

test('the longest fragment gives the baseline of the line', () => {
  expect(lines(fragmentOf('1', { y: 97 }), fragmentOf('University', { x: 56 }))[0]?.y).toBe(100)
})

test.each<[gap: number, text: string]>([
  [1, 'ab'],
  [1.1, 'a b'],
])('a gap of %d points: %s', (gap, text) => {
  expect(texts(fragmentOf('a', { x: 50, right: 55 }), fragmentOf('b', { x: 55 + gap }))).toEqual([text])
})

test.each<[name: string, first: string, gap: number, tabular: boolean]>([
  ['words', 'word', 16, false],
  ['cells', 'word', 16.1, true],
  ['a number of a heading', '2.1', 30, false],
  ['with a full stop', '2.', 30, false],
  ['a Roman number', 'IV.', 30, false],
  ['a letter', 'A.1', 30, false],
  ['a label in brackets', '[12]', 30, false],
  ['a bullet', '•', 30, false],
  ['a dash', '-', 30, false],
  ['four digits', '2012', 30, true],
  ['a decimal fraction', '0.123', 30, true],
])('%s: a table %s', (_, first, gap, tabular) => {
  expect(lines(fragmentOf(first, { x: 50, right: 70 }), fragmentOf('text', { x: 70 + gap }))[0]?.tabular).toBe(tabular)
})

test('a label between cells is a cell', () => {
  const row = [fragmentOf('Age', { x: 50, right: 70 }), fragmentOf('2', { x: 80, right: 85 }), fragmentOf('3', { x: 120, right: 125 })]
  expect(lines(...row)[0]?.tabular).toBe(true)
})

test('columns are numbered from 0 in reading order', () => {
  const at = (x: number) => [0, 1, 2].map((index) => fragmentOf('a line of running text', { x, right: x + 200, y: 100 + 12 * index }))
  expect(lines(...at(310), ...at(50)).map(({ column, x }) => [column, x])).toEqual([
    [0, 50],
    [0, 50],
    [0, 50],
    [1, 310],
    [1, 310],
    [1, 310],
  ])
})

const initial = (over: Partial<Fragment> = {}) =>
  fragmentOf('T', { x: 50, right: 70, y: 124, size: 30, font: 'Initials', bold: true, boldStart: true, ...over })
const beside = (over: Partial<Fragment> = {}) => fragmentOf('his paper is on', { x: 72, y: 100, ...over })
test('an initial over three lines begins the topmost of them', () => {
  const found = lines(initial(), beside({ y: 112, text: 'second line here' }), beside(), beside({ y: 124, text: 'third line here' }))
  expect(found.map(({ text, x, boldStart }) => [text, x, boldStart])).toEqual([
    ['This paper is on', 50, false],
    ['second line here', 72, false],
    ['third line here', 72, false],
  ])
})

test.each<[name: string, initial: Partial<Fragment>, line: Partial<Fragment>, joined: boolean]>([
  ['with a quotation mark', { text: '“T' }, {}, true],
  ['two letters', { text: 'TH' }, {}, false],
  ['a small letter', { text: 't' }, {}, false],
  ['1.8 lines tall', { size: 18, y: 112 }, {}, true],
  ['less tall', { size: 17.9, y: 112 }, {}, false],
  ['a hair into the line', {}, { x: 69 }, true],
  ['the line begins before its end', {}, { x: 68.9 }, false],
  ['its own height away', {}, { x: 100 }, true],
  ['further away', {}, { x: 100.1 }, false],
  ['the line is above it', {}, { y: 94 }, false],
  ['the line is just below its head', {}, { y: 94.1 }, true],
  ['the line is below its foot', {}, { y: 126.1 }, false],
  ['the line ends at its foot', {}, { y: 126 }, true],
  ['beside two letters', {}, { text: 'ab' }, false],
])('an initial %s: %s', (_, first, line, joined) => {
  const found = texts(initial(first), beside(line))
  expect(found.some((text) => /^[“]?[Tt]H?(?:his|ab)/.test(text))).toBe(joined)
})
