import type { AnswerContent, SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import { describe, expect, test } from 'vitest'
import { failedFilters, filterMeanings, type SampleFacts, supportShare, usualSupport, validityFilters } from './validity.ts'

type Sentence = AnswerContent['paragraphs'][number][number]

const sentence = (support: SentenceSupport, documentIds: string[] = ['D1']): Sentence => ({ text: 'Said.', documentIds, support })
const cite = (n: number, documentId: string) => ({ n, documentId, url: null, title: 't' })
const content = (paragraphs: Sentence[][], parts: Partial<AnswerContent> = {}): AnswerContent => ({
  question: 'Q?',
  mode: 'model',
  paragraphs,
  citations: [cite(1, 'D1'), cite(2, 'D2')],
  ...parts,
})
const valid: SampleFacts = {
  completed: true,
  content: content([[sentence('supported'), sentence('partial', [])], [sentence('supported', ['D2', 'D1'])]]),
  shown: new Set(['D1', 'D2', 'D3']),
  removedMarks: 0,
  fallbacks: 0,
  cutReplies: 0,
}

describe('each filter on its own', () => {
  test.each([
    { name: 'a valid answer', facts: {}, failed: [] },
    { name: 'the run did not come to its end', facts: { completed: false }, failed: ['finished'] },
    { name: 'extractive', facts: { content: content([[sentence('supported')]], { mode: 'extractive' }) }, failed: ['by-model'] },
    { name: 'a cut reply', facts: { cutReplies: 1 }, failed: ['whole'] },
    { name: 'a step that fell back', facts: { fallbacks: 1 }, failed: ['usable-replies'] },
    { name: 'a removed mark', facts: { removedMarks: 1 }, failed: ['citations-valid'] },
    { name: 'a mark of a document that was not shown', facts: { shown: new Set(['D1']) }, failed: ['citations-valid'] },
    {
      name: 'a mark of a document that is not listed',
      facts: { content: content([[sentence('supported', ['D3'])]]) },
      failed: ['citations-valid'],
    },
    { name: 'no support', facts: { content: content([[sentence('unsupported')]]) }, failed: ['supported'] },
    // A share of nothing is none: what cites nothing is not supported either.
    { name: 'no citation', facts: { content: content([[sentence('cannot-check', [])]]) }, failed: ['cited', 'supported'] },
    {
      name: 'no answer fails all that look at it',
      facts: { content: null },
      failed: ['finished', 'by-model', 'cited', 'citations-valid', 'supported'],
    },
    {
      name: 'everything at once, in their order',
      facts: { completed: false, content: null, fallbacks: 2, cutReplies: 2, removedMarks: 3 },
      failed: [...validityFilters],
    },
  ] satisfies readonly { name: string; facts: Partial<SampleFacts>; failed: string[] }[])('$name', ({ facts, failed }) => {
    expect(failedFilters({ ...valid, ...facts }, 0.5)).toEqual(failed)
  })
})

describe('the share of supported sentences', () => {
  const half = content([[sentence('supported'), sentence('partial')]])
  test.each([
    { name: 'partial is not supported', of: half, share: 1 / 2 },
    { name: 'what could not be checked is not verified', of: content([[sentence('supported'), sentence('cannot-check')]]), share: 1 / 2 },
    { name: 'sentences without marks do not count', of: content([[sentence('supported'), sentence('unsupported', [])]]), share: 1 },
    { name: 'none cites', of: content([[sentence('supported', [])]]), share: 0 },
    { name: 'no answer', of: null, share: 0 },
  ])('$name', ({ of, share }) => {
    expect(supportShare(of)).toBe(share)
  })

  test.each([
    { name: 'at the threshold', least: 0.5, failed: [] },
    { name: 'below it', least: 0.501, failed: ['supported'] },
    { name: 'no threshold', least: 0, failed: [] },
  ])('$name', ({ least, failed }) => {
    expect(failedFilters({ ...valid, content: half }, least)).toEqual(failed)
  })

  test('half, unless told', () => {
    expect(usualSupport).toBe(0.5)
  })
})

test('every filter is explained', () => {
  expect(Object.keys(filterMeanings)).toEqual([...validityFilters])
  for (const meaning of Object.values(filterMeanings)) expect(meaning).toMatch(/\w+ \w+/)
})
