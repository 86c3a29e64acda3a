import { expect, test } from 'vitest'
import { linesOf, prose } from '../fixtures/pdf-lines.ts'
import type { BodyStyle } from './body-style.ts'
import { findFloats } from './floats.ts'
import type { Line } from './text-run.ts'

const BODY: BodyStyle = { size: 10, bold: false, italic: false, pitch: 12 }
type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const floats = (rows: readonly (string | Row)[]) => {
  const lines = linesOf(rows)
  return [...findFloats(lines, BODY)].sort((a, b) => a - b).map((index) => lines[index]?.text)
}
const small = (text: string, over: Partial<Row> = {}): Row => ({ text, size: 9, ...over })

test.each<[name: string, rows: (string | Row)[], floats: string[]]>([
  [
    'a caption in small letters with its lines',
    [...prose(1), small('Table 1 Words'), small('and signs'), small('of it'), ...prose(1)],
    ['Table 1 Words', 'and signs', 'of it'],
  ],
  [
    'a caption of the body’s size in bold',
    [...prose(1), { text: 'Figure 1 shows', boldStart: true }, ...prose(1).map((text) => ({ text, gap: 20 }))],
    ['Figure 1 shows'],
  ],
  ['in italics', [...prose(1), { text: 'Figure 1 shows', italic: true }, { text: 'end', gap: 20 }], ['Figure 1 shows']],
  ['larger by a quarter point', [...prose(1), { text: 'Figure 1 shows', size: 10.25 }, ...prose(1)], []],
  ['larger by more', [...prose(1), { text: 'Figure 1 shows', size: 10.3 }, { text: 'end', gap: 20 }], ['Figure 1 shows']],
  ['plain, labelled, behind a gap', [...prose(1), { text: 'Figure 1. Words', gap: 15.1 }, { text: 'end', gap: 20 }], ['Figure 1. Words']],
  ['plain, labelled, without a gap', [...prose(1), { text: 'Figure 1. Words', gap: 15 }, { text: 'end', gap: 20 }], []],
  ['plain, labelled, at the head of a column', [...prose(1), { text: 'Figure 1. Words', column: 1 }], ['Figure 1. Words']],
  ['plain, labelled, first of all', [{ text: 'Figure 1. Words' }, { text: 'end', gap: 20 }], ['Figure 1. Words']],
  ['plain, a sentence', [...prose(1), { text: 'Figure 1 shows words', gap: 30 }, ...prose(1)], []],
  [
    'plain, with lines that follow closely',
    [...prose(1), { text: 'Figure 1. Words', gap: 20 }, { text: 'go on', gap: 14.5 }, { text: 'end', gap: 14.6 }],
    ['Figure 1. Words', 'go on'],
  ],
  ['small, then lines of the body', [small('Table 1 Words'), ...prose(1)], ['Table 1 Words']],
  ['two captions', [small('Table 1 Words'), small('Table 2 Words'), ...prose(1)], ['Table 1 Words', 'Table 2 Words']],
  ['its lines end with the column', [small('Table 1 Words'), small('notes', { column: 1 }), { text: 'end', column: 1 }], ['Table 1 Words']],
  ['a quotation in small letters', [...prose(1), small('a quotation'), ...prose(1)], []],
  ['tiny letters', [...prose(1), { text: 'axis', size: 8.49 }, ...prose(1)], ['axis']],
  ['less tiny', [...prose(1), { text: 'axis', size: 8.5 }, ...prose(1)], []],
  ['a row of a table', [...prose(1), small('1 2 3', { tabular: true }), ...prose(1)], ['1 2 3']],
  ['a row in the body’s size', [...prose(1), { text: '1 2 3', tabular: true }, ...prose(1)], []],
  ['a row that is nearly small', [...prose(1), { text: '1 2 3', tabular: true, size: 9.3 }, ...prose(1)], []],
  ['a row that is just small', [...prose(1), { text: '1 2 3', tabular: true, size: 9.29 }, ...prose(1)], ['1 2 3']],
  [
    'notes at the foot of a column',
    [...prose(1), small('1 a note'), small('goes on'), { text: 'next', column: 1 }],
    ['1 a note', 'goes on'],
  ],
  ['notes at the end', [...prose(1), small('a note')], ['a note']],
])('%s', (_, rows, expected) => {
  expect(floats(rows)).toEqual(expected)
})
