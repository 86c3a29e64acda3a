import { expect, test } from 'vitest'
import { exclusionWords } from './exclusion-words.ts'

const criteria = new Map([
  ['E1', 'no mice.'],
  ['E2', `${'x'.repeat(116)} yyy`],
  ['E3', `${'x'.repeat(116)} yyyy`],
])

test.each([
  [{ reason: 'off topic' }, 'off topic'],
  [{ reason: 'other population', criterion: 'E1' }, 'E1, no mice: other population'],
  [{ reason: 'other population', criterion: 'I7' }, 'I7: other population'],
  [{ reason: 'long', criterion: 'E2' }, `E2, ${'x'.repeat(116)} yyy: long`],
  [{ reason: 'too long', criterion: 'E3' }, `E3, ${'x'.repeat(116)}…: too long`],
])('%o is "%s"', (reason, words) => {
  expect(exclusionWords(reason, criteria)).toBe(words)
})
