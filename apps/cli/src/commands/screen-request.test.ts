import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, it } from 'vitest'
import { type ScreenFlags, screenRequest } from './screen-request.ts'

const request = (flags: Partial<ScreenFlags>) => screenRequest({ question: 'Why?', ...flags })

describe('what is to be done', () => {
  const judge = { kind: 'judge', model: 'openai:m', all: false, limit: Number.POSITIVE_INFINITY, maxCostUsd: null }
  it.each([
    { name: 'nothing more', flags: {}, task: { kind: 'rank' } },
    { name: 'labels alone measure', flags: { labels: 'x' }, task: { kind: 'rank' } },
    { name: 'no model', flags: { model: ' None ' }, task: { kind: 'rank' } },
    { name: 'simulate', flags: { labels: 'x', simulate: true }, task: { kind: 'simulate', seeds: 10 } },
    { name: 'simulate, some seeds', flags: { labels: 'x', simulate: true, seeds: 3 }, task: { kind: 'simulate', seeds: 3 } },
    {
      name: 'simulate, as many seeds as may be',
      flags: { labels: 'x', simulate: true, seeds: 1000 },
      task: { kind: 'simulate', seeds: 1000 },
    },
    { name: 'simulate, and no model', flags: { labels: 'x', simulate: true, model: 'none' }, task: { kind: 'simulate', seeds: 10 } },
    { name: 'learn', flags: { labels: 'x', learn: true }, task: { kind: 'learn' } },
    { name: 'a model', flags: { model: 'openai:m' }, task: judge },
    {
      name: 'a model with limits',
      flags: { model: 'openai:m', all: true, limit: 9, maxCost: 2 },
      task: { ...judge, all: true, limit: 9, maxCostUsd: 2 },
    },
    { name: 'a model, and labels that measure it', flags: { model: 'openai:m', labels: 'x' }, task: judge },
  ])('$name', ({ flags, task }) => {
    expect(request(flags).task).toEqual(task)
  })
  it('question and column without blanks around them', () => {
    expect(request({ question: ' Why? ', labels: ' x ' })).toMatchObject({ question: 'Why?', labels: 'x' })
    expect(request({}).labels).toBeNull()
  })
  it.each([
    { flags: {}, format: 'text' },
    { flags: { json: true }, format: 'json' },
    { flags: { format: 'json', json: true }, format: 'json' },
    { flags: { format: 'csv' }, format: 'csv' },
  ] as const)('as $format', ({ flags, format }) => {
    expect(request(flags).format).toBe(format)
  })
})

it.each([
  { flags: { question: '  ' }, says: '--question is empty: say what the review asks' },
  { flags: { labels: ' ' }, says: '--labels takes the name of a column' },
  { flags: { json: true, format: 'csv' }, says: '--json and --format csv contradict each other' },
  { flags: { labels: 'x', simulate: true, learn: true }, says: '--simulate and --learn are two things to do: choose one' },
  { flags: { labels: 'x', simulate: true, model: 'openai:m' }, says: '--simulate and --model openai:m are two things to do: choose one' },
  { flags: { simulate: true }, says: '--simulate needs labels: name their column with --labels' },
  { flags: { learn: true }, says: '--learn needs labels: name their column with --labels' },
  { flags: { seeds: 3, labels: 'x' }, says: '--seeds is for --simulate' },
  { flags: { seeds: 1001, labels: 'x', simulate: true }, says: '--seeds takes 1000 at most, not 1001' },
  { flags: { all: true }, says: '--all is for a model that screens: name one with --model' },
  { flags: { limit: 3, model: 'none' }, says: '--limit is for a model that screens: name one with --model' },
  { flags: { maxCost: 3 }, says: '--max-cost is for a model that screens: name one with --model' },
] as const)('bad usage: $says', ({ flags, says }) => {
  expect(() => request(flags)).toThrow(new UsageError(says))
})
