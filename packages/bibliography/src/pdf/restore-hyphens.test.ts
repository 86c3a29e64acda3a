import { expect, test } from 'vitest'
import { lineOf, linesOf } from '../fixtures/pdf-lines.ts'
import { restoreHyphens } from './restore-hyphens.ts'
import type { Line } from './text-run.ts'

/** A justified column from x 50 to 250 whose line 2 is short by so many points. */
const column = (short: number, over: Partial<Line> = {}, next: Partial<Line> = {}) =>
  linesOf(
    Array.from({ length: 8 }, (_, index) => ({
      text: `running text of line ${'abcdefgh'[index]}`,
      right: 250,
      ...(index === 2 ? { text: 'a text with trans', right: 250 - short, ...over } : {}),
      ...(index === 3 ? { text: 'formations of it all', ...next } : {}),
    })),
  )
const restored = (lines: readonly Line[]) => restoreHyphens(lines).findIndex(({ text }) => text.endsWith('\u00AD'))

test.each<[name: string, lines: Line[], at: number]>([
  ['a hyphen short', column(3.3), 2],
  ['the narrowest hyphen', column(1.81), 2],
  ['less than a hyphen', column(1.79), -1],
  ['the widest hyphen', column(6.49), 2],
  ['more than a hyphen', column(6.51), -1],
  ['at the edge', column(0), -1],
  ['ends with a full stop', column(3, { text: 'the end.' }), -1],
  ['ends with a capital', column(3, { text: 'vitamin D' }), -1],
  ['before a capital', column(3, {}, { text: 'Formations of it' }), -1],
  ['bold', column(3, { bold: true }), -1],
  ['before another size', column(3, {}, { size: 9 }), -1],
  ['before another column', column(3, {}, { column: 1 }), -1],
])('a line %s', (_, lines, at) => {
  expect(restored(lines)).toBe(at)
})

/** So many lines end at the edge, so many short of it; the last is a hyphen short. */
const ragged = (atEdge: number, short: number, over: Partial<Line> = {}) => [
  ...linesOf([
    ...Array.from({ length: short }, () => ({ text: 'running text of a line', right: 200, ...over })),
    ...Array.from({ length: atEdge }, () => ({ text: 'running text of a line', right: 250, ...over })),
  ]),
  lineOf('trans', { y: 500, right: 246.5 }),
  lineOf('formations', { y: 512, right: 220 }),
]
test.each<[name: string, lines: Line[], isRestored: boolean]>([
  ['five lines at the edge', ragged(5, 0), true],
  ['four', ragged(4, 0), false],
  ['half of the lines', ragged(5, 5), true],
  ['fewer', ragged(5, 6), false],
  ['short lines of 19 letters', ragged(5, 0, { text: 'x'.repeat(19) }), false],
  ['lines of 20 letters', ragged(5, 0, { text: 'x'.repeat(20) }), true],
  ['rows of a table', ragged(5, 0, { tabular: true }), false],
])('a column with %s is justified: %s', (_, lines, isRestored) => {
  expect(restored(lines) !== -1).toBe(isRestored)
})

test.each<[off: number, isJustified: boolean]>([
  [1.19, true],
  [1.21, false],
])('five of nine lines end %d points before the edge of letters of 10: justified %s', (off, isJustified) => {
  const lines = linesOf(Array.from({ length: 9 }, (_, index) => ({ text: 'running text of a line', right: index < 4 ? 250 : 250 - off })))
  expect(restored([...lines, ...ragged(0, 0)]) !== -1).toBe(isJustified)
})
