import { expect, it } from 'vitest'
import { answerScore } from './answer-score.ts'

it.each([
  ['the sum of the three', 0.5, 8, 6, 1.9],
  ['the most', 1, 10, 10, 3],
  ['the least', 0, 0, 0, 0],
  ['unknown recall', null, 8, 6, null],
  ['unknown clarity', 0.5, null, 6, null],
  ['unknown insightfulness', 0.5, 8, null, null],
])('%s', (_, keyPointRecall, clarity, insightfulness, score) => {
  const found = answerScore({ keyPointRecall, clarity, insightfulness })
  if (score === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(score, 12)
})
