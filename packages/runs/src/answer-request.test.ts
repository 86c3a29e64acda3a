import { runRequested } from '@winnow/contracts/events/command.ts'
import { expect, test } from 'vitest'
import { type AnswerWish, answerRequest, defaultAnswerOptions } from './answer-request.ts'
import { wishFor } from './testing/wish.ts'
import { UsageError } from './usage-error.ts'
import { promptSet, version } from './version.ts'

const library = [{ hash: 'a'.repeat(64), name: 'refs.bib' }]
const wish = (parts: Partial<AnswerWish> = {}): AnswerWish => ({
  question: ' What helps?\n',
  asOf: '2026-06-30',
  sources: ['library', 'web'],
  fromYear: null,
  toYear: 2020,
  limits: { maxTokens: 10, maxCostUsd: null, maxMinutes: 3 },
  onProviderFailure: 'stop',
  models: { ...wishFor('q').models, screener: 'openai:s', judge: 'openai:j', agent: 'openai:a', summarizer: 'openai:b' },
  answer: { ...defaultAnswerOptions, reranker: 'bm25' },
  ...parts,
})

test('the limits of spec §13', () => {
  expect(defaultAnswerOptions).toEqual({ topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3 })
})

test('a request names what an answer uses, and nothing of research', () => {
  const none = Object.fromEntries(
    ['planner', 'intent', 'query', 'screener', 'reader', 'synthesizer', 'critic', 'writer'].map((role) => [role, 'none']),
  )
  const request = answerRequest(wish(), library)
  expect(request).toEqual({
    question: 'What helps?',
    asOf: '2026-06-30',
    criteria: null,
    options: {
      sources: ['library', 'web'],
      fromYear: null,
      toYear: 2020,
      maxSubquestions: 1,
      limits: {
        maxIterations: 3,
        maxReads: 30,
        // Six searches of two sources.
        maxSearches: 12,
        maxTokens: 10,
        maxCostUsd: null,
        maxMinutes: 3,
        maxSnowballRounds: 2,
      },
      fullText: false,
      planOnly: false,
      onProviderFailure: 'stop',
      models: { ...none, judge: 'openai:j', agent: 'openai:a', summarizer: 'openai:b' },
      plan: null,
      answer: { ...defaultAnswerOptions, reranker: 'bm25' },
    },
    libraries: library,
    promptSet,
    codeVersion: version,
  })
  expect(runRequested.schema.parse(request)).toEqual(request)
})

test('sources that cannot be used are named; roles that nobody routed are none', () => {
  const { agent: _a, summarizer: _s, ...models } = wish().models
  const unusableSources = [{ source: 'web', reason: 'no key' }]
  const { options } = answerRequest(wish({ models, unusableSources }), library)
  expect(options).toMatchObject({ models: { agent: 'none', summarizer: 'none' }, unusableSources })
})

test.each([
  ['no question', wish({ question: ' ' }), library, 'the question is empty: winnow answer "What'],
  ['too long a question', wish({ question: 'q'.repeat(4001) }), library, /has 4001 characters, at most 4000 are read$/],
  ['years the wrong way round', wish({ fromYear: 2021 }), library, '--from 2021 is after --to 2020'],
  ['no library', wish(), [], 'the source library is named, but no library'],
])('%s', (_, given, libraries, message) => {
  expect(() => answerRequest(given, libraries)).toThrow(UsageError)
  expect(() => answerRequest(given, libraries)).toThrow(message)
})
