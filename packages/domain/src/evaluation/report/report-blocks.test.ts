import { describe, expect, test } from 'vitest'
import { reportBlocks, withoutEscapes } from './report-blocks.ts'

const shown = (markdown: string) =>
  reportBlocks(markdown).map(({ section, heading, kind, text }) => `${section ?? '-'} | ${heading} | ${kind} | ${text}`)

describe('blocks of running text', () => {
  test.each<[string, string, readonly string[]]>([
    ['nothing', '', []],
    ['lines of a paragraph are one', 'One\ntwo  \nthree', ['- |  | paragraph | One two three']],
    ['an empty line ends it', 'One\n\nTwo', ['- |  | paragraph | One', '- |  | paragraph | Two']],
    ['a line of blanks ends it', 'One\n \t\nTwo', ['- |  | paragraph | One', '- |  | paragraph | Two']],
    ['below a section', '# T\n\nHead\n\n## S\n\nText', ['- | T | paragraph | Head', 'S | S | paragraph | Text']],
    ['below a part of a section', '## S\n### P\nText', ['S | P | paragraph | Text']],
    [
      'a section ends the parts of the one before',
      '## S\n### P\nText\n## Q\nMore',
      ['S | P | paragraph | Text', 'Q | Q | paragraph | More'],
    ],
    ['a title ends a section', '## S\nText\n# T\nMore', ['S | S | paragraph | Text', '- | T | paragraph | More']],
    ['a heading needs no empty lines', 'One\n## S\nTwo', ['- |  | paragraph | One', 'S | S | paragraph | Two']],
    ['a heading with signs at its end', '## S ##\nText', ['S | S | paragraph | Text']],
    ['no heading without a blank', '##S\nText', ['- |  | paragraph | ##S Text']],
    [
      'items',
      '- One\n  more\n* Two\n+ Three\n1. Four\n2) Five',
      ['One more', 'Two', 'Three', 'Four', 'Five'].map((text) => `- |  | item | ${text}`),
    ],
    ['an item below a paragraph', 'One:\n- two', ['- |  | paragraph | One:', '- |  | item | two']],
    [
      'tables, quoted lines and rules are apart',
      'One\n| a | b |\n|---|---|\n> said\n---\n***\n_ _ _\nTwo',
      ['One', 'Two'].map((text) => `- |  | paragraph | ${text}`),
    ],
    ['entries of references are apart', '[1] Jones (2020). Title.\n\n[12] Smith.', []],
    ['a mark that is no entry stays', '[1]: x\n\n[1234] x', ['- |  | paragraph | [1]: x', '- |  | paragraph | [1234] x']],
    ['code is left out', 'One\n```\n## no\ntext\n```\nTwo\n~~~\nx\n~~~', ['One', 'Two'].map((text) => `- |  | paragraph | ${text}`)],
    ['lines that end as on Windows', '## S\r\nOne\r\ntwo\r\n', ['S | S | paragraph | One two']],
  ])('%s', (_, markdown, expected) => {
    expect(shown(markdown)).toEqual(expected)
  })
})

test.each([
  ['p \\* q \\[sic\\] a\\_b \\~ \\| \\# \\< \\&amp;', 'p * q [sic] a_b ~ | # < &amp;'],
  ['1\\. one', '1. one'],
  ['&#96;x&#96;', '`x`'],
  ['a backslash \\\\ and \\x', 'a backslash \\ and \\x'],
  ['no mark: \\[3\\], \\[1, 2\\] and \\[2–5\\]', 'no mark: (3), (1, 2) and (2–5)'],
  ['a mark [3] stays', 'a mark [3] stays'],
])('%s reads %s', (written, expected) => {
  expect(withoutEscapes(written)).toBe(expected)
})
