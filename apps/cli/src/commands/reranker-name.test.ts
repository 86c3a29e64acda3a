import { expect, test } from 'vitest'
import { configFrom } from '../config.ts'
import { rerankerName } from './reranker-name.ts'

test.each([
  { name: 'none', env: {}, out: 'bm25' },
  { name: 'the reference', env: { WINNOW_RERANKER_URL: 'http://127.0.0.1:8000' }, out: 'http:Qwen/Qwen3-Reranker-0.6B' },
  { name: 'another', env: { WINNOW_RERANKER_URL: 'http://h', WINNOW_RERANKER_MODEL: 'm' }, out: 'http:m' },
])('$name', ({ env, out }) => {
  expect(rerankerName(configFrom(env, '/w', {}))).toBe(out)
})
