import { expect, test } from 'vitest'
import { isTooDeep, maxBodyDepth } from './is-too-deep.ts'

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

test.each<[string, unknown, number, boolean]>([
  ['text', 'x', 0, false],
  ['null', null, 0, false],
  ['an empty list, none allowed', [], 0, true],
  ['one level, one allowed', { a: 1 }, 1, false],
  ['two levels, one allowed', { a: 1, b: [] }, 1, true],
  ['two levels of both kinds, two allowed', [{ a: 1 }], 2, false],
  ['a hundred', nested(100), maxBodyDepth, false],
  ['one more', nested(101), maxBodyDepth, true],
  ['so many that they would exhaust a stack', nested(100_000), maxBodyDepth, true],
])('%s', (_, value, levels, deep) => {
  expect(isTooDeep(value, levels)).toBe(deep)
})
