import { describe, expect, test } from 'vitest'
import { askedScreening } from './asked-screening.ts'
import { wishFor } from './testing/wish.ts'
import { UsageError } from './usage-error.ts'

const { models: none } = wishFor('How?')
const screener = { ...none, screener: 'openai:a' }
const screener2 = { ...none, screener2: 'openai:b' }

describe('how a run screens', () => {
  test.each([
    { name: 'nothing said, no model', asked: {}, models: none, to: {} },
    { name: 'nothing said, a model', asked: {}, models: screener, to: { rescreen: 20 } },
    { name: 'nothing said, a model of the second screener', asked: {}, models: screener2, to: { rescreen: 20 } },
    { name: 'a model of another role', asked: {}, models: { ...none, reader: 'openai:a' }, to: {} },
    { name: 'no sample', asked: { rescreen: 0 }, models: screener, to: {} },
    { name: 'a sample by rules', asked: { rescreen: 5 }, models: none, to: { rescreen: 5 } },
    { name: 'the largest', asked: { rescreen: 1000 }, models: none, to: { rescreen: 1000 } },
    { name: 'one screener', asked: { screeners: 1 }, models: none, to: {} },
    { name: 'two', asked: { screeners: 2, rescreen: 0 }, models: screener, to: { screeners: 2 } },
  ])('$name', ({ asked, models, to }) => {
    expect(askedScreening(asked, models)).toEqual(to)
  })
  test.each([
    [{ screeners: 3 }, '--screeners takes 1 or 2, not 3'],
    [{ screeners: 0 }, '--screeners takes 1 or 2, not 0'],
    [{ rescreen: 1001 }, '--rescreen takes a whole number from 0 to 1000, not 1001'],
    [{ rescreen: -1 }, '--rescreen takes a whole number from 0 to 1000, not -1'],
    [{ rescreen: 1.5 }, '--rescreen takes a whole number from 0 to 1000, not 1.5'],
  ])('%o is refused', (asked, words) => {
    expect(() => askedScreening(asked, none)).toThrow(new UsageError(words))
  })
})
