import { expect, test } from 'vitest'
import { linesOf, prose } from '../fixtures/pdf-lines.ts'
import type { BodyStyle } from './body-style.ts'
import type { Line } from './text-run.ts'
import { findTitle, letters } from './title.ts'

const BODY: BodyStyle = { size: 10, bold: false, italic: false, pitch: 12 }
type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const big = (text: string, over: Partial<Row> = {}): Row => ({ text, size: 16, gap: 20, ...over })
const title = (rows: readonly (string | Row)[], metadata?: string, heads: string[] = [], body = BODY) =>
  findTitle(linesOf(rows), body, 1000, metadata, heads)

test('the largest lines of the first page, with their places', () => {
  const found = title([
    { text: 'Journal', size: 8 },
    big('A title'),
    big('over two lines'),
    { text: 'Ann Lee', size: 11, gap: 20 },
    ...prose(3),
  ])
  expect(found).toEqual({ text: 'A title over two lines', lines: new Set([1, 2]) })
})

test.each<[name: string, rows: (string | Row)[], text: string | undefined]>([
  ['nothing larger', prose(4), undefined],
  ['1.12 body heights', [big('A title', { size: 11.21 }), ...prose(3)], 'A title'],
  ['less', [big('A title', { size: 11.19 }), ...prose(3)], undefined],
  ['on another page', [...prose(3), big('A title', { page: 2 })], undefined],
  ['three letters', [big('ABC', { size: 30 }), big('A title'), ...prose(3)], 'A title'],
  ['four letters', [big('ABCD'), ...prose(3)], 'ABCD'],
  ['in the lower part', [...prose(3), big('A title', { y: 620 })], undefined],
  ['in the upper part', [...prose(3), big('A title', { y: 619 })], 'A title'],
  ['a heading', [big('Introduction'), ...prose(3)], undefined],
  ['the kind of the article', [big('ORIGINAL ARTICLE', { size: 20 }), big('A title'), ...prose(3)], 'A title'],
  ['the journal by its words', [big('Journal of Tests', { size: 20 }), big('A title'), ...prose(3)], 'A title'],
  ['nearly as large as the first', [big('A title'), 'Ann Lee', big('Other words', { size: 16.3 }), ...prose(3)], 'A title'],
  ['larger than the first', [big('Other words'), 'Ann Lee', big('A title', { size: 16.4 }), ...prose(3)], 'A title'],
  ['a translation in another font', [big('A title'), big('Un título', { font: 'Italic' }), ...prose(3)], 'A title'],
  ['a step of 1.75 sizes', [big('A title'), big('goes on', { gap: 28 }), ...prose(3)], 'A title goes on'],
  ['a wider step', [big('A title'), big('Other words', { gap: 28.1 }), ...prose(3)], 'A title'],
  ['a line of another size', [big('A title'), big('Other words', { size: 15.6 }), ...prose(3)], 'A title'],
  ['a line of nearly its size', [big('A title'), big('goes on', { size: 15.8 }), ...prose(3)], 'A title goes on'],
  ['another column', [big('A title'), big('Other words', { column: 1 }), ...prose(3)], 'A title'],
  ['seven lines', [...Array.from({ length: 7 }, () => big('word')), ...prose(3)], 'word word word word word word word'],
  ['eight lines', [...Array.from({ length: 8 }, () => big('word')), ...prose(3)], undefined],
  ['a hyphen at a line end', [big('On self-'), big('driving cars'), ...prose(3)], 'On self-driving cars'],
  ['bold in body size', [{ text: 'On Words Here', bold: true }, ...prose(3)], 'On Words Here'],
  ['two bold words', [{ text: 'Ann Lee', bold: true }, ...prose(3)], undefined],
])('title: %s', (_, rows, text) => {
  expect(title(rows)?.text).toBe(text)
})

test('bold letters are no title of a bold body', () => {
  expect(title([{ text: 'On Words Here', bold: true }, ...prose(3)], undefined, [], { ...BODY, bold: true })).toBeUndefined()
})

const twice = [big('Acta Amazonica', { size: 20 }), big('On words', { size: 16 }), ...prose(3)]
test.each<[name: string, heads: string[], text: string]>([
  ['no word of it', [], 'Acta Amazonica'],
  ['with its volume', ['ACTA AMAZONICA 53: 271'], 'On words'],
  ['with a comma', ['Acta Amazonica, vol. 5'], 'On words'],
  ['with the year', ['In Acta Amazonica (2021)'], 'On words'],
  ['with its number', ['Acta Amazonica n. 5'], 'On words'],
  ['with words', ['Acta Amazonica and more'], 'Acta Amazonica'],
  ['alone', ['Acta Amazonica'], 'Acta Amazonica'],
])('a running head that names the journal %s', (_, heads, text) => {
  expect(title(twice, undefined, heads)?.text).toBe(text)
})

test('a line of the first page tells the journal too; alone it stays the title', () => {
  expect(title([...twice, 'Cite as: Acta Amazonica 53: 2'])?.text).toBe('On words')
  expect(title([big('Acta Amazonica'), ...prose(3)], undefined, ['Acta Amazonica 53'])?.text).toBe('Acta Amazonica')
  const eight = 'One two three four five six seven eight'
  expect(title([big(eight, { size: 20 }), big('On words'), ...prose(3)], undefined, [`${eight} 53`])?.text).toBe('On words')
  expect(title([big(`${eight} nine`, { size: 20 }), big('On words'), ...prose(3)], undefined, [`${eight} nine 53`])?.text).toBe(
    `${eight} nine`,
  )
})

test.each<[name: string, metadata: string, rows: (string | Row)[], found: { text: string; lines: number[] }]>([
  ['as printed', 'A Title: of Words', [big('A TITLE'), big('of words'), ...prose(3)], { text: 'A Title: of Words', lines: [0, 1] }],
  ['not printed', 'Template of a paper', [big('A title'), ...prose(3)], { text: 'A title', lines: [0] }],
  ['not printed, and none on the page', 'On all words', prose(3), { text: 'On all words', lines: [] }],
  ['printed in small letters', 'On all words', [big('Acme'), 'on all', 'words', ...prose(3)], { text: 'On all words', lines: [] }],
  ['a part of the title', 'On words', [big('On words and signs'), ...prose(3)], { text: 'On words and signs', lines: [0] }],
])('a title of the metadata that is %s', (_, metadata, rows, found) => {
  expect(title(rows, metadata)).toEqual({ text: found.text, lines: new Set(found.lines) })
})

test('letters alone, small, without accents', () => {
  expect(letters('Título: 2 “Über”!')).toBe('titulo2uber')
})
