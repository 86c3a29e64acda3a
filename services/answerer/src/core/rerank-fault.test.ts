import { expect, test } from 'vitest'
import { rerankFault } from './rerank-fault.ts'

const answer = (status: number, body: string) => ({ status, headers: {}, body })
const good = '{"results":[]}'

test.each([
  { status: 200, kind: null },
  { status: 299, kind: null },
  { status: 199, kind: 'bad-request' },
  { status: 300, kind: 'bad-request' },
  { status: 400, kind: 'bad-request' },
  { status: 401, kind: 'unauthorised' },
  { status: 402, kind: 'budget-spent' },
  { status: 403, kind: 'unauthorised' },
  { status: 404, kind: 'not-found' },
  { status: 405, kind: 'not-found' },
  { status: 408, kind: 'broken' },
  { status: 413, kind: 'bad-request' },
  { status: 429, kind: 'throttled' },
  { status: 499, kind: 'bad-request' },
  { status: 500, kind: 'broken' },
  { status: 503, kind: 'broken' },
])('$status is $kind', ({ status, kind }) => {
  expect(rerankFault(answer(status, good))?.kind ?? null).toBe(kind)
})

test.each([
  {
    name: 'not JSON',
    body: '{"results":[{"index":0,"relevance_score":NaN}]}',
    message: 'the reranker answered with something that is not whole JSON',
  },
  { name: 'a web page', body: '<html></html>', message: 'the reranker answered with something that is not whole JSON' },
  { name: 'another shape', body: '{"data":[]}', message: 'the reranker answered with an unknown shape' },
])('a good status with $name cannot be read', ({ body, message }) => {
  expect(rerankFault(answer(200, body))).toEqual({ kind: 'unreadable', message })
})

test.each([
  { name: 'what it said', body: '{"error":\n "too  long"}', out: ' (400): {"error": "too long"}' },
  { name: 'no web page', body: '<html>no</html>', out: ' (400)' },
  { name: 'nothing', body: ' ', out: ' (400)' },
  { name: 'the beginning of much', body: 'x'.repeat(201), out: ` (400): ${'x'.repeat(200)}` },
])('a fault repeats $name', ({ body, out }) => {
  expect(rerankFault(answer(400, body))?.message).toBe(`the reranker refused the request${out}`)
})

test.each([
  { status: 401, says: 'WINNOW_RERANKER_KEY' },
  { status: 404, says: 'WINNOW_RERANKER_URL' },
])('$status says what to set', ({ status, says }) => {
  expect(rerankFault(answer(status, ''))?.message).toContain(says)
})
