import { expect, test } from 'vitest'
import { bearerToken } from './presented-token.ts'

test.each([
  ['none', undefined, null],
  ['empty', '', null],
  ['a key', 'Bearer wk_0a_1b', 'wk_0a_1b'],
  ['in any case', 'bEARER abc', 'abc'],
  ['more blanks', 'Bearer   abc ', 'abc'],
  ['every character of a token', 'Bearer aZ09-._~+/==', 'aZ09-._~+/=='],
  ['no blank', 'Bearerabc', null],
  ['no token', 'Bearer ', null],
  ['two tokens', 'Bearer a b', null],
  ['another scheme', 'Basic abc', null],
  ['something before it', 'x Bearer abc', null],
  ['characters that are in no token', 'Bearer a\u00e9', null],
])('%s', (_, header, token) => {
  expect(bearerToken(header)).toBe(token)
})
