import { expect, test } from 'vitest'
import { withoutControls } from './without-controls.ts'

test.each([
  ['an escape sequence', 'a\u001b[2Jb', 'a[2Jb'],
  ['a carriage return, which would hide what stands before', 'paid\rfree', 'paidfree'],
  ['the first and the last of the lower ones', '\u0000a\u0008b\u000bc\u001fd', 'abcd'],
  ['the upper ones', 'a\u007fb\u0080c\u009b2Jd\u009fe', 'abc2Jde'],
  ['what turns the direction of writing', 'a\u202ab\u202ec\u2066d\u2069e', 'abcde'],
  ['their neighbours stay', '\u2029\u202f\u2065\u206a', '\u2029\u202f\u2065\u206a'],
  ['line feed, tab and letters stay', 'ä\n\tб ~\u00a0ﬁ', 'ä\n\tб ~\u00a0ﬁ'],
])('%s', (_name, text, shown) => {
  expect(withoutControls(text)).toBe(shown)
})
