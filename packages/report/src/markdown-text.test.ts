import { roundBracketedNumbers } from '@winnow/text/bracketed-numbers.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlFragment } from './html.ts'
import { bullets, counted, escapeMarkdown, oneLine, section, shortened, table } from './markdown-text.ts'

test.each([
  ['plain prose stays', 'p < 0.05 & R&D, a-b, 5 > 3 (n = 4)!', 'p < 0.05 & R&D, a-b, 5 > 3 (n = 4)!'],
  ['emphasis', '*bold* and _italic_', '\\*bold\\* and \\_italic\\_'],
  ['an underscore inside a word stays', 'snake_case', 'snake_case'],
  ['an underscore at one end of a word', '_a b_', '\\_a b\\_'],
  ['links and footnotes', '[a](b) [^c]', '\\[a\\](b) \\[^c\\]'],
  ['tags', 'x<y <img> </b> <!-- <?p', 'x\\<y \\<img> \\</b> \\<!-- \\<?p'],
  ['character references', '&lt; &#60; AT&T; &x', '\\&lt; \\&#60; AT\\&T; &x'],
  ['pipes, tildes, backslashes', 'a|b ~c~ d\\e', 'a\\|b \\~c\\~ d\\\\e'],
  ['backticks', '`a`', '&#96;a&#96;'],
  ['a heading', '# a #', '\\# a \\#'],
  ['a number sign in a word stays', 'C# a#b', 'C# a#b'],
  ['a quote', '> a', '\\> a'],
  ['lists and rules', '- a', '\\- a'],
  ['a plus list', '+ a', '\\+ a'],
  ['an underline', '=== a', '\\=== a'],
  ['numbered lists', '12. a', '12\\. a'],
  ['numbered lists with a bracket', '3) a', '3\\) a'],
  ['ten digits make no list', '1234567890. a', '1234567890. a'],
  ['numbers inside stay', 'a 12. b', 'a 12. b'],
  ['lines', 'a\n\n# b\r\n\tc', 'a \\# b c'],
  ['control characters', 'a\u0000b\u0007\u0085c\u009Fd\u007F', 'abcd'],
  ['bracketed numbers', 'as [3, 4]', 'as (3, 4)'],
  ['the lines that tell the run', 'Run: a', 'Run\\: a'],
  ['… Generated', 'Generated: a', 'Generated\\: a'],
  ['… Duration', 'Duration: a', 'Duration\\: a'],
  ['… only at the start', 'A Run: a', 'A Run: a'],
  ['right-to-left text', 'זיכרון', 'זיכרון'],
])('escaping: %s', (_, text, expected) => {
  expect(escapeMarkdown(text)).toBe(expected)
})

describe('escaped text is shown as it was', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'ab1 .:/-_*~`|<>&#;[]()!\\"\'=+\n\té中א'), maxLength: 40 })
  const shown = (html: string) =>
    html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#x3C;', '<')
      .replaceAll('&#x26;', '&')
  const places: readonly [string, (escaped: string) => string, RegExp][] = [
    ['a paragraph', (escaped) => escaped, /^<p>(.*)<\/p>$/s],
    ['a heading', (escaped) => `## x ${escaped}`, /<h2[^>]*>x ?(.*)<\/h2>$/s],
    ['a list item', (escaped) => `- x ${escaped}`, /^<ul>\n<li>x ?(.*)<\/li>\n<\/ul>$/s],
    [
      'a table cell',
      (escaped) => `| a | b |\n| --- | --- |\n| x ${escaped} | y |`,
      /<td>x ?(.*)<\/td>\n<td>y<\/td>\n<\/tr>\n<\/tbody>\n<\/table>$/s,
    ],
  ]
  test.each(places)('in %s', (_, embed, pattern) => {
    fc.assert(
      fc.property(nasty, (text) => {
        const expected = oneLine(roundBracketedNumbers(oneLine(text)))
        const html = htmlFragment(embed(escapeMarkdown(text)))
        if (expected === '' && html === '') return
        const inner = pattern.exec(html)?.[1]
        expect(inner, html).toBeDefined()
        expect(shown(inner ?? '')).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })
})

test('a table aligns numbers to the right, and without rows is nothing', () => {
  expect(table(['a', 'b'], [['x', 1]])).toBe('| a | b |\n| --- | ---: |\n| x | 1 |')
  expect(table(['a'], [])).toBe('')
})

test('a section leaves out empty blocks, and itself when all are', () => {
  expect(section(3, 'H', ['a', '', 'b'])).toBe('### H\n\na\n\nb')
  expect(section(2, 'H', ['', ''])).toBe('')
  expect(section(2, 'H', [])).toBe('')
})

test('a list', () => {
  expect(bullets(['a', 'b'])).toBe('- a\n- b')
  expect(bullets([])).toBe('')
})

test.each([
  [0, '0 works'],
  [1, '1 work'],
  [2, '2 works'],
])('counted: %d', (count, expected) => {
  expect(counted(count, 'work')).toBe(expected)
})

test('counted, with a plural of its own', () => {
  expect(counted(2, 'query', 'queries')).toBe('2 queries')
})

test.each([
  ['fits', 'ab cd', 5, 'ab cd'],
  ['one too long', 'ab cd', 4, 'ab…'],
  ['cut at a blank', 'ab cd', 3, 'ab…'],
  ['a word longer than the limit', 'abcdef', 3, '…'],
  ['a pair is not split', 'a 😀b', 3, 'a…'],
])('shortened: %s', (_, text, length, expected) => {
  expect(shortened(text, length)).toBe(expected)
})
