import { expect, test } from 'vitest'
import { linesOf, prose } from '../fixtures/pdf-lines.ts'
import type { BodyStyle } from './body-style.ts'
import { columnEdges } from './column-edges.ts'
import { headingBlock } from './heading-block.ts'
import { findHeadings } from './headings.ts'
import type { Line } from './text-run.ts'

const BODY: BodyStyle = { size: 10, bold: false, italic: false, pitch: 12 }
type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const found = (rows: readonly (string | Row)[], over: Partial<Line> = {}, isOpen: (index: number) => boolean = () => true) =>
  findHeadings(linesOf(rows, over), BODY, isOpen).map(({ texts }) => texts.join(' '))

/** The heading `row` in running text; lines of `after` follow it. */
const between = (row: Row, after: readonly (string | Row)[] = prose(2), before: readonly (string | Row)[] = prose(2)) =>
  found([...before, row, ...after])

test.each<[name: string, row: Row, heading: boolean]>([
  ['1.12 body heights', { text: 'Some words', size: 11.21 }, true],
  ['less', { text: 'Some words', size: 11.19 }, false],
  ['numbered, 1.05 heights', { text: '3 Some words', size: 10.5 }, true],
  ['numbered, less', { text: '3 Some words', size: 10.49 }, false],
  ['bold with a gap', { text: 'Some words', bold: true, gap: 13.81 }, true],
  ['bold without', { text: 'Some words', bold: true, gap: 13.79 }, false],
  ['bold and numbered without', { text: '3 Some words', bold: true }, true],
  ['capitals with a gap', { text: 'SOME WORDS', gap: 13.81 }, true],
  ['capitals without', { text: 'SOME WORDS', gap: 13.79 }, false],
  ['two capitals', { text: 'WE 12', gap: 14 }, false],
  ['a usual word in bold', { text: 'Discussion', bold: true }, true],
  ['a usual word with a gap', { text: 'Discussion', gap: 13.81 }, true],
  ['a usual word in running text', { text: 'Discussion', gap: 13.79 }, true],
  ['smaller than the body', { text: 'SOME WORDS', size: 9.49, gap: 14 }, false],
  ['a little smaller', { text: 'SOME WORDS', size: 9.5, gap: 14 }, true],
  ['a usual word in small letters', { text: 'RESULTS', size: 7, gap: 14 }, true],
  ['beginning small', { text: 'some words', size: 14 }, false],
  ['beginning with a question mark', { text: '¿Qué pasa?', size: 14 }, true],
  ['no letters', { text: '123 45', size: 14 }, false],
  ['a caption', { text: 'Table 2. Words', bold: true, gap: 20 }, false],
  ['keywords', { text: 'Keywords: words', bold: true, gap: 20 }, false],
  ['a row of a table', { text: 'Some words', size: 14, tabular: true }, false],
  ['220 letters', { text: `S${'o'.repeat(219)}`, size: 14 }, true],
  ['221 letters', { text: `S${'o'.repeat(220)}`, size: 14 }, false],
  ['a comma at its end', { text: 'Some words,', size: 14 }, false],
  ['a hyphen at its end', { text: 'Some words-', size: 14 }, false],
  ['a full stop at its end', { text: 'Some words.', size: 14 }, false],
  ['a colon at its end', { text: 'Some words:', size: 14 }, false],
  ['a question', { text: 'Some words?', size: 14 }, true],
  ['numbered with a full stop', { text: '3. Some words.', size: 14 }, true],
  ['numbered, a full stop, 60 letters', { text: `3. S${'o'.repeat(55)}.`, size: 14 }, true],
  ['numbered, a full stop, 61 letters', { text: `3. S${'o'.repeat(56)}.`, size: 14 }, false],
  ['a sentence in it', { text: 'It works. We', size: 14 }, false],
  ['an abbreviation in it', { text: 'E. coli in Soil', size: 14 }, true],
])('a heading? %s', (_, row, heading) => {
  expect(between(row)).toEqual(heading ? [row.text] : [])
})

test('a usual word that ends a sentence of the paragraph is none', () => {
  expect(between({ text: 'Discussion' }, prose(2), ['see the sections on Results and on'])).toEqual([])
  expect(found([{ text: 'Discussion' }, ...prose(2)])).toEqual(['Discussion'])
})

test.each<[name: string, after: (string | Row)[], heading: boolean]>([
  ['text of the body', prose(1), true],
  ['nothing', [], false],
  ['text 8 % smaller', [{ text: 'notes', size: 9.21 }], true],
  ['text smaller than that', [{ text: 'notes', size: 9.19 }], false],
  ['text 8 % larger', [{ text: 'words', size: 10.79 }], true],
  ['text larger than that', [{ text: 'words', size: 10.81 }], false],
  ['a larger heading', [{ text: 'Other heading', size: 16 }, ...prose(1)], true],
  ['a row of a table', [{ text: '1 2 3', tabular: true }], false],
  ['another column', [{ text: 'notes', size: 8, column: 1, y: 100 }], true],
  ['a lead of its own look', [{ text: 'Words go on', boldStart: true, gap: 13.79 }], false],
  ['a lead further below', [{ text: 'Words go on', boldStart: true, gap: 13.81 }], true],
])('a bold line that is followed by %s: %s', (_, after, heading) => {
  expect(between({ text: 'Some words', bold: true, gap: 20 }, after)[0]).toBe(heading ? 'Some words' : undefined)
})

test('a numbered bold line is a heading also before a lead', () => {
  expect(between({ text: '2.1 Nodes', bold: true }, [{ text: 'Papers. We', boldStart: true }])).toEqual(['2.1 Nodes'])
})

const big = (text: string, over: Partial<Row> = {}) => ({ text, size: 14, ...over })
test.each<[name: string, rows: Row[], headings: string[]]>([
  ['two lines', [big('A long'), big('heading')], ['A long heading']],
  ['four lines', [big('Aaa'), big('b'), big('c'), big('d')], ['Aaa b c d']],
  ['five lines', [big('Aaa'), big('b'), big('c'), big('d'), big('e')], []],
  ['a step of 1.65 sizes', [big('A long'), big('heading', { gap: 23.1 })], ['A long heading']],
  ['a wider step', [big('A long'), big('Heading', { gap: 23.2 })], ['A long', 'Heading']],
  ['another size', [big('A long'), big('Heading', { size: 14.3 })], ['A long', 'Heading']],
  ['nearly one size', [big('A long'), big('heading', { size: 14.2 })], ['A long heading']],
  ['one bold', [big('A long', { bold: true }), big('Heading')], ['A long', 'Heading']],
  ['one italic', [big('A long', { italic: true }), big('Heading')], ['A long', 'Heading']],
  ['capitals and not', [big('RESULTS OF IT'), big('On Words')], ['RESULTS OF IT', 'On Words']],
  ['a number', [big('A long'), big('2 Heading')], ['A long', '2 Heading']],
  ['a usual word', [big('A long'), big('Results')], ['A long', 'Results']],
  ['a usual word first', [big('Results'), big('On words')], ['Results', 'On words']],
  ['a second column', [big('A long'), big('Heading', { column: 1 })], ['A long', 'Heading']],
  ['a row of a table', [big('A long'), big('heading', { tabular: true })], []],
])('large lines, %s', (_, rows, headings) => {
  const column = rows.at(-1)?.column ?? 0
  expect(found([...prose(2), ...rows, ...prose(2).map((text) => ({ text, column }))])).toEqual(headings)
})

test('lines that are not open are no headings, nor parts of one', () => {
  expect(found([big('One'), big('two'), ...prose(2)], {}, (index) => index !== 1)).toEqual(['One'])
  expect(found([big('One'), ...prose(2)], {}, () => false)).toEqual([])
})

test('bold lines beneath a heading need no gap', () => {
  expect(found([...prose(2), { text: 'Methods', size: 14 }, { text: 'Study area', bold: true }, ...prose(2)])).toEqual([
    'Methods',
    'Study area',
  ])
})

test.each<[name: string, before: string, indent: number, heading: boolean]>([
  ['a finished paragraph, an indented line', 'the end.', 8, true],
  ['less indented', 'the end.', 7.9, false],
  ['an unfinished paragraph', 'and so on', 8, false],
])('a bold line without a gap: %s', (_, before, indent, heading) => {
  const rows = [...prose(2), before, { text: 'Some words', bold: true }, { text: 'the paragraph begins', x: 50 + indent }, ...prose(1)]
  expect(found(rows)).toEqual(heading ? ['Some words'] : [])
})

const italic = (text: string, over: Partial<Row> = {}): Row => ({ text, italic: true, gap: 13.81, ...over })
test.each<[name: string, rows: Row[], headings: number]>([
  ['two', [italic('On words'), italic('On letters')], 2],
  ['one alone', [italic('On words')], 0],
  ['one alone that is numbered', [italic('2.1 On words')], 1],
  ['without gaps', [italic('On words', { gap: 13.79 }), italic('On letters', { gap: 13.79 })], 0],
  ['80 letters', [italic(`O${'n'.repeat(79)}`), italic('On letters')], 2],
  ['81 letters', [italic(`O${'n'.repeat(80)}`), italic('On letters')], 0],
  ['with a bold lead', [italic('On words', { boldStart: true }), italic('On letters')], 0],
])('italic headings: %s', (_, rows, headings) => {
  expect(found(rows.flatMap((row) => [...prose(2), row, ...prose(1)]))).toHaveLength(headings)
})

const plain = (text: string, over: Partial<Row> = {}): Row => ({ text, gap: 15.61, ...over })
test.each<[name: string, rows: Row[], headings: string[]]>([
  ['two in order', [plain('1 Words'), plain('2 Letters')], ['1 Words', '2 Letters']],
  ['one alone', [plain('1 Words')], []],
  ['the second alone', [plain('2 Words')], []],
  ['a number left out', [plain('1 Words'), plain('2 Letters'), plain('4 Signs')], ['1 Words', '2 Letters']],
  ['parts of sections', [plain('2 Letters'), plain('2.1 Signs'), plain('1 Words')], ['2 Letters', '2.1 Signs', '1 Words']],
  ['without gaps', [plain('1 Words', { gap: 15.59 }), plain('2 Letters')], []],
  ['60 letters', [plain(`1 W${'o'.repeat(57)}`), plain('2 Letters')], [`1 W${'o'.repeat(57)}`, '2 Letters']],
  ['61 letters', [plain(`1 W${'o'.repeat(58)}`), plain('2 Letters')], []],
  ['beside bold ones', [plain('1 Words'), plain('2 Letters'), { text: '3 Signs', bold: true }], ['3 Signs']],
  ['Roman numbers', [plain('I Words'), plain('II Letters')], []],
])('plain numbered headings: %s', (_, rows, headings) => {
  expect(found(rows.flatMap((row) => [...prose(2), row, ...prose(1)]))).toEqual(headings)
})

const apart = (text: string, over: Partial<Row> = {}, below = 14.41): (string | Row)[] => [
  ...prose(2),
  { text, gap: 14.41, ...over },
  { text: prose(1)[0] ?? '', gap: below },
]
test.each<[name: string, rows: (string | Row)[], headings: number]>([
  ['two', [...apart('Words of it'), ...apart('Signs of it')], 2],
  ['one alone', apart('Words of it'), 0],
  ['too near above', [...apart('Words of it', { gap: 14.39 }), ...apart('Signs of it')], 0],
  ['too near below', [...apart('Words of it', {}, 14.39), ...apart('Signs of it')], 0],
  ['with digits', [...apart('Words of 3'), ...apart('Signs of it')], 0],
  ['50 letters', [...apart(`W${'o'.repeat(49)}`), ...apart('Signs of it')], 2],
  ['51 letters', [...apart(`W${'o'.repeat(50)}`), ...apart('Signs of it')], 0],
  ['7 letters', [...apart('Words o'), ...apart('Signs of it')], 2],
  ['6 letters', [...apart('Words '), ...apart('Signs of it')], 0],
  ['before 30 letters', [...apart('Words of it').slice(0, 3), { text: 'x'.repeat(30), gap: 14.41 }, ...apart('Signs of it')], 0],
  [
    'before 31 letters',
    [...apart('Words of it').slice(0, 3), { text: 'x'.repeat(31), gap: 14.41 }, ...['end.'], ...apart('Signs of it')],
    2,
  ],
])('plain headings of words: %s', (_, rows, headings) => {
  expect(found(rows)).toHaveLength(headings)
})

test('plain headings of words behind an unfinished paragraph are none, beneath a heading they are', () => {
  const unfinished = ['and so on', { text: 'Words of it', gap: 15 }, { text: prose(1)[0] ?? '', gap: 15 }]
  expect(found([...unfinished, ...apart('Signs of it')])).toEqual([])
  expect(
    found([
      { text: 'Methods', bold: true },
      { text: 'Words of it', gap: 20 },
      { text: prose(1)[0] ?? '', gap: 15 },
      ...apart('Signs of it'),
    ]),
  ).toEqual(['Methods', 'Words of it', 'Signs of it'])
})

test.each<[x: number, right: number, centred: boolean]>([
  [150, 250, true],
  [70, 330, true],
  [69, 331, false],
  [150, 240, true],
  [150, 239, false],
  [50, 250, false],
])('a line from %i to %i of a column from 50 to 350 is centred: %s', (x, right, centred) => {
  const lines = linesOf([
    { text: 'wide', x: 50, right: 350 },
    { text: 'Some words', size: 10, bold: true, x, right },
  ])
  expect(headingBlock(lines, 1, BODY, columnEdges(lines), () => true)?.look).toEqual({
    size: 10,
    bold: true,
    italic: false,
    capitals: false,
    centred,
  })
})

test.each<['bold' | 'italic']>([['bold'], ['italic']])('in a %s body such letters make no heading', (look) => {
  const heading = (text: string) => ({ text, [look]: true, gap: 14 })
  const lines = linesOf([...prose(2), heading('Some words'), ...prose(2), heading('Other words'), ...prose(2)])
  expect(findHeadings(lines, BODY, () => true)).toHaveLength(2)
  expect(findHeadings(lines, { ...BODY, [look]: true }, () => true)).toEqual([])
})
