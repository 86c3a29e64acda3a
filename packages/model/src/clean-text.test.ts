import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanText, cleanValue } from './clean-text.ts'

// Read at run time: vite's JSON import refuses the lone surrogates that this case is about.
const pbr033 = JSON.parse(readFileSync(new URL('fixtures/pbr-033.json', import.meta.url), 'utf8')) as {
  input: { rows: { row: string; in: string }[] }
}

test.each([
  ['1', 'speci\ufffdc gain'],
  ['2', 'heat \ufffd'],
  ['3', '\ufffd fire'],
  ['4', 'fire \u{1f525} ok'],
  ['5', 'key\ufffd'],
  ['6', 'tab\tand\u0001control\u001f'],
])('PBR-033 row %s', (row, clean) => {
  expect(cleanText(pbr033.input.rows.find((entry) => entry.row === row)?.in ?? '')).toBe(clean)
})

test('values are cleaned at every depth, keys too', () => {
  expect(cleanValue({ 'a\0': ['b\0', { c: '\ud83d' }], n: 1, t: true, z: null })).toEqual({
    'a\ufffd': ['b\ufffd', { c: '\ufffd' }],
    n: 1,
    t: true,
    z: null,
  })
})
