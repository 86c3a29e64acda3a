import { newCorpus } from '@winnow/domain/corpus.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { reviewOutcome } from './review-outcome.ts'

const corpus = newCorpus()
corpus.records.set('library:a', {
  recordId: 'a',
  source: 'library',
  ids: {},
  title: 'A trial in 12 towns',
  abstract: 'There were 340 patients.',
  authors: [],
  type: 'article',
})
corpus.records.set('library:b', { recordId: 'b', source: 'library', ids: {}, title: 'No 77', authors: [], type: 'article' })
const read = (id: string) => ({ records: [`library:${id}`], scores: { RQ1: 0.9 }, readFor: { RQ1: 'read' as const } })
const state = buildState({ documents: [document('D1', read('a')), document('D2', read('b')), document('D3')] })
const sentence = (text: string, ...citations: readonly string[]) => ({ text, citations: [...citations], evidence: [] })
const content = {
  title: 't',
  summary: [sentence('340 patients in 12 towns.', 'D1'), sentence('There are 77, and 78.', 'D2'), sentence('It was 5.', 'D9')],
  sections: [],
  notEstablished: [],
  contradictions: [],
  removedCitations: 0,
  mode: 'mixed' as const,
}
const material = { runId: 'eval-1', state, corpus, content, abstracts: new Map<string, string>() }
const cost = (costUsd: number | null, unpriced: number) => ({
  role: 'reader' as const,
  stage: 'reading' as const,
  calls: 2,
  failedCalls: 0,
  inputTokens: 1,
  outputTokens: 1,
  costUsd,
  unpriced,
})
const outcome = (parts: Partial<typeof material> = {}) => reviewOutcome('t', { ...material, ...parts }, 8, new Set(['a', 'z']), 1.23456)

test('has the figures of what was read on top', () => {
  expect(outcome()).toMatchObject({
    task: 't',
    records: 8,
    documents: 3,
    included: 2,
    read: 2,
    share: 0.25,
    foundIncluded: 1,
    recall: 0.5,
    precision: 0.5,
    screened: { documents: 2 },
    relevant: { documents: 2 },
    cited: { documents: 0, recall: 0 },
    citedWorks: 0,
    evidence: 0,
    costUsd: 0,
    calls: 0,
    degraded: [],
    mode: 'mixed',
    seconds: 1.235,
    runId: 'eval-1',
  })
})

describe('numbers of the report', () => {
  test('are looked up in titles and abstracts', () => {
    expect(outcome().traceable).toEqual({
      numbers: 5,
      traced: 3,
      untraced: [
        { number: '78', sentence: 'There are 77, and 78.' },
        { number: '5', sentence: 'It was 5.' },
      ],
    })
  })
  test('without a report there are none', () => {
    const none = reviewOutcome('t', { ...material, content: null }, 8, new Set(['a']), 1)
    expect([none.traceable, none.mode]).toEqual([{ numbers: 0, traced: 0, untraced: [] }, null])
  })
})

test.each([
  ['a known price', [cost(0.25, 0)], 0.25],
  ['no known price', [cost(null, 2)], null],
  ['a price that is known in part', [cost(0.25, 1)], null],
])('the cost of %s', (_, costs, costUsd) => {
  const spent = buildState({
    documents: [document('D1', read('a'))],
    costs: Object.fromEntries(costs.map((one, index) => [String(index), one])),
  })
  expect(outcome({ state: spent })).toMatchObject({ costUsd, calls: 2 })
})
