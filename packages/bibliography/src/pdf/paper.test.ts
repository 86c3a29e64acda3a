import { expect, test } from 'vitest'
import { linesOf, prose } from '../fixtures/pdf-lines.ts'
import { clean, paperOfLines } from './paper.ts'
import type { Line } from './text-run.ts'

type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const paper = (rows: readonly (string | Row)[]) =>
  paperOfLines({ lines: linesOf(rows), pageHeight: 1000, titleOfMetadata: undefined, runningHeads: [] })
const head = (text: string, over: Partial<Row> = {}): Row => ({ text, size: 12, bold: true, gap: 20, ...over })
/** Running text that is no abstract: it breaks off. */
const TEXT = [...prose(3), 'and this is how the text of it goes on and']
const short = (letters: number) => Array.from({ length: 4 }, () => 'x'.repeat(letters))
const TITLE: Row = { text: 'A title', size: 18 }
const small = (text: string): Row => ({ text, size: 8 })
const headings = (rows: readonly (string | Row)[]) => paper(rows).sections.map(({ heading, level, page }) => [heading, level, page])

test('a whole paper: everything has one place', () => {
  expect(
    paper([
      TITLE,
      'Ann Lee',
      head('Abstract'),
      'We tested.',
      'Keywords: tests',
      head('1 Introduction'),
      ...prose(3),
      small('Table 1. Words'),
      small('of it'),
      'the text goes on.',
      head('1.1 Aims', { size: 11 }),
      'We aim.',
      head('2 Methods', { page: 2 }),
      { text: 'We tested.', page: 2 },
      head('References', { page: 3 }),
      { text: '[1] A a, on trans-', page: 3 },
      { text: 'formations.', page: 3 },
      { text: '[2] B b.', page: 3 },
      head('Appendix', { page: 4 }),
      { text: 'Proofs.', page: 4 },
    ]),
  ).toEqual({
    title: 'A title',
    abstract: 'We tested.',
    sections: [
      { heading: '', level: 1, page: 1, text: 'Ann Lee' },
      { heading: '', level: 1, page: 1, text: 'Keywords: tests' },
      { heading: 'Introduction', level: 1, page: 1, text: `${prose(3).join(' ')}\nthe text goes on.\nTable 1. Words of it` },
      { heading: 'Aims', level: 2, page: 1, text: 'We aim.' },
      { heading: 'Methods', level: 1, page: 2, text: 'We tested.' },
      { heading: 'Appendix', level: 1, page: 4, text: 'Proofs.' },
    ],
    references: ['[1] A a, on transformations.', '[2] B b.'],
  })
})

test('without headings each page is a section; without anything there is none', () => {
  expect(paper(['One.', 'Two.', { text: 'Three.', page: 2 }])).toEqual({
    sections: [
      { heading: '', level: 1, page: 1, text: 'One. Two.' },
      { heading: '', level: 1, page: 2, text: 'Three.' },
    ],
    references: [],
  })
  expect(paper([])).toEqual({ sections: [], references: [] })
})

test('a heading without text stays, for its subsections', () => {
  expect(headings([...TEXT, head('Methods'), head('Study area', { size: 11 }), ...prose(1), head('Results'), ...prose(1)])).toEqual([
    ['', 1, 1],
    ['Methods', 1, 1],
    ['Study area', 2, 1],
    ['Results', 1, 1],
  ])
})

test('the words of a heading: parted letters closed, lines joined, its number gone', () => {
  expect(
    headings([
      TITLE,
      ...TEXT,
      head('R E S U L T S'),
      ...prose(1),
      head('1 On the trans-'),
      { text: 'formations', size: 12, bold: true },
      ...prose(1),
      head('2 Words'),
      ...prose(1),
    ]).map(([heading]) => heading),
  ).toEqual(['', 'RESULTS', 'On the transformations', 'Words'])
})

test.each<[name: string, rows: (string | Row)[], headings: string[]]>([
  ['above the abstract', [TITLE, head('Ann Lee'), 'of here', head('Abstract'), 'We tested.', head('Words'), ...prose(1)], ['', 'Words']],
  ['above the first usual heading', [TITLE, head('Ann Lee'), 'of here', head('Introduction'), ...TEXT], ['', 'Introduction']],
  ['above the first prose, but for the last line', [TITLE, head('Ann Lee'), 'of here', head('Words'), ...TEXT], ['', 'Words']],
  ['above lines of 29 letters', [TITLE, head('Ann Lee'), ...short(29), head('Words'), ...prose(4)], ['', 'Words']],
  ['but above lines of 30 letters', [TITLE, head('Ann Lee'), ...short(30), head('Words'), ...prose(4)], ['Ann Lee', 'Words']],
  ['above three lines of prose', [TITLE, head('Ann Lee'), ...prose(3), 'short', head('Words'), ...prose(4)], ['', 'Words']],
  [
    'a usual heading of the third page',
    [TITLE, head('Ann Lee'), head('Words', { gap: 60 }), ...TEXT, head('Methods', { page: 3 }), { text: 'end.', page: 3 }],
    ['', 'Words', 'Methods'],
  ],
  ['in a caption', [...TEXT, { text: 'Figure 1. On words', size: 8 }, { text: 'WORDS AND SIGNS', size: 9.2 }, ...prose(1)], ['']],
])('no headings %s', (_, rows, expected) => {
  expect(headings(rows).map(([heading]) => heading)).toEqual(expected)
})

test('the abstract in the language of the body; the other stays in the text', () => {
  const { abstract, sections } = paper([
    TITLE,
    head('Resumo'),
    'Em casa com uma mesa.',
    head('Abstract'),
    'This is at home.',
    head('Introduction'),
    ...TEXT,
  ])
  expect([abstract, sections[0]]).toEqual(['This is at home.', { heading: '', level: 1, page: 1, text: 'Em casa com uma mesa.' }])
})

test('keywords behind an abstract on its last line are cut off', () => {
  expect(paper([head('Abstract'), 'At home. Key words: a; b', 'and c', head('Introduction'), ...prose(3)]).abstract).toBe('At home.')
})

test('ligatures and accents are resolved everywhere', () => {
  const { title, sections } = paper([{ text: 'The ﬁrst', size: 18 }, 'Garc´ıa eﬀects'])
  expect([title, sections[0]?.text]).toEqual(['The first', 'García effects'])
})

test('entries without letters are none', () => {
  expect(paper([...TEXT, head('References'), '[1] A a.', '[2] 12.', '[3] C c.']).references).toEqual(['[1] A a.', '[3] C c.'])
})

test('storable text, a line a paragraph', () => {
  expect(clean(' a  b \n\n c\u0001\u0000 ')).toBe('a b\nc\uFFFD')
})
