import { expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['abcd', 1],
  ['abcde', 2],
  ['a'.repeat(400), 100],
  ['研究', 2],
  ['研究abcd', 3],
  ['かな', 2],
  ['한국', 2],
  ['ＡＢ', 2],
  ['\u{20000}', 1],
  ['müßig ñ', 2],
])('%j → %i', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})
