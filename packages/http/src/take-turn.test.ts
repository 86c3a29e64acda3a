import { expect, test } from 'vitest'
import { restWords } from './take-turn.ts'

test.each([
  [{ kind: 'held-back', waitMs: 90_000 } as const, 'for another 90 s'],
  [{ kind: 'blocked', untilMs: Date.parse('2026-03-11T00:00:00Z'), reason: 'spent' } as const, 'until 2026-03-11 00:00:00 UTC'],
])('%j is told as %j', (refused, words) => {
  expect(restWords(refused)).toBe(words)
})
