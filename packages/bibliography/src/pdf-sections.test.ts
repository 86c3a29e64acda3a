import { expect, test } from 'vitest'
import { joinLines, type PdfLine, pdfLines, sectionsOfLines, titleOfLines } from './pdf-sections.ts'

const line = (text: string, size = 10, page = 1): PdfLine => ({ text, size, page })
const BODY = Array.from({ length: 12 }, (_, index) => line(`This is running text of the body, line ${index}.`))
const item = (str: string, y: number, fontSize = 10, hasEOL = false) => ({ str, y, fontSize, hasEOL })

test('runs of one height are a line; a change of height or a line end closes it', () => {
  const items = [
    item('Hel', 700),
    item('lo', 700.5),
    item(' ', 200),
    item('world', 700, 10, true),
    item('Next', 700, 12),
    item('low', 680, 12),
    item('  ', 660),
  ]
  expect(pdfLines(items, 3)).toEqual([line('Hello world', 10, 3), line('Next', 12, 3), line('low', 12, 3)])
})

test.each<[shift: number, lines: number]>([
  [6, 1],
  [6.1, 2],
])('a run %i points higher than a line of 10: %i lines', (shift, lines) => {
  expect(pdfLines([item('Text', 700), item('2', 700 + shift)], 1)).toHaveLength(lines)
})

test('the size of a line is that of most of its letters', () => {
  expect(pdfLines([item('ab', 700, 10.04), item('cdefg', 700, 8)], 1)).toEqual([line('abcdefg', 8)])
  expect(pdfLines([item('ab', 700), item('      ', 700, 20)], 1)).toEqual([line('ab', 10)])
  expect(pdfLines([item('abcde', 700, 10.04), item('fg', 700, 8)], 1)).toEqual([line('abcdefg', 10)])
})

test('the title is what is largest at the head of the first page, over several lines', () => {
  expect(titleOfLines([line('Journal', 8), line('A title', 16), line('over two lines', 16), line('Ann Lee', 11), ...BODY])).toBe(
    'A title over two lines',
  )
})

test.each<[name: string, lines: PdfLine[], title: string | undefined]>([
  ['nothing is larger', BODY, undefined],
  ['just too small', [line('A title', 11.1), ...BODY], undefined],
  ['just large enough', [line('A title', 11.3), ...BODY], 'A title'],
  ['a large letter is no title', [line('ABC', 30), line('A title', 16), ...BODY], 'A title'],
  ['a large word on page 2', [...BODY, line('A title', 16, 2)], undefined],
  ['below the head of the page', [...BODY, ...BODY, ...BODY, ...BODY.slice(0, 4), line('A title', 16)], undefined],
  ['the last of the head', [...BODY, ...BODY, ...BODY, ...BODY.slice(0, 3), line('A title', 16)], 'A title'],
])('title: %s', (_, lines, title) => {
  expect(titleOfLines(lines)).toBe(title)
})

test('sections by size, by number and by word; their level and page; the reference list apart', () => {
  const lines = [
    line('A title', 16),
    line('Ann Lee'),
    line('Abstract', 10),
    line('We tested.'),
    line('1 Introduction', 12),
    line('Text one.'),
    ...BODY,
    line('2.1 Data sets', 10.6, 2),
    line('Text two.', 10, 2),
    line('RESULTS', 10, 2),
    line('Text three.', 10, 3),
    line('References', 12, 3),
    line('[1] Smith J. A long', 10, 3),
    line('title.', 10, 3),
    line('[2] Roe R.', 10, 4),
  ]
  const { sections, references } = sectionsOfLines(lines, 'A title')
  expect(sections.map(({ heading, level, page }) => [heading, level, page])).toEqual([
    ['', 1, 1],
    ['Abstract', 1, 1],
    ['1 Introduction', 1, 1],
    ['2.1 Data sets', 2, 2],
    ['RESULTS', 1, 2],
  ])
  expect(sections[0]?.text).toBe('A title Ann Lee')
  expect(sections[1]?.text).toBe('We tested.')
  expect(sections[4]?.text).toBe('Text three.')
  expect(references).toEqual(['[1] Smith J. A long title.', '[2] Roe R.'])
})

test.each<[name: string, candidate: PdfLine, heading: boolean]>([
  ['large', line('Some words', 11.3), true],
  ['a little large', line('Some words', 11.1), false],
  ['numbered and a little large', line('3 Some words', 10.6), true],
  ['numbered of body size', line('3 Some words', 10.5), false],
  ['numbered, small letter', line('3 some words', 10.6), false],
  ['a known word', line('Discussion', 10), true],
  ['a known word with its number', line('IV. Discussion:', 10), true],
  ['a known word in a sentence', line('Discussion of results was short', 10), false],
  ['long', line('w'.repeat(80), 16), false],
  ['as long as may be', line('w'.repeat(79), 16), true],
  ['no letters', line('1234', 16), false],
  ['part of the title', line('The very', 16), false],
])('a heading? %s', (_, candidate, heading) => {
  const { sections } = sectionsOfLines([...BODY, candidate, line('End.')], 'The very title')
  expect(sections.map((section) => section.heading)).toEqual(heading ? ['', candidate.text] : [''])
})

test('what stands on three pages is a running head, on two it may be a heading', () => {
  const page = (number: number) => [line('Journal name', 14, number), ...BODY.map((text) => ({ ...text, page: number }))]
  expect(sectionsOfLines([...page(1), ...page(2), ...page(3)], undefined).sections.map((section) => section.heading)).toEqual(['', '', ''])
  expect(sectionsOfLines([...page(1), ...page(2)], undefined).sections.map((section) => section.heading)).toEqual([
    'Journal name',
    'Journal name',
  ])
})

test('without any heading each page is a section', () => {
  const { sections } = sectionsOfLines([line('One.'), line('Two.'), line('Three.', 10, 2)], undefined)
  expect(sections).toEqual([
    { heading: '', level: 1, page: 1, text: 'One. Two.' },
    { heading: '', level: 1, page: 2, text: 'Three.' },
  ])
})

test('a heading over two lines is one', () => {
  const { sections } = sectionsOfLines([...BODY, line('A long', 14), line('heading', 14), line('Text.')], undefined)
  expect(sections.at(-1)).toEqual({ heading: 'A long heading', level: 1, page: 1, text: 'Text.' })
})

test('a reference list without numbers has an entry a line', () => {
  expect(sectionsOfLines([...BODY, line('References'), line('Smith J.'), line('Roe R.')], undefined).references).toEqual([
    'Smith J.',
    'Roe R.',
  ])
})

test.each<[lines: string[], text: string]>([
  [['trans-', 'formations'], 'transformations'],
  [['trans\u2010', 'formations'], 'transformations'],
  [['trans\u00AD', 'formations'], 'transformations'],
  [['Vitamin-', 'D levels'], 'Vitamin- D levels'],
  [['1990-', 'ties'], '1990- ties'],
  [['one', 'two'], 'one two'],
  [[], ''],
])('lines %j', (lines, text) => {
  expect(joinLines(lines)).toBe(text)
})

test.each<[name: string, lines: PdfLine[], headings: string[]]>([
  [
    'authors above the abstract',
    [line('Ann Lee', 12), line('Abstract'), line('We tested.'), line('Large', 12), ...BODY],
    ['', 'Abstract', 'Large'],
  ],
  ['a numbered line above it', [line('1 Some Institute', 10.6), line('Abstract'), ...BODY], ['', 'Abstract']],
  [
    'no usual word on the first page',
    [line('Ann Lee', 12), ...BODY, line('Abstract', 10, 2), line('End.', 10, 2)],
    ['Ann Lee', 'Abstract'],
  ],
  ['a usual word comes first', [line('Abstract'), line('We tested.'), line('Large', 12), ...BODY], ['Abstract', 'Large']],
])('the front of a paper: %s', (_, lines, headings) => {
  expect(sectionsOfLines(lines, undefined).sections.map((section) => section.heading)).toEqual(headings)
})
