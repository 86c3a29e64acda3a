import { expect, test } from 'vitest'
import type { Heading, Look } from './heading-block.ts'
import { withLevels } from './heading-levels.ts'
import { headingWord } from './heading-words.ts'
import { sectionNumber } from './section-number.ts'

const LOOK: Look = { size: 12, bold: true, italic: false, capitals: false, centred: false }
const heading = (text: string, look: Partial<Look> = {}): Heading => ({
  from: 0,
  to: 1,
  texts: [text],
  number: sectionNumber(text),
  word: headingWord(text),
  look: { ...LOOK, ...look },
  emphasis: 'large',
})
const levels = (...headings: Heading[]) =>
  withLevels(headings)
    .map(({ level, isNumbered }) => `${level}${isNumbered ? 'n' : ''}`)
    .join(' ')
const small = { size: 10 }

test.each<[name: string, headings: Heading[], levels: string]>([
  ['decimal numbers', [heading('1 One'), heading('1.1 Two', small), heading('1.1.1 Three', small), heading('2 Four')], '1n 2n 3n 1n'],
  ['appendices', [heading('A Proofs'), heading('A.1 A lemma'), heading('B Data')], '1n 2n 1n'],
  ['an appendix alone', [heading('A Appendix'), heading('A.1 A lemma')], '1n 2n'],
  ['an article is no number', [heading('A Study of Things'), heading('1 One'), heading('2 Two')], '1 1n 1n'],
  ['a neighbour before', [heading('C Things'), heading('B Things')], '1n 1n'],
  ['a letter further', [heading('A Things'), heading('C Things')], '1 1'],
  ['one number alone', [heading('1 One'), heading('Two')], '1 1'],
  ['one number before a usual heading', [heading('1 Introduction'), heading('Two')], '1n 1'],
  ['three and four', [heading('3 One'), heading('4 Two')], '1n 1n'],
  ['three and two', [heading('3 One'), heading('2 Two')], '1n 1n'],
  ['three and five', [heading('3 One'), heading('5 Two')], '1 1'],
  [
    'IEEE',
    [
      heading('I. One'),
      heading('A. Two', small),
      heading('B. Three', small),
      heading('1) Four', small),
      heading('2) Five', small),
      heading('II. Six'),
    ],
    '1n 2n 2n 3n 3n 1n',
  ],
  ['decimal parts of Roman sections', [heading('I. One'), heading('1.1 Two'), heading('II. Three')], '1n 2n 1n'],
  ['one Roman number', [heading('I Robots'), heading('Two')], '1 1'],
  ['Roman II needs I', [heading('II. One'), heading('I. Two')], '1n 1n'],
  ['Roman V with I', [heading('I. One'), heading('V. Two'), heading('II. Three')], '1n 1n 1n'],
  ['Roman V alone', [heading('V. One'), heading('VI. Two')], '1 1'],
])('numbers: %s', (_, headings, expected) => {
  expect(levels(...headings)).toBe(expected)
})

test('headings without number are of the level of numbered ones of their look', () => {
  expect(levels(heading('1 One'), heading('1.1 Two', small), heading('2 Four'), heading('Acknowledgments'), heading('Words', small))).toBe(
    '1n 2n 1n 1 2',
  )
})

test.each<[name: string, lesser: Partial<Look>]>([
  ['smaller', { size: 11.9 }],
  ['not bold', { bold: false }],
  ['italic', { italic: true }],
])('a look that is %s than that of usual sections is of level 2', (_, lesser) => {
  expect(levels(heading('Methods'), heading('Words', lesser), heading('Results'))).toBe('1 2 1')
})

test.each<[name: string, greater: Partial<Look>]>([
  ['larger', { size: 12.1 }],
  ['in capitals', { capitals: true }],
  ['centred', { centred: true }],
  ['alike', {}],
])('a look that is %s is of level 1', (_, greater) => {
  expect(levels(heading('Methods'), heading('Words', greater), heading('Results'))).toBe('1 1 1')
})

test('levels count the looks between', () => {
  expect(levels(heading('Methods'), heading('Two', { size: 11 }), heading('Three', { size: 10 }), heading('Four', { size: 11 }))).toBe(
    '1 2 3 2',
  )
  expect(
    levels(heading('Methods'), heading('Abstract', { size: 11 }), heading('Funding', { size: 11.5 }), heading('Two', { size: 10 })),
  ).toBe('1 2 2 2')
})

test('centred weighs more than capitals, capitals more than bold, bold more than italic', () => {
  const top = heading('Methods', { size: 12, centred: true, capitals: true })
  expect(
    levels(
      top,
      heading('A1', { centred: true, bold: false }),
      heading('B1', { capitals: true }),
      heading('C1'),
      heading('D1', { bold: false, italic: true }),
    ),
  ).toBe('1 2 3 4 5')
})

test('the look of most usual sections is the topmost; without any all are of level 1', () => {
  expect(levels(heading('Methods'), heading('Results'), heading('Discussion', { size: 11 }), heading('Two', { size: 11 }))).toBe('1 1 2 2')
  expect(levels(heading('Words', { size: 10 }), heading('Signs'))).toBe('1 1')
  expect(levels(heading('References'), heading('Two', { size: 11 }))).toBe('1 2')
  expect(levels()).toBe('')
})
