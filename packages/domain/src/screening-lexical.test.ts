import { describe, expect, it } from 'vitest'
import { lexicalRelevance } from './screening-lexical.ts'

describe('lexicalRelevance', () => {
  it.each([
    { name: 'the median itself is at the threshold', scores: [1, 2, 4], score: 2, median: 2, relevance: 0.5 },
    { name: 'below the median', scores: [1, 2, 4], score: 1, median: 2, relevance: 1 / 3 },
    { name: 'above the median', scores: [1, 2, 4], score: 6, median: 2, relevance: 0.75 },
    { name: 'an even count: the mean of the middle two', scores: [1, 2], score: 1.5, median: 1.5, relevance: 0.5 },
    { name: 'zeros do not move the median', scores: [0, 0, 0, 3, 5], score: 4, median: 4, relevance: 0.5 },
    { name: 'negative scores do not either', scores: [-9, 4], score: 4, median: 4, relevance: 0.5 },
    { name: 'a score of zero', scores: [1, 2, 4], score: 0, median: 2, relevance: 0 },
    { name: 'a negative score', scores: [1, 2, 4], score: -1, median: 2, relevance: 0 },
    { name: 'no positive score', scores: [0, 0], score: 0, median: 0, relevance: 0 },
    { name: 'no positive score to compare a positive one with', scores: [0], score: 3, median: 0, relevance: 0 },
    { name: 'no score at all', scores: [], score: 0, median: 0, relevance: 0 },
  ])('$name', ({ scores, score, median, relevance }) => {
    const lexical = lexicalRelevance(scores)
    expect(lexical.median).toBe(median)
    expect(lexical.relevance(score)).toBeCloseTo(relevance, 12)
  })
})
