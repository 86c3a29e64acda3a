import pbr006 from '@winnow/http/fixtures/pbr-006.json' with { type: 'json' }
import { readRetryAfter } from '@winnow/http/retry-after.ts'
import { expect, test } from 'vitest'
import { retryDelay } from './retry-policy.ts'

test.each([
  ['1', 120_000],
  ['2', 120_000],
  ['3', 120_000],
  ['4', 0],
  ['5', 0],
  ['6', 493],
  ['7', 1_000],
  ['8', 1_000],
  ['9', 1_000],
  ['10', 1_000],
  ['11', 300_000],
  ['12', 300_000],
])('PBR-006 row %s: the first wait is %j ms', (row, wait) => {
  const header = pbr006.input.rows.find((entry) => entry.row === row)?.header
  const retryAfterMs = readRetryAfter(header, Date.parse(pbr006.input.now))
  const failure = { kind: 'throttled', message: '', retryAfterMs, adapted: false } as const
  expect(retryDelay({ failure, attempts: 1, answeredBefore: true, jitter: 0 })).toBe(wait)
})
