import { describe, expect, test } from 'vitest'
import { isRerankReply, readRerankReply } from './rerank-reply.ts'

const one = (index: unknown, relevance_score: unknown) => ({ index, relevance_score })

describe('readRerankReply', () => {
  test.each<{ name: string; body: unknown; scores: readonly (number | null)[]; faults?: readonly string[] }>([
    { name: 'results', body: { results: [one(1, 0.9), one(0, 0.2)] }, scores: [0.2, 0.9] },
    {
      name: 'a bare list',
      body: [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
      scores: [0.2, 0.9],
    },
    { name: 'zero and negative scores', body: { results: [one(0, 0), one(1, -2)] }, scores: [0, -2] },
    {
      name: 'more beside them',
      body: { id: 'x', usage: {}, results: [{ ...one(0, 1), document: { text: 'a' } }, one(1, 0)] },
      scores: [1, 0],
    },
    { name: 'fewer', body: { results: [one(1, 0.9)] }, scores: [null, 0.9], faults: ['it gave no score to 1 of 2 documents'] },
    { name: 'none', body: { results: [] }, scores: [null, null], faults: ['it gave no score to 2 of 2 documents'] },
    {
      name: 'more, and out of range',
      body: { results: [one(0, 0.1), one(1, 0.2), one(2, 0.3), one(-1, 0.4)] },
      scores: [0.1, 0.2],
      faults: ['it scored a document that it was not given', 'it scored a document that it was not given'],
    },
    {
      name: 'an index that is none',
      body: { results: [one(0.5, 1), one('0', 1), one(null, 1), one(1, 0.2)] },
      scores: [null, 0.2],
      faults: [...Array.from({ length: 3 }, () => 'it scored a document that it was not given'), 'it gave no score to 1 of 2 documents'],
    },
    {
      name: 'twice: the first counts',
      body: { results: [one(0, 0.1), one(0, 0.9), one(1, 0.2)] },
      scores: [0.1, 0.2],
      faults: ['it scored a document twice'],
    },
    {
      name: 'no numbers',
      body: { results: [one(0, 'NaN'), one(1, null)] },
      scores: [null, null],
      faults: ['it gave a score that is no number', 'it gave a score that is no number', 'it gave no score to 2 of 2 documents'],
    },
    {
      name: 'a number that JSON makes endless',
      body: JSON.parse('{"results":[{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":1}]}'),
      scores: [null, 1],
      faults: ['it gave a score that is no number', 'it gave no score to 1 of 2 documents'],
    },
    {
      name: 'entries that are none',
      body: [null, 'a', { index: 0, score: 1 }, { index: 1, score: 2 }],
      scores: [1, 2],
      faults: ['it scored a document that it was not given', 'it scored a document that it was not given'],
    },
  ])('$name', ({ body, scores, faults = [] }) => {
    expect(readRerankReply(body, 2)).toEqual({ scores, faults })
    expect(isRerankReply(body)).toBe(true)
  })

  test.each([undefined, null, 'text', 3, {}, { results: 'x' }, { results: null }])('%j is no reply of a reranker', (body) => {
    expect(readRerankReply(body, 2)).toBeNull()
    expect(isRerankReply(body)).toBe(false)
  })
})
