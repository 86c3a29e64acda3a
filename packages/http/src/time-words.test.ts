import { expect, test } from 'vitest'
import { durationWords, momentWords } from './time-words.ts'

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [1_000, '1 s'],
  [1_001, '2 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [120_001, '3 min'],
  [7_199_000, '120 min'],
  [7_200_000, '2 h'],
  [21_600_000, '6 h'],
  [172_799_000, '48 h'],
  [172_800_000, '2 d'],
  [172_800_001, '3 d'],
])('%d ms are %j', (ms, words) => {
  expect(durationWords(ms)).toBe(words)
})

test('a moment is told in UTC', () => {
  expect(momentWords(Date.parse('2026-03-10T12:02:00.999Z'))).toBe('2026-03-10 12:02:00 UTC')
})
