import { expect, test } from 'vitest'
import { linesOf } from '../fixtures/pdf-lines.ts'
import type { BodyStyle } from './body-style.ts'
import { notes, paragraphs } from './paragraphs.ts'
import type { Line } from './text-run.ts'

const BODY: BodyStyle = { size: 10, bold: false, italic: false, pitch: 12 }
type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const split = (rows: readonly (string | Row)[]) => paragraphs(linesOf(rows), BODY, new Map()).split('\n')

test.each<[name: string, rows: (string | Row)[], paragraphs: string[]]>([
  ['lines that follow', ['one', 'two.', 'three'], ['one two. three']],
  ['an indented line', ['one', 'two.', { text: 'three', x: 58 }], ['one two.', 'three']],
  ['less indented', ['one', 'two.', { text: 'three', x: 57.9 }], ['one two. three']],
  ['far indented', ['one', 'two.', { text: 'three', x: 100 }], ['one two.', 'three']],
  ['farther: a formula', ['one', 'two.', { text: 'three', x: 100.1 }], ['one two. three']],
  ['indented within a sentence', ['one', 'two', { text: 'three', x: 58 }], ['one two three']],
  ['a gap', ['one', 'two.', { text: 'three', gap: 16.3 }], ['one two.', 'three']],
  ['a smaller gap', ['one', 'two.', { text: 'three', gap: 16.1 }], ['one two. three']],
  ['a gap within a sentence: a figure stood there', ['one', 'two', { text: 'three', gap: 99 }], ['one two three']],
  ['a question', ['one', 'two?', { text: 'three', x: 58 }], ['one two?', 'three']],
  ['a citation number behind the full stop', ['one', 'two.12', { text: 'three', x: 58 }], ['one two.12', 'three']],
  ['a closing bracket', ['one', 'two.)', { text: 'three', x: 58 }], ['one two.)', 'three']],
  ['the next column within a sentence', ['one', { text: 'two', column: 1, x: 300 }], ['one two']],
  ['the next column behind a full stop', ['one.', { text: 'two', column: 1, x: 300 }], ['one. two']],
  ['the next column, indented', ['one.', { text: 'two', column: 1, x: 312 }, { text: 'three', column: 1, x: 300 }], ['one.', 'two three']],
  ['a hyphen at the column’s end', ['trans-', { text: 'formations', column: 1 }], ['transformations']],
  ['nothing', [], ['']],
])('%s', (_, rows, expected) => {
  expect(split(rows)).toEqual(expected)
})

test('notes: captions, rows of tables and columns on lines of their own', () => {
  const rows = [
    'Table 1. Words',
    'and signs',
    { text: 'a 1', tabular: true },
    { text: 'b 2', tabular: true },
    'a note',
    'goes on',
    'Figure 2. Signs',
    { text: 'other', column: 1 },
  ]
  expect(notes(linesOf(rows), new Map()).split('\n')).toEqual([
    'Table 1. Words and signs',
    'a 1',
    'b 2',
    'a note goes on',
    'Figure 2. Signs',
    'other',
  ])
})
