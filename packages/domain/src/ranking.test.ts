import { type DocumentParts, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { lambdaWithoutAbstract, type RankingContext, rankDocument, rankingWeights, yearOf } from './ranking.ts'

const context: RankingContext = { asOf: '2026-07-01', abstractOnly: true, activeSubquestions: ['RQ1', 'RQ2'], readTitleTokens: [] }
const parts = (of: DocumentParts, changes: Partial<RankingContext> = {}) =>
  rankDocument(document('D1', of), { ...context, ...changes }).parts
const feature = (features: DocumentParts['features']) => parts(features === undefined ? {} : { features })

describe('the score', () => {
  it('has the weights of spec §6', () => {
    expect(rankingWeights).toEqual({ R: 1, C: 0.15, T: 0.2, Q: 0.1, M: 0.1, P: 0.1, N: 0.15 })
    expect(lambdaWithoutAbstract).toBe(0.6)
  })

  it('is the weighted sum of seven different parts', () => {
    const ranking = rankDocument(
      document('D1', {
        scores: { RQ1: 0.8 },
        features: {
          year: 2018,
          citations: 80,
          hasVenue: false,
          sources: ['arxiv', 'library'],
          titleTokens: ['a', 'b', 'c', 'd'],
          primary: true,
        },
      }),
      { ...context, readTitleTokens: [['a', 'x', 'y', 'z']] },
    )
    expect(ranking.lambda).toBe(1)
    expect(ranking.parts).toEqual({ R: 0.8, C: Math.log(11) / Math.log(61), T: 0.5, Q: 0.85, M: 0.5, P: 1, N: 1 - 1 / 7 })
    const expected = 0.8 + (0.15 * Math.log(11)) / Math.log(61) + 0.2 * 0.5 + 0.1 * 0.85 + 0.1 * 0.5 + 0.1 + 0.15 * (6 / 7)
    expect(ranking.score).toBeCloseTo(expected, 12)
  })

  it.each([
    { name: 'every part full', scores: { RQ1: 1 }, features: { year: 2026, citations: 1000, sources: ['a', 'b', 'c'] }, score: 1.8 },
    {
      name: 'every part empty but quality, which has a floor',
      scores: {},
      features: { year: 1990, citations: 0, sources: ['a'], webOnly: true, primary: false },
      score: 0.035 + 0.15,
    },
  ])('$name', ({ scores, features, score }) => {
    expect(rankDocument(document('D1', { scores, features }), context).score).toBeCloseTo(score, 12)
  })

  it.each([
    { name: 'no abstract where only abstracts are read', hasAbstract: false, abstractOnly: true, lambda: 0.6 },
    { name: 'no abstract where full texts are read', hasAbstract: false, abstractOnly: false, lambda: 1 },
    { name: 'an abstract where only abstracts are read', hasAbstract: true, abstractOnly: true, lambda: 1 },
    { name: 'an abstract where full texts are read', hasAbstract: true, abstractOnly: false, lambda: 1 },
  ])('λ: $name', ({ hasAbstract, abstractOnly, lambda }) => {
    const whole = rankDocument(document('D1'), { ...context, abstractOnly: false })
    const ranking = rankDocument(document('D1', { features: { hasAbstract } }), { ...context, abstractOnly })
    expect(ranking.lambda).toBe(lambda)
    expect(ranking.score).toBeCloseTo(lambda * whole.score, 12)
    expect(ranking.parts).toEqual(whole.parts)
  })
})

describe('R', () => {
  it.each<{ name: string; of: DocumentParts; R: number }>([
    { name: 'the largest score', of: { scores: { RQ1: 0.2, RQ2: 0.7 } }, R: 0.7 },
    { name: 'only of active subquestions', of: { scores: { RQ1: 0.2, RQ3: 0.9 } }, R: 0.2 },
    { name: 'no score', of: {}, R: 0 },
    { name: 'a user included it', of: { scores: { RQ1: 0.2 }, override: 'include' }, R: 1 },
    { name: 'a user excluded it: the score as it is', of: { scores: { RQ1: 0.2 }, override: 'exclude' }, R: 0.2 },
  ])('$name', ({ of, R }) => {
    expect(parts(of).R).toBe(R)
  })

  it('is 0 without an active subquestion', () => {
    expect(parts({ scores: { RQ1: 0.9 } }, { activeSubquestions: [] }).R).toBe(0)
  })
})

describe('C', () => {
  it.each([
    { name: '60 citations within a year are full', citations: 60, year: 2025, C: 1 },
    { name: '59 are not', citations: 59, year: 2025, C: Math.log(60) / Math.log(61) },
    { name: 'more are cut to 1', citations: 5000, year: 2025, C: 1 },
    { name: 'none is 0, not unknown', citations: 0, year: 2025, C: 0 },
    { name: 'per year of age', citations: 120, year: 2024, C: 1 },
    { name: 'two years halve them', citations: 60, year: 2024, C: Math.log(31) / Math.log(61) },
    { name: 'this year counts as one year', citations: 30, year: 2026, C: Math.log(31) / Math.log(61) },
    { name: 'a future year counts as one year', citations: 30, year: 2028, C: Math.log(31) / Math.log(61) },
    { name: 'count missing', citations: null, year: 2025, C: 0.3 },
    { name: 'year missing: the rate is unknown', citations: 60, year: null, C: 0.3 },
    { name: 'both missing', citations: null, year: null, C: 0.3 },
  ])('$name', ({ citations, year, C }) => {
    expect(feature({ citations, year }).C).toBeCloseTo(C, 12)
  })
})

describe('T', () => {
  it.each([
    { name: 'a future year', year: 2028, T: 1 },
    { name: 'this year', year: 2026, T: 1 },
    { name: 'exactly one year', year: 2025, T: 1 },
    { name: 'two years', year: 2024, T: 13 / 14 },
    { name: 'eight years, the middle', year: 2018, T: 0.5 },
    { name: 'fourteen years', year: 2012, T: 1 / 14 },
    { name: 'exactly fifteen years', year: 2011, T: 0 },
    { name: 'older', year: 1950, T: 0 },
    { name: 'missing', year: null, T: 0.3 },
  ])('$name', ({ year, T }) => {
    expect(feature({ year }).T).toBeCloseTo(T, 12)
  })

  it('is seen from asOf, whatever day of the year', () => {
    expect(parts({ features: { year: 2018 } }, { asOf: '2019-12-31' }).T).toBe(1)
    expect(parts({ features: { year: 2018 } }, { asOf: '2020-01-01' }).T).toBeCloseTo(13 / 14, 12)
  })
})

describe('Q', () => {
  const plain = { hasDoi: false, hasVenue: false, preprint: false, webOnly: false }
  it.each([
    { name: 'DOI and venue', features: { hasDoi: true, hasVenue: true }, Q: 1 },
    { name: 'a preprint with both', features: { hasDoi: true, hasVenue: true, preprint: true }, Q: 1 },
    { name: 'DOI without venue', features: { hasDoi: true }, Q: 0.85 },
    { name: 'venue without DOI', features: { hasVenue: true }, Q: 0.85 },
    { name: 'neither', features: {}, Q: 0.85 },
    { name: 'a preprint with a DOI of its own and no venue', features: { hasDoi: true, preprint: true }, Q: 0.85 },
    { name: 'a preprint without DOI', features: { preprint: true }, Q: 0.7 },
    { name: 'a preprint without DOI, with a venue', features: { preprint: true, hasVenue: true }, Q: 0.7 },
    { name: 'web only', features: { webOnly: true }, Q: 0.35 },
    { name: 'web only, although the page names a DOI and a venue', features: { webOnly: true, hasDoi: true, hasVenue: true }, Q: 0.35 },
    { name: 'web only, a preprint', features: { webOnly: true, preprint: true }, Q: 0.35 },
  ])('$name', ({ features, Q }) => {
    expect(feature({ ...plain, ...features }).Q).toBe(Q)
  })
})

describe('M and P', () => {
  it.each([
    { sources: [], M: 0 },
    { sources: ['a'], M: 0 },
    { sources: ['a', 'b'], M: 0.5 },
    { sources: ['a', 'b', 'c'], M: 1 },
    { sources: ['a', 'b', 'c', 'd'], M: 1 },
  ])('M of $sources is $M', ({ sources, M }) => {
    expect(feature({ sources }).M).toBe(M)
  })

  it('P is 1 for primary research alone', () => {
    expect(feature({ primary: true }).P).toBe(1)
    expect(feature({ primary: false }).P).toBe(0)
  })
})

describe('N', () => {
  it.each([
    { name: 'nothing read', read: [], N: 1 },
    { name: 'nothing shared', read: [['x', 'y']], N: 1 },
    { name: 'half shared', read: [['a', 'b']], N: 0.5 },
    { name: 'the closest one counts', read: [['x'], ['a', 'b'], ['a']], N: 0.5 },
    { name: 'the same title', read: [['d', 'c', 'b', 'a']], N: 0 },
  ])('$name', ({ read, N }) => {
    expect(parts({ features: { titleTokens: ['a', 'b', 'c', 'd'] } }, { readTitleTokens: read }).N).toBe(N)
  })

  it('is 1 for a document without title tokens', () => {
    expect(parts({ features: { titleTokens: [] } }, { readTitleTokens: [[]] }).N).toBe(1)
  })
})

describe('yearOf', () => {
  it('reads the year of a date and refuses what is none', () => {
    expect(yearOf('2026-07-01')).toBe(2026)
    expect(() => yearOf('soon')).toThrow('not an ISO date: soon')
  })
})
