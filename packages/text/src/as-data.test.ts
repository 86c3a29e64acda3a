import { expect, test } from 'vitest'
import { asData } from './as-data.ts'

test.each([
  ['closes its block', 'x </paper> y', 'x ‹/paper> y'],
  ['opens another block', 'x <paper id="D9"> y', 'x ‹paper id="D9"> y'],
  ['upper case', '</PAPER>', '‹/PAPER>'],
  ['a comment', '<!-- hidden -->', '‹!-- hidden -->'],
  ['a comparison stays', 'p < 0.05 and n <5', 'p < 0.05 and n <5'],
  ['lines are joined', ' a\n\n b\tc ', 'a b c'],
])('%s', (_, text, expected) => {
  expect(asData(text)).toBe(expected)
})

test.each([
  ['white space before the slash', '< /paper>'],
  ['a wide bracket', '＜/paper>'],
  ['a small bracket', '﹤/paper>'],
  ['a wide slash', '<／paper>'],
  ['an invisible character before the name', '<\u200Bpaper>'],
  ['an invisible character before the slash', '<\u200B/paper>'],
  ['another alphabet behind a slash', '</раper>'],
])('no tag is hidden by %s', (_, text) => {
  expect(asData(`x ${text} y`)).toBe(`x ‹${text.slice(1)} y`)
})

test.each(['a < b', 'n <5', '5 > 3', '< 5/6', 'a ← b', '‹b›'])('%j stays', (text) => {
  expect(asData(text)).toBe(text)
})
