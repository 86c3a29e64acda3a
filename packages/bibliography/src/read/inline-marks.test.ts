import { expect, test } from 'vitest'
import { mathOnLine, superscriptText } from './inline-marks.ts'

test.each<[name: string, before: string, raised: string, cites: boolean, text: string]>([
  ['an exponent after a digit', '10', '3', false, '^3'],
  ['a negative exponent', '10', '-3', false, '^-3'],
  ['a negative exponent with a minus sign', '10', '−3', false, '^−3'],
  ['an exponent with a dash', '10', '–3', false, '^–3'],
  ['an exponent with a plus', '10', '+3', false, '^+3'],
  ['a negative exponent that is a name', '2', '-ΔCt', false, '^-ΔCt'],
  ['a negative exponent that is a name, with a minus sign', '2', '−n', false, '^−n'],
  ['a negative exponent that is a name, with a dash', '2', '–n', false, '^–n'],
  ['a charge after a digit', '3', '+', false, '+'],
  ['an exponent after blanks of its own', '10', ' 3', false, '^ 3'],
  ['a citation after a digit', '0.85', '12', true, ' 12'],
  ['a citation after a word', 'drugs', '12', true, '12'],
  ['a number after a letter', 'm', '2', false, '2'],
  ['a charge', 'Ca', '2+', false, '2+'],
  ['a word after a digit', '2', 'nd', false, 'nd'],
  ['a digit that is not the last', '2 x', '3', false, '3'],
  ['nothing before', '', '3', true, '3'],
])('raised: %s', (_, before, raised, cites, text) => {
  expect(superscriptText(before, raised, cites)).toBe(text)
})

test.each<[name: string, parts: readonly string[], text: string | undefined]>([
  ['mfrac', ['1', '2'], '1/2'],
  ['mfrac', ['a+b', '2.5'], '(a+b)/2.5'],
  ['mfrac', ['a', 'b−c'], 'a/(b−c)'],
  ['msup', ['x', '2'], 'x^2'],
  ['msup', ['x', 'n+1'], 'x^(n+1)'],
  ['msub', ['x', 'i+1'], 'x_i+1'],
  ['mfenced', ['a', 'b'], '(a, b)'],
  ['msqrt', ['a', '+b'], '√(a+b)'],
  ['msqrt', ['2'], '√2'],
  ['mrow', ['a', 'b'], undefined],
])('%s of %j', (name, parts, text) => {
  expect(mathOnLine(name, parts)).toBe(text)
})
