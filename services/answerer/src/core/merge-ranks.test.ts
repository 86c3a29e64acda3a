import { expect, test } from 'vitest'
import { mergeRanks } from './merge-ranks.ts'

const byWords = [2, 0, 3, 1].map((position) => ({ position, score: 9 - position }))

test.each([
  { name: 'by score', scores: [0.1, 0.9, 0.5, 0.7], out: [1, 3, 2, 0] },
  { name: 'negative scores are scores', scores: [-3, -1, -2, -4], out: [1, 2, 0, 3] },
  { name: 'equal ones in the order by words', scores: [0.5, 0.5, 0.5, 0.5], out: [2, 0, 3, 1] },
  { name: 'those without a score follow by words', scores: [null, 0, null, -5], out: [1, 3, 2, 0] },
  { name: 'too few scores', scores: [0.3], out: [0, 2, 3, 1] },
])('$name', ({ scores, out }) => {
  const merged = mergeRanks(byWords, scores)
  expect(merged.map(({ position }) => position)).toEqual(out)
  expect(merged.map(({ position, score }) => [position, score])).toEqual(out.map((position) => [position, scores[position] ?? null]))
})
