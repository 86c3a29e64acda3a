import { expect, test } from 'vitest'
import pbr006 from './fixtures/pbr-006.json' with { type: 'json' }
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse(pbr006.input.now)

test.each([
  ['1', 120_000],
  ['2', 120_000],
  ['3', 120_000],
  ['4', 0],
  ['5', 0],
  ['6', 493],
  ['7', null],
  ['8', null],
  ['9', null],
  ['10', null],
  ['11', 1_773_144_120_000],
  ['12', 21_600_000],
])('PBR-006 row %s asks for %j ms', (row, asked) => {
  const header = pbr006.input.rows.find((entry) => entry.row === row)?.header
  expect(readRetryAfter(header, now)).toBe(asked)
})

test.each([
  [undefined, null],
  [' 2 ', 2_000],
  ['1.', null],
  ['Tue, 10 Mar 2026', null],
  ['Tue, 99 Xyz 2026 12:00:00 GMT', null],
])('%j → %j', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})
