import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { expect, test } from 'vitest'
import { type AnswerInstallation, requestedAnswer } from './requested-answer.ts'

const all = (model: string) => Object.fromEntries(modelRoles.map((role) => [role, model])) as RunOptions['models']
const installation: AnswerInstallation = {
  today: '2026-11-30',
  chooseSources: (named, hasLibrary) => ({ sources: named ?? [hasLibrary ? 'library' : 'free'], unusable: [] }),
  resolveModels: (model, perRole) => ({ models: { ...all(model ?? 'set up'), ...perRole }, notes: [`model ${model ?? 'of the server'}`] }),
  reranker: 'http:ranker',
}

test('whatever is left out has its default', () => {
  expect(requestedAnswer({ question: 'How?' }, installation)).toEqual({
    wish: {
      question: 'How?',
      asOf: '2026-11-30',
      sources: ['free'],
      unusableSources: [],
      fromYear: null,
      toYear: null,
      limits: { maxTokens: null, maxCostUsd: null, maxMinutes: null },
      onProviderFailure: 'stop',
      models: all('set up'),
      answer: { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'http:ranker' },
    },
    notes: ['model of the server'],
  })
})

test('whatever is asked for is taken', () => {
  const limits = { maxTokens: 9, maxCostUsd: 2, maxMinutes: 3 }
  const answer = { topK: 20, topN: 2, passageTokens: 100, maxSearches: 0, maxTurns: 3, attempts: 1, reranker: 'bm25' }
  const asked = {
    question: 'How?',
    asOf: '2020-01-02',
    sources: ['web'],
    fromYear: 2001,
    toYear: 2002,
    limits,
    onProviderFailure: 'degrade' as const,
    model: 'openai:m',
    models: { agent: 'openai:a' },
    answer,
  }
  const { wish, notes } = requestedAnswer(asked, installation)
  const { model: _model, ...rest } = asked
  expect(wish).toEqual({ ...rest, unusableSources: [], models: { ...all('openai:m'), agent: 'openai:a' } })
  expect(notes).toEqual(['model openai:m'])
})

test('what is asked for as undefined is not asked for', () => {
  const { wish } = requestedAnswer({ question: 'q', limits: { maxTokens: undefined }, answer: { topN: undefined, topK: 7 } }, installation)
  expect([wish.limits.maxTokens, wish.answer.topN, wish.answer.topK]).toEqual([null, 10, 7])
})

test('with a library it is the source', () => {
  expect(requestedAnswer({ question: 'q', libraries: ['a'.repeat(64)] }, installation).wish.sources).toEqual(['library'])
  expect(requestedAnswer({ question: 'q', libraries: [] }, installation).wish.sources).toEqual(['free'])
})

test('sources that cannot be used are told', () => {
  const chooseSources = () => ({ sources: ['arxiv'], unusable: [{ source: 'web', reason: 'no key' }] })
  const { wish, notes } = requestedAnswer({ question: 'q' }, { ...installation, chooseSources })
  expect(wish.unusableSources).toEqual([{ source: 'web', reason: 'no key' }])
  expect(notes).toEqual(['model of the server', 'web is left out: no key'])
})
