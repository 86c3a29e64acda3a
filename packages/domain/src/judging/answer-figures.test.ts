import { describe, expect, it } from 'vitest'
import { type AnswerFigures, figureNames, figuresOf, modelFigures, pairedFigures } from './answer-figures.ts'

const none = Object.fromEntries(figureNames.map((name) => [name, null])) as AnswerFigures
const answer = (questionId: string, figures: Partial<AnswerFigures>) => ({ questionId, figures: { ...none, ...figures } })

it('the figures of an answer', () => {
  const judgement = {
    clarity: 7,
    insightfulness: 5,
    keyPointRecall: 0.5,
    score: 1.7,
    citations: { marks: 4, unresolved: 1, unsupported: 2, unchecked: 0, unresolvedRate: 0.25, unsupportedRate: 0.5 },
    searches: 3,
    words: 400,
    methods: { keyPoints: 'words', citations: 'words' },
    repeated: { quality: [], keyPoints: [] },
    addressedToJudge: [],
    failures: [],
  }
  expect(figuresOf(judgement, 0.2)).toEqual({
    clarity: 7,
    insightfulness: 5,
    keyPointRecall: 0.5,
    score: 1.7,
    unresolved: 0.25,
    unsupported: 0.5,
    searches: 3,
    words: 400,
    costUsd: 0.2,
  })
})

describe('the figures of a model', () => {
  it('are means over questions: several answers to one question are one value', () => {
    const figures = modelFigures([answer('q1', { clarity: 2 }), answer('q1', { clarity: 4 }), answer('q2', { clarity: 9 })])
    expect(figures.clarity).toMatchObject({ n: 2, mean: 6 })
  })
  it('leave unknown figures out, and are no 0', () => {
    const figures = modelFigures([answer('q1', { clarity: 4 }), answer('q2', {}), answer('q1', {})])
    expect(figures.clarity).toEqual({ n: 1, mean: 4, low: 4, high: 4 })
    expect(figures.insightfulness).toBeNull()
  })
  it('have no cost where that of one answer is unknown', () => {
    expect(modelFigures([answer('q1', { costUsd: 1 }), answer('q2', { costUsd: 3 })]).costUsd).toMatchObject({ mean: 2 })
    expect(modelFigures([answer('q1', { costUsd: 1 }), answer('q2', {})]).costUsd).toBeNull()
  })
})

it('two models are compared on the questions where both have the figure', () => {
  const a = [answer('q1', { words: 10, clarity: 5 }), answer('q1', { words: 30 }), answer('q2', { words: 7 }), answer('q3', { words: 1 })]
  const b = [answer('q2', { words: 9, clarity: 5 }), answer('q1', { words: 15 }), answer('q4', { words: 1 })]
  const compared = pairedFigures(a, b)
  expect(compared.words).toMatchObject({ difference: { n: 2, mean: 1.5 }, wins: 1, ties: 0, losses: 1 })
  expect(compared.clarity).toEqual({ difference: null, wins: 0, ties: 0, losses: 0, signTest: null })
  expect(Object.keys(compared)).toEqual(figureNames)
})
