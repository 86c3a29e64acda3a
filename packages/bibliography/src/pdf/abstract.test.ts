import { expect, test } from 'vitest'
import { linesOf, prose } from '../fixtures/pdf-lines.ts'
import { findAbstracts, mainAbstract } from './abstract.ts'
import type { BodyStyle } from './body-style.ts'
import type { Line } from './text-run.ts'

const BODY: BodyStyle = { size: 10, bold: false, italic: false, pitch: 12 }
type Row = Partial<Line> & { readonly text: string; readonly gap?: number }
const found = (rows: readonly (string | Row)[], afterTitle = 0) => {
  const lines = linesOf(rows)
  return findAbstracts(lines, BODY, afterTitle).map(({ from, to, skip }) =>
    lines
      .slice(from, to)
      .map(({ text }, index) => text.slice(index === 0 ? skip : 0))
      .join(' '),
  )
}
const INTRODUCTION = { text: '1 Introduction', bold: true, gap: 20 }
const bold = (text: string): Row => ({ text, bold: true, gap: 20 })

test.each<[name: string, rows: (string | Row)[], abstracts: string[]]>([
  ['under its label', ['Ann Lee', bold('Abstract'), 'We tested.', 'It works.', INTRODUCTION, 'Text.'], ['We tested. It works.']],
  ['behind its label', ['Ann Lee', 'Abstract—We tested.', 'It works.', INTRODUCTION], ['We tested. It works.']],
  ['with parted letters', ['A B S T R A C T', 'We tested.', INTRODUCTION], ['We tested.']],
  ['up to keywords', [bold('Abstract'), 'We tested.', 'Keywords: tests', 'Text.'], ['We tested.']],
  ['in two languages', [bold('Resumo'), 'Em casa.', bold('Abstract'), 'At home.', INTRODUCTION], ['Em casa.', 'At home.']],
  ['two behind labels', ['Resumo: Em casa.', 'Abstract: At home.', INTRODUCTION], ['Em casa.', 'At home.']],
  ['without text', [bold('Abstract'), INTRODUCTION, 'Text.'], []],
  [
    'structured',
    [bold('Abstract'), bold('Background'), 'Much is known.', bold('Methods'), 'We tested.', bold('Introduction'), 'Text.'],
    ['Background Much is known. Methods We tested.'],
  ],
  [
    'structured up to keywords',
    [bold('Abstract'), bold('Aims'), 'Much is known.', bold('Results'), 'It works.', 'Keywords: a', 'Text.'],
    ['Aims Much is known. Results It works.'],
  ],
  ['no introduction follows', [bold('Abstract'), 'Much is known.', bold('Methods'), 'We tested.'], ['Much is known.']],
  [
    'an introduction two pages on',
    [bold('Abstract'), 'Much is known.', bold('Methods'), { text: 'Introduction', page: 3 }],
    ['Much is known.'],
  ],
  ['up to another heading', [bold('Abstract'), 'We tested.', 'Acknowledgments', 'Text.'], ['We tested.']],
  ['up to a bold line', [bold('Abstract'), 'We tested.', bold('On words'), 'Text.'], ['We tested.']],
  ['up to letters of another size', [bold('Abstract'), { text: 'We tested.', size: 9 }, 'text of the body is here'], ['We tested.']],
  [
    'with a short line of another size',
    [bold('Abstract'), { text: 'We tested.', size: 9 }, { text: 'x', size: 6 }, { text: 'It works.', size: 9 }, INTRODUCTION],
    ['We tested. x It works.'],
  ],
  ['over a page', [bold('Abstract'), 'We tested.', { text: 'It works.', page: 2 }, INTRODUCTION], ['We tested. It works.']],
  ['over two pages', [bold('Abstract'), 'We tested.', { text: 'It works.', page: 3 }], ['We tested.']],
  ['up to a column in another font', [bold('Abstract'), 'We tested.', { text: 'Notes.', column: 1, font: 'Other' }], ['We tested.']],
  ['into a column in its font', [bold('Abstract'), 'We tested.', { text: 'It works.', column: 1 }, INTRODUCTION], ['We tested. It works.']],
  ['up to a Roman section', [bold('Abstract'), 'We tested.', { text: 'I WORDS AND SIGNS' }, 'Text.'], ['We tested.']],
  ['up to a larger numbered line', [bold('Abstract'), 'We tested.', { text: '1 Words', size: 10.3 }, 'Text.'], ['We tested.']],
  ['with a numbered line of its own look', [bold('Abstract'), 'We tested.', '1 Words', INTRODUCTION], ['We tested. 1 Words']],
  ['on page three', ['Cover', { text: 'Abstract', page: 3 }, { text: 'We tested.', page: 3 }], ['We tested.']],
  ['on page four', ['Cover', { text: 'Abstract', page: 4 }, { text: 'We tested.', page: 4 }], []],
  ['behind the first section', ['Introduction', 'Text.', 'Abstract', 'We tested.'], []],
  ['a summary on the first page', ['Summary', 'We tested.', INTRODUCTION], ['We tested.']],
  ['a summary on a later one', ['Text.', { text: 'Summary', page: 2 }, { text: 'We tested.', page: 2 }], []],
  ['90 lines at most', [bold('Abstract'), ...prose(95)], [prose(90).join(' ')]],
])('an abstract %s', (_, rows, abstracts) => {
  expect(found(rows)).toEqual(abstracts)
})

test.each([
  '© 2020 The authors',
  '& 2015 Elsevier',
  'Copyright 2020',
  'Received May 2020',
  'Correspondence: a',
  'E-mail: a@b.c',
  'doi: 10.1',
  'https://a.b',
  'Elsevier. All rights reserved.',
])('it ends at %j', (text) => {
  expect(found([bold('Abstract'), 'We tested.', text, 'More.'])).toEqual(['We tested.'])
})

const words = (count: number, over: Partial<Row> = {}): Row[] =>
  [0, 1, 2].map((index) => ({
    text: `${Array.from({ length: index === 2 ? count - 2 * Math.floor(count / 3) : Math.floor(count / 3) }, () => 'word').join(' ')}${index === 2 ? '.' : ''}`,
    gap: index === 0 ? 30 : 12,
    ...over,
  }))
const gap = (text: string): Row => ({ text, gap: 30 })
test.each<[name: string, rows: (string | Row)[], isFound: boolean]>([
  ['before the introduction', [...words(40), gap('Introduction'), 'Text.'], true],
  ['of 39 words', [...words(39), gap('Introduction'), 'Text.'], false],
  ['of 450 words', [...words(450), gap('Introduction'), 'Text.'], true],
  ['of 451 words', [...words(451), gap('Introduction'), 'Text.'], false],
  ['before keywords', [...words(40), gap('Keywords: a'), 'Text.'], true],
  ['in the look of the body, before more text', [...words(40), gap('More text.'), ...prose(2)], false],
  ['in bold', [...words(40, { bold: true }), gap('More text.')], true],
  ['in italics', [...words(40, { italic: true }), gap('More text.')], true],
  ['smaller', [...words(40, { size: 9.6 }), gap('More text.')], true],
  ['nearly as large', [...words(40, { size: 9.8 }), gap('More text.')], false],
  ['of two lines', [...words(60).slice(1), gap('Introduction')], false],
  ['that does not end', [...words(60).slice(0, 2), 'word', gap('Introduction')], false],
  ['on another page', [gap('Cover'), ...words(40, { page: 2 }), gap('Introduction')], false],
  [
    'that is an address',
    [{ text: 'University of Words', gap: 30 }, ...words(40).map((row) => ({ ...row, gap: 12 })), gap('Introduction')],
    false,
  ],
])('a block without label %s: %s', (_, rows, isFound) => {
  const text = found(['A title', gap('Ann Lee'), ...rows], 1)
  expect(text.length === 1 && text[0]?.startsWith('word')).toBe(isFound)
})

test.each<[texts: string[], body: string, index: number]>([
  [['Em casa com uma mesa.', 'This is at home.'], 'the body of the text is in English', 1],
  [['This is at home.', 'Em casa com uma mesa.'], 'o texto do corpo é em uma língua', 1],
  [['This is at home.', 'Em casa.'], 'el texto de los libros es una cosa y otra', 0],
  [['At home.'], '', 0],
  [[], 'the body', 0],
])('of %j for %j: %i', (texts, body, index) => {
  expect(mainAbstract(texts, body)).toBe(index)
})
