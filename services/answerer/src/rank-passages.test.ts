import { describe, expect, it } from 'vitest'
import { rankPassages } from './rank-passages.ts'
import type { Reranker, Reranking } from './reranker.ts'

const context = { signal: new AbortController().signal, validSince: 7 }
const texts = ['T\n\nswitching is safe and switching helps', 'T\n\nbread', 'T\n\nswitching of bread']
const wanted = 'http:m'

function reranker(given: Reranking, name = wanted) {
  const asked: unknown[] = []
  const own: Reranker = {
    name,
    rerank: async (...question) => {
      asked.push(question)
      return given
    },
  }
  return { own, asked }
}
const order = async (...args: Parameters<typeof rankPassages>) => {
  const { ranked, ...rest } = await rankPassages(...args)
  return { order: ranked.map(({ position }) => position), ...rest }
}

describe('rankPassages', () => {
  it('by words where the run wants that, whatever is configured', async () => {
    const { own, asked } = reranker({ scores: [0, 1, 2], faults: [] })
    expect(await order('switching', texts, 'bm25', own, context)).toEqual({ order: [0, 2, 1], reranker: 'bm25', degraded: [] })
    expect(asked).toEqual([])
  })
  it('by the reranker that the run wants', async () => {
    const { own, asked } = reranker({ scores: [0.1, 0.2, 0.3], faults: [] })
    expect(await order('switching', texts, wanted, own, context)).toEqual({ order: [2, 1, 0], reranker: wanted, degraded: [] })
    expect(asked).toEqual([['switching', texts, context]])
  })
  it('what it does not score follows by words; each reason once with its count', async () => {
    const { own } = reranker({ scores: [null, 0.2, null], faults: ['a', 'b', 'a'] })
    expect(await order('switching', texts, wanted, own, context)).toEqual({
      order: [1, 0, 2],
      reranker: wanted,
      degraded: [
        { role: 'reranker', reason: 'a', count: 2 },
        { role: 'reranker', reason: 'b', count: 1 },
      ],
    })
  })
  it('where it scores nothing, all by words', async () => {
    const { own } = reranker({ scores: [null, null, null], faults: ['it is down'] })
    const { ranked, ...rest } = await rankPassages('switching', texts, wanted, own, context)
    expect(rest).toEqual({ reranker: 'bm25', degraded: [{ role: 'reranker', reason: 'it is down', count: 1 }] })
    expect(ranked[0]?.score).toBeGreaterThan(0)
  })
  it.each([
    { name: 'another one', own: reranker({ scores: [], faults: [] }, 'http:other').own, here: 'http:other is configured here' },
    { name: 'none', own: null, here: 'none is configured here' },
  ])('a process with $name ranks by words and says so', async ({ own, here }) => {
    expect(await order('switching', texts, wanted, own, context)).toEqual({
      order: [0, 2, 1],
      reranker: 'bm25',
      degraded: [{ role: 'reranker', reason: `the run asks for the reranker http:m, and ${here}`, count: 1 }],
    })
  })
  it('nothing to rank: nobody is asked', async () => {
    const { own, asked } = reranker({ scores: [], faults: [] })
    expect(await order('switching', [], wanted, own, context)).toEqual({ order: [], reranker: 'bm25', degraded: [] })
    expect(asked).toEqual([])
  })
})
