import { buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { describe, expect, it } from 'vitest'
import { screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { termScorer } from './term-scores.ts'

const record = (id: string, abstract: string): ScreeningRecord => ({ id, title: '', abstract, keywords: [], type: '', year: null })

describe('termScorer', () => {
  const records = [record('a', 'sleep sleep gout'), record('b', 'sleep rain'), record('c', 'snow'), record('d', '')]
  const scorer = termScorer(screeningFeatures(records))
  // The features count pairs too, so they are part of the lengths.
  const index = buildIndex(
    [['sleep', 'sleep', 'sleep sleep', 'gout', 'sleep gout'], ['sleep', 'rain', 'sleep rain'], ['snow'], []].map((tokens, position) => ({
      id: String(position),
      fields: [{ tokens, weight: 1 }],
    })),
  )

  it.each([
    [[['sleep']], ['sleep']],
    [
      [['sleep', 'rain'], ['snow']],
      ['sleep rain', 'snow'],
    ],
    [[['sleep'], ['sleep']], ['sleep']],
    [[['absent']], []],
    [[], []],
  ] as const)('%j scores as BM25 of %j', (terms, tokens) => {
    const expected = [...scoreAll(index, tokens)].map((score) => score.toFixed(12))
    expect([...scorer.score(terms)].map((score) => score.toFixed(12))).toEqual(expected)
  })

  it('does not depend on the order of the terms', () => {
    expect(scorer.score([['sleep'], ['gout'], ['rain']])).toEqual(scorer.score([['rain'], ['gout'], ['sleep']]))
  })

  it('of no records is empty', () => {
    expect(termScorer(screeningFeatures([])).score([['sleep']])).toEqual(new Float64Array(0))
  })
})
