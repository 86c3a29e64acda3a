import { expect, test } from 'vitest'
import { shown } from './shown.ts'

test.each([
  ['as it is', 'plain words', 'plain words'],
  ['on one line', ' a\n\tb\r\nc ', 'a b c'],
  ['without what steers a terminal', 'a\u001b[31mb\u009bc\u0007', 'a[31mb c'],
  ['of the greatest length', 'x'.repeat(160), 'x'.repeat(160)],
  ['longer', 'x'.repeat(161), `${'x'.repeat(159)}…`],
  ['cut before a pair', `${'x'.repeat(158)}😀😀`, `${'x'.repeat(158)}…`],
])('%s', (_, text, line) => {
  expect(shown(text)).toBe(line)
})
