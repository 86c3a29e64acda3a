import { expect, test } from 'vitest'
import { utf8Length } from './utf8-length.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 2],
  ['城', 3],
  ['🔥', 4],
])('%j has %i bytes', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes)
})
