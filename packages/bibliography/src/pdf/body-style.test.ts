import { expect, test } from 'vitest'
import { lineOf, linesOf, prose } from '../fixtures/pdf-lines.ts'
import { bodyStyle, gapAbove, sameColumn } from './body-style.ts'
import { columnEdges } from './column-edges.ts'

test('the look of most letters, and the median step between its lines', () => {
  const lines = [
    lineOf('A title', { size: 18, bold: true, y: 50 }),
    ...linesOf(prose(4)),
    ...linesOf([{ text: 'after a gap', gap: 0 }], { y: 400 }),
  ]
  expect(bodyStyle(lines)).toEqual({ size: 10, bold: false, italic: false, pitch: 12 })
  expect(bodyStyle(linesOf(prose(3), { bold: true, italic: true, size: 9.5 }))).toEqual({ size: 9.5, bold: true, italic: true, pitch: 12 })
})

test('steps to another column, page or size, and upwards, do not count; without any it is 1.2 sizes', () => {
  const [first] = linesOf(prose(1))
  const apart = [first, { ...first, y: 110, page: 2 }, { ...first, y: 120, page: 2, column: 1 }, { ...first, y: 110, page: 2, column: 1 }]
  expect(bodyStyle(apart.filter((line) => line !== undefined) as never).pitch).toBe(12)
  expect(
    bodyStyle([lineOf('some text', { size: 20, y: 100 }), lineOf('x', { size: 8, y: 105 }), lineOf('y', { size: 8, y: 111 })]).pitch,
  ).toBe(24)
  expect(bodyStyle([])).toEqual({ size: 0, bold: false, italic: false, pitch: 0 })
})

test('the gap above a line, infinite at the head of a column', () => {
  const lines = [lineOf('a', { y: 100 }), lineOf('b', { y: 113 }), lineOf('c', { y: 120, column: 1 }), lineOf('d', { y: 130, page: 2 })]
  expect([0, 1, 2, 3, 4].map((index) => gapAbove(lines, index))).toEqual([Infinity, 13, Infinity, Infinity, Infinity])
})

test('one column is one of the same page', () => {
  const line = lineOf('a')
  expect([sameColumn(line, lineOf('b')), sameColumn(line, lineOf('b', { page: 2 })), sameColumn(line, lineOf('b', { column: 1 }))]).toEqual(
    [true, false, false],
  )
})

test('the edges of columns are their outermost', () => {
  const lines = [
    lineOf('a', { x: 60, right: 200 }),
    lineOf('b', { x: 50, right: 150 }),
    lineOf('c', { x: 300, right: 400, column: 1 }),
    lineOf('d', { x: 70, right: 90, page: 2 }),
  ]
  const edges = columnEdges(lines)
  expect(lines.map(edges)).toEqual([
    { left: 50, right: 200 },
    { left: 50, right: 200 },
    { left: 300, right: 400 },
    { left: 70, right: 90 },
  ])
  expect(columnEdges([])(lineOf('x', { x: 1, right: 2 }))).toEqual({ left: 1, right: 2 })
})
