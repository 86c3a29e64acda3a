import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { citationKeys } from './citation-keys.ts'

const record = (recordId: string, family: string | undefined, year: number | undefined, title: string): Record => ({
  recordId,
  source: 'library',
  ids: {},
  title,
  authors: family === undefined ? [] : [{ family }],
  ...(year === undefined ? {} : { year }),
  type: 'article',
})
const keysOf = (...records: Record[]) => citationKeys(records.map((item) => ({ record: item })))

test.each<[family: string | undefined, year: number | undefined, title: string, key: string]>([
  ['Goldberg', 2006, 'Spectra of graphs', 'Goldberg2006Spectra'],
  ['van den Berg', 2020, 'On the limits', 'vandenBerg2020Limits'],
  ['O’Hara', 2011, 'Cost', 'OHara2011Cost'],
  ['Gödel', 1931, 'The Über satz', 'Godel1931Uber'],
  ['Øster', 2000, 'A b', 'oster2000'],
  ['Weiß', 2000, 'A b', 'Weiss2000'],
  ['Łuk', 2000, 'A b', 'luk2000'],
  ['Lee', undefined, 'A b', 'Lee'],
  [undefined, undefined, 'Noise', 'Noise'],
  [undefined, 2020, 'A b', 'ref2020'],
])('%s, %s, %j', (family, year, title, key) => {
  expect(keysOf(record('r', family, year, title))).toEqual([key])
})

test('a group gives its first word', () => {
  expect(keysOf({ ...record('r', undefined, 2020, 'A b'), authors: [{ collective: 'Centre for Health' }] })).toEqual(['Centre2020'])
})

test.each<[key: string, kept: boolean]>([
  ['D12', true],
  ['smith:2020_a.b-c', true],
  ['12', false],
  ['_x', false],
  ['a b', false],
  ['ä', false],
  ['', false],
])('the given key %j is kept: %s', (key, kept) => {
  expect(citationKeys([{ key, record: record('r', 'Lee', 2020, 'A b') }])).toEqual([kept ? key : 'Lee2020'])
})

test('keys that differ in case only are told apart', () => {
  const [first, second] = citationKeys([{ key: 'Lee2020', record: record('r', 'X', 1, '') }, { record: record('s', 'lee', 2020, 'A b') }])
  expect(first).toMatch(/^Lee2020-[0-9a-f]{6}$/)
  expect(second).toMatch(/^lee2020-[0-9a-f]{6}$/)
})

test('a name without Latin letters or year gets a hash even when alone', () => {
  expect(keysOf(record('r', '顾', undefined, '潮'))).toEqual([expect.stringMatching(/^ref-[0-9a-f]{6}$/)])
})

test('records alike in all are counted; another id is another key', () => {
  const twin = record('r', 'Lee', 2020, 'Same title')
  const keys = keysOf(twin, twin, twin)
  expect(keys[1]).toBe(`${keys[0]}-2`)
  expect(keys[2]).toBe(`${keys[0]}-3`)
  const others = keysOf(twin, { ...twin, recordId: 's' })
  expect(new Set(others).size).toBe(2)
})
