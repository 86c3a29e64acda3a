import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { describe, expect, test } from 'vitest'
import { type Installation, requestedWish, subquestions, wishNotes } from './requested-wish.ts'
import { wishFor } from './testing/wish.ts'
import { UsageError } from './usage-error.ts'

const all = (model: string) => Object.fromEntries(modelRoles.map((role) => [role, model])) as RunOptions['models']
const installation: Installation = {
  today: '2026-11-30',
  chooseSources: (named, hasLibrary) => ({ sources: named ?? [hasLibrary ? 'library' : 'free'], unusable: [] }),
  resolveModels: (model, perRole) => ({ models: { ...all(model ?? 'set up'), ...perRole }, notes: [`model ${model ?? 'of the server'}`] }),
  readSeeds: (typed, sources) => typed.map((seed) => `${seed} at ${sources.join()}`),
}
const hash = 'a'.repeat(64)

test('whatever is left out has its default', () => {
  expect(requestedWish({ question: 'How?' }, installation)).toEqual({
    wish: {
      question: 'How?',
      asOf: '2026-11-30',
      criteria: null,
      sources: ['free'],
      unusableSources: [],
      seeds: [],
      fromYear: null,
      toYear: null,
      maxSubquestions: 5,
      limits: {
        maxIterations: 3,
        maxReads: 30,
        maxSearches: 40,
        maxTokens: null,
        maxCostUsd: null,
        maxMinutes: null,
        maxSnowballRounds: 2,
      },
      fullText: false,
      planOnly: false,
      onProviderFailure: 'stop',
      models: all('set up'),
      plan: null,
      rescreen: 20,
    },
    notes: ['model of the server'],
  })
})

test('whatever is said holds', () => {
  const plan = [{ text: 'Which?', rationale: '', priority: 1 }]
  const { wish } = requestedWish(
    {
      question: 'How?',
      asOf: '2026-01-02',
      criteria: 'humans',
      sources: ['a', 'b'],
      fromYear: 2001,
      toYear: 2002,
      maxSubquestions: 7,
      limits: { maxReads: 1, maxTokens: 2, maxCostUsd: 3, maxMinutes: 4, maxIterations: 5, maxSearches: 6, maxSnowballRounds: 0 },
      fullText: true,
      planOnly: true,
      onProviderFailure: 'degrade',
      model: 'general',
      models: { judge: 'special' },
      plan,
      seeds: ['doi:10.5555/x'],
      screeners: 2,
      rescreen: 7,
    },
    installation,
  )
  expect(wish).toEqual({
    question: 'How?',
    asOf: '2026-01-02',
    criteria: 'humans',
    sources: ['a', 'b'],
    unusableSources: [],
    seeds: ['doi:10.5555/x at a,b'],
    fromYear: 2001,
    toYear: 2002,
    maxSubquestions: 7,
    limits: { maxReads: 1, maxTokens: 2, maxCostUsd: 3, maxMinutes: 4, maxIterations: 5, maxSearches: 6, maxSnowballRounds: 0 },
    fullText: true,
    planOnly: true,
    onProviderFailure: 'degrade',
    models: { ...all('general'), judge: 'special' },
    plan,
    screeners: 2,
    rescreen: 7,
  })
})

test('some limits are the default, also those that are named without a value', () => {
  const { wish } = requestedWish({ question: 'How?', limits: { maxReads: 2, maxIterations: undefined } }, installation)
  expect([wish.limits.maxReads, wish.limits.maxIterations]).toEqual([2, 3])
})

test.each([
  [undefined, 'free'],
  [[], 'free'],
  [[hash], 'library'],
])('with the libraries %o the sources are: %s', (libraries, source) => {
  expect(requestedWish({ question: 'How?', libraries }, installation).wish.sources).toEqual([source])
})

describe('what will not be done as asked', () => {
  const unusable = [{ source: 'web', reason: 'no key' }]
  test.each([
    ['nothing', wishFor('q'), []],
    ['criteria that a model applies', wishFor('q', { criteria: 'c', models: all('m') }), []],
    [
      'criteria without a model',
      wishFor('q', { criteria: 'c' }),
      ['--criteria is not applied: screening without a model only compares words'],
    ],
    [
      'criteria that a second screener’s model applies',
      wishFor('q', { criteria: 'c', screeners: 2, models: { ...all('none'), screener2: 'm' } }),
      [],
    ],
    [
      'criteria that its model does not see, as one screener is asked for',
      wishFor('q', { criteria: 'c', models: { ...all('none'), screener2: 'm' } }),
      ['--criteria is not applied: screening without a model only compares words'],
    ],
    [
      'criteria that the ranking weighs',
      wishFor('q', { criteria: 'c', screeners: 2 }),
      ['--criteria is not applied: screening without a model only compares words'],
    ],
    ['a source without a key', wishFor('q', { unusableSources: unusable }), ['web is left out: no key']],
  ])('%s', (_, wish, notes) => {
    expect(wishNotes(wish)).toEqual(notes)
  })

  test('is told with a request, after the notes about models', () => {
    const chosen = { ...installation, chooseSources: () => ({ sources: ['a'], unusable }) }
    const { wish, notes } = requestedWish({ question: 'How?' }, chosen)
    expect([wish.unusableSources, notes]).toEqual([unusable, ['model of the server', 'web is left out: no key']])
  })
})

describe('subquestions at most', () => {
  const plan = (count: number) => Array.from({ length: count }, () => ({ text: 't', rationale: '', priority: 1 }))
  test.each([
    ['the default', {}, 5],
    ['as asked', { maxSubquestions: 2 }, 2],
    ['a short plan', { plan: plan(4) }, 5],
    ['a long plan', { plan: plan(6) }, 6],
    ['a plan that just fits', { plan: plan(3), maxSubquestions: 3 }, 3],
  ])('%s', (_, given, most) => {
    expect(subquestions(given)).toBe(most)
  })

  test('a plan with more is bad usage', () => {
    expect(() => subquestions({ plan: plan(4), maxSubquestions: 3 })).toThrow(
      new UsageError('the plan has 4 subquestions, more than --max-subquestions 3'),
    )
  })
})
