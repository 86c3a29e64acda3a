import { expect, test } from 'vitest'
import { configFrom } from '../config.ts'
import { rerankerName } from './reranker-name.ts'

test.each([
  ['none is set', {}, 'bm25'],
  ['an address alone: the reference model', { WINNOW_RERANKER_URL: 'http://127.0.0.1:1' }, 'http:Qwen/Qwen3-Reranker-0.6B'],
  ['a model', { WINNOW_RERANKER_URL: 'http://127.0.0.1:1', WINNOW_RERANKER_MODEL: 'x/y' }, 'http:x/y'],
])('%s', (_, environment, name) => {
  expect(rerankerName(configFrom(environment, '/w', {}))).toBe(name)
})
