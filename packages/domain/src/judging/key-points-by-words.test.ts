import { describe, expect, it } from 'vitest'
import type { PointVerdict } from './key-points.ts'
import { pointByWords } from './key-points-by-words.ts'

const answer = [
  'Switching to the infliximab biosimilar did not increase serious adverse events in 482 patients.',
  'Discontinuation was higher in open-label cohorts than in blinded trials.',
]

describe('a gold point, by words alone', () => {
  it.each<[string, string, PointVerdict]>([
    ['said', 'Switching to the infliximab biosimilar does not increase adverse events', 'supported'],
    ['said in another sentence', 'Discontinuation is higher in open-label cohorts', 'supported'],
    ['not said', 'Gut microbiota predict the response to vedolizumab in ulcerative colitis', 'omitted'],
    [
      'said with another number',
      'Switching to the infliximab biosimilar did not increase serious adverse events in 991 patients',
      'omitted',
    ],
    ['denied', 'Discontinuation was lower in open-label cohorts than in blinded trials', 'contradicted'],
  ])('%s: %s', (_, point, verdict) => {
    expect(pointByWords(point, answer)).toBe(verdict)
  })
  it('is omitted by an answer without a sentence', () => {
    expect(pointByWords('Switching is safe', [])).toBe('omitted')
  })
})
