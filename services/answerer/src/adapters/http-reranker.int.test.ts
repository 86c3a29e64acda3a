import { type Answer, cut, says, silent } from '@winnow/http/testing/answering-server.ts'
import { start, useClientScene } from '@winnow/http/testing/client-scene.ts'
import { steppingClock } from '@winnow/http/testing/stepping-clock.ts'
import { describe, expect, test } from 'vitest'
import { rankPassages } from '../rank-passages.ts'
import { createHttpReranker, type RerankerSettings, textsOfRequest } from './http-reranker.ts'

const { newClient, serve } = useClientScene()
const context = { signal: new AbortController().signal, validSince: Number.POSITIVE_INFINITY }

/** A reranker over a server with these answers. */
async function scene(answers: readonly Answer[], change: Partial<RerankerSettings> = {}, timeoutMs?: number) {
  const server = await serve(...answers)
  const clock = steppingClock(start)
  const client = newClient({ clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  const reranker = createHttpReranker({ url: server.url, model: 'm', key: undefined, format: 'jina', ...change }, client)
  return { server, reranker, rerank: (...texts: readonly string[]) => reranker.rerank('q', texts, context) }
}
const json = (value: unknown): Answer => says(200, JSON.stringify(value), { 'content-type': 'application/json' })
const scores = (...list: readonly number[]) => json({ results: list.map((relevance_score, index) => ({ index, relevance_score })) })
/** Scores every text of a request by the number it ends with. */
const byNumber: Answer = (response, { body }) => {
  const { documents } = JSON.parse(body) as { documents: readonly string[] }
  const results = documents.map((text, index) => ({ index, relevance_score: Number(text.split(' ').at(-1)) }))
  response.writeHead(200).end(JSON.stringify({ results: results.reverse() }))
}

describe('a reranker over HTTP', () => {
  test.each<{ format: RerankerSettings['format']; path: string; body: object; answer: Answer }>([
    {
      format: 'jina',
      path: '/rerank',
      body: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2, return_documents: false },
      answer: scores(0.1, 0.9),
    },
    { format: 'cohere', path: '/v2/rerank', body: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2 }, answer: scores(0.1, 0.9) },
    { format: 'vllm', path: '/rerank', body: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2 }, answer: scores(0.1, 0.9) },
    {
      format: 'tei',
      path: '/rerank',
      body: { query: 'q', texts: ['a', 'b'], truncate: true },
      answer: json([
        { index: 1, score: 0.9 },
        { index: 0, score: 0.1 },
      ]),
    },
  ])('of $format is asked as it wants', async ({ format, path, body, answer }) => {
    const { server, rerank } = await scene([answer], { format, key: 's3cret' })
    expect(await rerank('a', 'b')).toEqual({ scores: [0.1, 0.9], faults: [] })
    expect(server.seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([['POST', path, 'Bearer s3cret']])
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(body)
  })
  test('is named by its model; without a key none is sent', async () => {
    const { server, reranker, rerank } = await scene([scores(1)])
    await rerank('a')
    expect(reranker.name).toBe('http:m')
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })
  test('is asked in batches of 32, whose scores stand side by side', async () => {
    const { server, rerank } = await scene([byNumber])
    const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`)
    expect(await rerank(...texts)).toEqual({ scores: texts.map((_, index) => index), faults: [] })
    expect(server.seen.map(({ body }) => (JSON.parse(body) as { documents: unknown[] }).documents.length)).toEqual([32, 32, 6])
    expect(textsOfRequest).toBe(32)
  })
  test('nothing to rank: it is not asked', async () => {
    const { server, rerank } = await scene([scores()])
    expect(await rerank()).toEqual({ scores: [], faults: [] })
    expect(server.seen).toEqual([])
  })
  test('a kept answer of the run is given again', async () => {
    const { server, reranker } = await scene([scores(0.4), scores(0.8)])
    const since = { signal: context.signal, validSince: Date.parse(start) }
    expect((await reranker.rerank('q', ['a'], since)).scores).toEqual([0.4])
    expect((await reranker.rerank('q', ['a'], since)).scores).toEqual([0.4])
    expect(server.seen).toHaveLength(1)
  })
  test('an interrupted run gives up', async () => {
    const { reranker } = await scene([silent])
    const given = new AbortController()
    const ranking = reranker.rerank('q', ['a'], { ...context, signal: given.signal })
    given.abort(new Error('paused'))
    await expect(ranking).rejects.toThrow('paused')
  })
})

describe('faults', () => {
  const texts = ['T\n\nswitching helps and switching is safe', 'T\n\nswitching of bread', 'U\n\nflour']
  test.each<{
    name: string
    answers: readonly Answer[]
    order: readonly number[]
    by: string
    reasons: readonly (string | RegExp)[]
    asked: number
    timeoutMs?: number
  }>([
    {
      name: 'fewer results',
      answers: [json({ results: [{ index: 2, relevance_score: 0.5 }] })],
      order: [2, 0, 1],
      by: 'http:m',
      reasons: ['it gave no score to 2 of 3 documents'],
      asked: 1,
    },
    {
      name: 'more, out of range',
      answers: [scores(0.1, 0.3, 0.2, 0.9)],
      order: [1, 2, 0],
      by: 'http:m',
      reasons: ['it scored a document that it was not given'],
      asked: 1,
    },
    {
      name: 'only indices that are none',
      answers: [json({ results: [{ index: 7, relevance_score: 1 }] })],
      order: [0, 1, 2],
      by: 'bm25',
      reasons: ['it scored a document that it was not given', 'it gave no score to 3 of 3 documents'],
      asked: 1,
    },
    {
      name: 'NaN, which is no JSON',
      answers: [says(200, '{"results":[{"index":0,"relevance_score":NaN}]}')],
      order: [0, 1, 2],
      by: 'bm25',
      reasons: [/^the reranker answered with something that is not whole JSON/],
      asked: 2,
    },
    { name: 'a web page', answers: [says(200, '<html>')], order: [0, 1, 2], by: 'bm25', reasons: [/not whole JSON/], asked: 2 },
    {
      name: 'another shape once, then scores',
      answers: [json({}), scores(0, 1, 2)],
      order: [2, 1, 0],
      by: 'http:m',
      reasons: [],
      asked: 2,
    },
    {
      name: 'an error of the server',
      answers: [says(500, 'out of memory')],
      order: [0, 1, 2],
      by: 'bm25',
      reasons: [/does not work at the moment \(500\): out of memory/],
      asked: 3,
    },
    { name: 'an error, then scores', answers: [says(503), scores(0, 1, 2)], order: [2, 1, 0], by: 'http:m', reasons: [], asked: 2 },
    { name: 'a refused key', answers: [says(401, 'no')], order: [0, 1, 2], by: 'bm25', reasons: [/refused the key/], asked: 1 },
    {
      name: 'a refused request',
      answers: [says(422, 'too long')],
      order: [0, 1, 2],
      by: 'bm25',
      reasons: [/refused the request \(422\): too long/],
      asked: 1,
    },
    { name: 'throttled, then scores', answers: [says(429), scores(0, 1, 2)], order: [2, 1, 0], by: 'http:m', reasons: [], asked: 2 },
    { name: 'a body that is cut', answers: [cut('{"results":[', 400)], order: [0, 1, 2], by: 'bm25', reasons: [/^reranker: /], asked: 3 },
    { name: 'no answer in time', answers: [silent], order: [0, 1, 2], by: 'bm25', reasons: [/^reranker: /], asked: 3, timeoutMs: 100 },
  ])('$name', async ({ answers, order, by, reasons, asked, timeoutMs }) => {
    const { server, reranker } = await scene(answers, {}, timeoutMs)
    const ranking = await rankPassages('switching', texts, 'http:m', reranker, context)
    expect(ranking.ranked.map(({ position }) => position)).toEqual(order)
    expect(ranking.reranker).toBe(by)
    expect(ranking.degraded.map(({ role, reason }) => [role, reason])).toEqual(
      reasons.map((reason) => ['reranker', typeof reason === 'string' ? reason : expect.stringMatching(reason)]),
    )
    expect(server.seen).toHaveLength(asked)
  })
  test('nobody is there', async () => {
    const { server, reranker } = await scene([])
    await server.stop()
    const { reranker: by, degraded } = await rankPassages('switching', texts, 'http:m', reranker, context)
    expect([by, degraded.length]).toEqual(['bm25', 1])
  })
  test.each([
    { name: 'one that it refuses: the others are asked', status: 413, asked: 3, unscored: 32 },
    { name: 'one at which it dies: the others are not', status: 401, asked: 2, unscored: 38 },
  ])('of several batches $name', async ({ status, asked, unscored }) => {
    const { server, rerank } = await scene([byNumber, says(status), byNumber])
    const { scores: given, faults } = await rerank(...Array.from({ length: 70 }, (_, index) => `text ${index}`))
    expect(given).toHaveLength(70)
    expect(given.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, index) => index))
    expect(given.filter((score) => score === null)).toHaveLength(unscored)
    expect(faults).toHaveLength(1)
    expect(server.seen).toHaveLength(asked)
  })
  test('no fault tells the key', async () => {
    const { rerank } = await scene([says(401, 'the key s3cret-key is wrong')], { key: 's3cret-key' })
    const { faults } = await rerank('a')
    expect(faults).toHaveLength(1)
    expect(faults.join()).not.toContain('s3cret-key')
  })
})
