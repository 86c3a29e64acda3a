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
