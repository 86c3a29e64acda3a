import { buildOptions, buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { screeningFigures } from './screening-figures.ts'
import type { PairScore } from './state.ts'

const judged = (documentId: string, ...pairs: readonly Partial<PairScore>[]) => ({
  ...document(documentId),
  scores: Object.fromEntries(pairs.map((pair, i) => [`RQ${i + 1}`, { score: 0, by: {}, ...pair }])),
})
const two = (first: number, second: number, parts: Partial<PairScore> & { readonly by?: { readonly [name: string]: number } } = {}) => ({
  by: { 'openai:m': first },
  second: { score: second, by: 'openai:n' },
  ...parts,
})
const models = { ...buildOptions().models, screener: 'openai:m', screener2: 'openai:n' }

it('of one screener and no sample there are none', () => {
  expect(screeningFigures(buildState({ documents: [judged('D1', two(1, 0))] }))).toEqual({ two: null, sample: null })
  expect(screeningFigures(buildState({ options: { screeners: 1, rescreen: 0 } }))).toEqual({ two: null, sample: null })
})

describe('two screeners', () => {
  const figures = (documents: ReturnType<typeof judged>[], parts: object = {}) =>
    screeningFigures(buildState({ documents, aliases: { D9: 'D1' }, options: { screeners: 2, models, ...parts } })).two
  it('agree on three pairs of four', () => {
    expect(
      figures([
        judged('D1', two(0.5, 0.9), two(0, 0.49)),
        judged('D2', two(0.9, 0.4, { adjudicated: 0.5 }), two(0.1, 0.1)),
        judged('D9', two(1, 0)),
      ]),
    ).toEqual({ agreement: { pairs: 4, observed: 0.75, kappa: 0.5 }, notCompared: 0, adjudicated: 1, adjudicatedRelevant: 1 })
  })
  it('count what was decided between them', () => {
    expect(figures([judged('D1', two(1, 0, { adjudicated: 0.49 }), two(1, 0, { adjudicated: 0.7 }), two(1, 0))])).toMatchObject({
      adjudicated: 2,
      adjudicatedRelevant: 1,
    })
  })
  it.each<{ name: string; pair: Partial<PairScore>; routed: object; compared: number }>([
    { name: 'the second has not judged', pair: { by: { 'openai:m': 1 } }, routed: {}, compared: 0 },
    { name: 'the first has not judged', pair: { second: { score: 1, by: 'openai:n' } }, routed: {}, compared: 0 },
    { name: 'the first fell back', pair: two(1, 1, { by: { lexical: 1 } }), routed: {}, compared: 0 },
    { name: 'the first fell back on the ranking', pair: two(1, 1, { by: { ranking: 1 } }), routed: {}, compared: 0 },
    { name: 'the first fell back once', pair: two(1, 1, { by: { lexical: 1, 'openai:m': 0 } }), routed: {}, compared: 1 },
    { name: 'the first is words', pair: two(1, 1, { by: { lexical: 1 } }), routed: { screener: 'none' }, compared: 1 },
    { name: 'the second fell back', pair: two(1, 1, { second: { score: 1, by: 'ranking' } }), routed: {}, compared: 0 },
    { name: 'the second is rules', pair: two(1, 1, { second: { score: 1, by: 'ranking' } }), routed: { screener2: 'none' }, compared: 1 },
  ])('$name: $compared compared', ({ pair, routed, compared }) => {
    expect(figures([judged('D1', pair)], { models: { ...models, ...routed } })).toMatchObject({
      agreement: { pairs: compared },
      notCompared: 1 - compared,
    })
  })
})

describe('a sample of the exclusions', () => {
  const figures = (documents: ReturnType<typeof judged>[], rescreen = 3) =>
    screeningFigures(buildState({ documents, options: { rescreen } })).sample
  const out = (documentId: string, rescreened?: number) =>
    judged(documentId, { by: { m: 0.1 }, ...(rescreened === undefined ? {} : { rescreened }) })
  it('counts what screening decided before, and what the sample found', () => {
    const found = figures([judged('D1', { by: { m: 0.5 } }), judged('D2', { by: { m: 1 } }), out('D3', 0.5), out('D4', 0.49), out('D5', 0)])
    expect(found).toMatchObject({ included: 2, excluded: 3, sampled: 3, found: ['D3'], recall: { estimate: 2 / 3 } })
  })
  it('has only what was screened again', () => {
    expect(figures([judged('D1', { by: { m: 1 } }), out('D3', 0), out('D4'), out('D5')])).toMatchObject({
      excluded: 3,
      sampled: 1,
      found: [],
    })
    expect(figures([judged('D1', { by: { m: 1 } }), out('D3')])).toMatchObject({ sampled: 0, recall: null })
  })
  it('has no more than its size, whatever was screened again since', () => {
    expect(figures([out('D3', 0), out('D4', 0), out('D5', 0)], 2)).toMatchObject({ excluded: 3, sampled: 2 })
  })
})
