import { expect, test } from 'vitest'
import { linesOf } from '../fixtures/pdf-lines.ts'
import type { LevelledHeading } from './heading-levels.ts'
import { headingWord } from './heading-words.ts'
import { referenceList, withoutHeadingsInLists } from './reference-list.ts'
import type { Line } from './text-run.ts'

type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
/** Rows whose bold lines of 12 points are headings. */
const list = (rows: readonly (string | Row)[]) => {
  const lines = linesOf(rows)
  const headings = lines.flatMap((line, index) => (line.size === 12 ? [headingAt(index, line.text)] : []))
  const { entries, lines: used } = referenceList(lines, headings)
  return {
    entries: entries.map((entry) => entry.map(({ text }) => text).join(' ')),
    left: lines.filter((line, index) => line.size !== 12 && !used.has(index)).map(({ text }) => text),
  }
}
const headingAt = (from: number, text: string, over: Partial<LevelledHeading> = {}): LevelledHeading => ({
  from,
  to: from + 1,
  texts: [text],
  number: undefined,
  word: headingWord(text),
  look: { size: 12, bold: true, italic: false, capitals: false, centred: false },
  emphasis: 'large',
  level: 1,
  isNumbered: false,
  ...over,
})
const head = (text: string): Row => ({ text, size: 12, bold: true })

test.each<[name: string, rows: (string | Row)[], entries: string[], left: string[]]>([
  [
    'up to the next heading',
    ['Text.', head('References'), '[1] A a.', '[2] B b.', head('Appendix'), 'Proofs.'],
    ['[1] A a.', '[2] B b.'],
    ['Text.', 'Proofs.'],
  ],
  ['to the end', [head('References'), '[1] A a.', '[2] B b.'], ['[1] A a.', '[2] B b.'], []],
  ['none', ['Text.', head('Results'), 'More.'], [], ['Text.', 'More.']],
  [
    'the list of a supplement',
    [head('References'), '[1] A a.', '[2] B b.', head('References'), '[1] C c.', '[2] D d.'],
    ['[1] A a.', '[2] B b.'],
    ['[1] C c.', '[2] D d.'],
  ],
  [
    'a list that runs on',
    [head('References'), '[1] A a.', '[2] B b.', head('References'), '[3] C c.', '[4] D d.'],
    ['[1] A a.', '[2] B b.', '[3] C c.', '[4] D d.'],
    [],
  ],
  [
    'a second list without numbers',
    [head('References'), '[1] A a.', '[2] B b.', head('References'), 'C c.'],
    ['[1] A a.', '[2] B b.'],
    ['C c.'],
  ],
  [
    'letters of another size',
    [head('References'), '[1] A a.', { text: 'a note', size: 9.5 }, '[2] B b.'],
    ['[1] A a.', '[2] B b.'],
    ['a note'],
  ],
  [
    'letters of nearly its size',
    [head('References'), '[1] A a.', { text: 'goes on', size: 9.7 }, '[2] B b.'],
    ['[1] A a. goes on', '[2] B b.'],
    [],
  ],
  [
    'a caption',
    [head('References'), '[1] A a.', { text: 'Table 1. Words', boldStart: true }, '[2] B b.'],
    ['[1] A a.', '[2] B b.'],
    ['Table 1. Words'],
  ],
  [
    'words behind it, in bold',
    [head('References'), '[1] A a.', '[2] B b.', { text: 'Received: May', boldStart: true }, 'More.'],
    ['[1] A a.', '[2] B b.'],
    ['Received: May', 'More.'],
  ],
  [
    'words behind it, behind a gap',
    [head('References'), '[1] A a.', '[2] B b.', { text: 'Received: May', gap: 14.6 }, 'More.'],
    ['[1] A a.', '[2] B b.'],
    ['Received: May', 'More.'],
  ],
  [
    'such words in an entry',
    [head('References'), '[1] A a.', { text: 'Received: May', gap: 14.4 }, '[2] B b.'],
    ['[1] A a. Received: May', '[2] B b.'],
    [],
  ],
  [
    'such words first',
    [head('References'), { text: 'Received: May', boldStart: true }, '[1] A a.', '[2] B b.'],
    ['Received: May', '[1] A a.', '[2] B b.'],
    [],
  ],
  [
    'another size behind a gap',
    [head('References'), '[1] A a.', '[2] B b.', { text: 'a note', size: 8, gap: 23.3 }, { text: 'of words', gap: 12 }],
    ['[1] A a.', '[2] B b.'],
    ['a note', 'of words'],
  ],
  [
    'another size behind a smaller gap',
    [head('References'), '[1] A a.', { text: 'a note', size: 8, gap: 23.1 }, { text: 'of words', gap: 12 }, '[2] B b.'],
    ['[1] A a. of words', '[2] B b.'],
    ['a note'],
  ],
])('a reference list: %s', (_, rows, entries, left) => {
  expect(list(rows)).toEqual({ entries, left })
})

test('lesser headings in a list are none; usual, numbered and equal ones are', () => {
  const headings = [
    headingAt(0, 'Words', { level: 2 }),
    headingAt(1, 'References'),
    headingAt(2, 'Bold words', { level: 2 }),
    headingAt(3, 'Funding', { level: 2 }),
    headingAt(4, 'References'),
    headingAt(5, 'A lemma', { level: 2, isNumbered: true }),
    headingAt(6, 'References'),
    headingAt(7, 'Signs', { level: 2 }),
    headingAt(8, 'Appendix words'),
    headingAt(9, 'More words', { level: 2 }),
  ]
  expect(withoutHeadingsInLists(headings).map(({ from }) => from)).toEqual([0, 1, 3, 4, 5, 6, 8, 9])
})
