import { expect, test } from 'vitest'
import { latexToText } from './latex-text.ts'

test.each<[source: string, text: string]>([
  ['plain', 'plain'],
  ['A {B} c', 'A B c'],
  ['a -- b --- c', 'a – b — c'],
  ["``q''", '“q”'],
  ['a~b', 'a b'],
  ['-{}-', '--'],
  ['G{\\"o}del', 'Gödel'],
  ["caf\\'e", 'café'],
  ['\\$ \\% \\& \\# \\_', '$ % & # _'],
  ['\\textbraceleft{}x\\textbraceright{}', '{x}'],
  ['\\textasciitilde{} \\textbackslash{} \\textasciicircum{}', '~ \\ ^'],
  ['$\\alpha$', 'α'],
  ['H$_2$O', 'H₂O'],
  ['$O(n \\log n)$', 'O(nlogn)'],
  ['costs $5 and $6', 'costs $5 and $6'],
  ['costs $5', 'costs $5'],
  ['\\"o costs $5 and rises to $6', 'ö costs $5 and rises to $6'],
  ['in 50% of \\"O', 'in 50% of Ö'],
  ['50% of cases', '50% of cases'],
  ['p < 0.05 and x > 1', 'p < 0.05 and x > 1'],
  ['\\"o < 0.05 > x', 'ö < 0.05 > x'],
  ['\\"o <i>x</i>', 'ö <i>x</i>'],
  ['$p<0.05$ in \\"O', 'p<0.05 in Ö'],
  ['\\unknowncommand{x} y', 'x y'],
  ['A & B', 'A & B'],
  ['$n$ = 5', 'n = 5'],
])('%j', (source, text) => {
  expect(latexToText([source])).toEqual([text])
})

test('several texts at once, each at its place', () => {
  expect(latexToText(['a', '\\"o', 'b', '\\"u'])).toEqual(['a', 'ö', 'b', 'ü'])
})

test('a text that cannot be parsed spoils no other', () => {
  const [first, second, third] = latexToText(['\\"o', 'a \\"u } { b \\% c', 'x'])
  expect([first, third]).toEqual(['ö', 'x'])
  expect(second).toContain('% c')
})
