import { describe, expect, test } from 'vitest'
import { screeningWords } from './screening-words.ts'

const two = {
  agreement: { pairs: 120, observed: 0.925, kappa: 0.8149 },
  notCompared: 0,
  adjudicated: 9,
  adjudicatedRelevant: 4,
}
const recall = { estimate: 0.8571, low: 0.6, high: 0.98, method: 'how' }
const sample = { included: 12, excluded: 100, sampled: 20, found: ['D3', 'D4'], recall }

test('nothing but the flow', () => {
  expect(screeningWords({ two: null, sample: null })).toEqual([])
})

describe('two screeners', () => {
  const told = (parts: Partial<typeof two> | { readonly agreement: object }) =>
    screeningWords({ two: { ...two, ...parts } as typeof two, sample: null })
  test('agree, and are adjudicated', () => {
    expect(told({})).toEqual([
      'Two screeners judged 120 pairs of document and subquestion, neither seeing what the other said: they agree on 93 % of them (Cohen’s kappa 0.81).',
      '9 pairs on which they disagreed were adjudicated: 4 included, 5 excluded.',
    ])
  })
  test('one pair, and nothing to adjudicate', () => {
    expect(told({ agreement: { pairs: 1, observed: 1, kappa: null }, adjudicated: 0, adjudicatedRelevant: 0 })).toEqual([
      'Two screeners judged 1 pair of document and subquestion, neither seeing what the other said: they agree on 100 % of them (Cohen’s kappa not defined, as both always say the same).',
      'Nothing had to be adjudicated.',
    ])
  })
  test('of whom one judged more', () => {
    expect(told({ notCompared: 1 })[1]).toBe('1 pair was judged by one of them alone.')
    expect(told({ notCompared: 2, adjudicated: 1, adjudicatedRelevant: 1 }).slice(1)).toEqual([
      '2 pairs were judged by one of them alone.',
      '1 pair on which they disagreed was adjudicated: 1 included, 0 excluded.',
    ])
  })
  test('who have nothing in common', () => {
    expect(told({ agreement: { pairs: 0, observed: null, kappa: null }, notCompared: 3 })[0]).toBe(
      'Two screeners were asked for, but no pair of document and subquestion was judged by both.',
    )
  })
})

describe('a sample of the exclusions', () => {
  test.each([
    [
      'with finds',
      {},
      'Of 100 excluded documents, 20 drawn at random were screened again: 2 were found relevant and included. Recall of the screening, before these: 0.86 (95 % interval 0.60 to 0.98), from 12 included documents and this sample (how).',
    ],
    [
      'without one',
      { sampled: 1, found: [], included: 1 },
      'Of 100 excluded documents, 1 drawn at random was screened again: 0 were found relevant. Recall of the screening, before these: 0.86 (95 % interval 0.60 to 0.98), from 1 included document and this sample (how).',
    ],
    ['with one', { found: ['D3'] }, 'screened again: 1 was found relevant and included.'],
    ['of nothing', { excluded: 0, sampled: 0 }, 'Screening excluded nothing, so that no exclusion was screened again.'],
    ['that was not screened', { excluded: 1, sampled: 0 }, 'None of the 1 excluded document was screened again.'],
    ['in a run that found nothing', { recall: null }, 'The recall of the screening cannot be told, as nothing was found relevant.'],
  ])('%s', (_, parts, words) => {
    expect(screeningWords({ two: null, sample: { ...sample, ...parts } })).toEqual([expect.stringContaining(words)])
  })
  test('is told after two screeners', () => {
    expect(screeningWords({ two, sample })).toHaveLength(3)
  })
})
