import { describe, expect, test } from 'vitest'
import { countMember, firstText, listMember, member, textMember } from './json-members.ts'

const value = { a: { b: ['x', 7, null, ' ', { c: 'd' }] }, n: 0, t: 'text', e: [], z: null, deep: [[2019]] }

describe('member', () => {
  test.each([
    [['a', 'b', 4, 'c'], 'd'],
    [['deep', 0, 0], 2019],
    [[], value],
    [['z'], null],
    [['z', 'a'], undefined],
    [['a', 'b', 9], undefined],
    [['t', 'length'], undefined],
    [['toString'], undefined],
    [['a', 'constructor'], undefined],
  ])('%j is %j', (path, expected) => {
    expect(member(value, ...path)).toEqual(expected)
  })
})

test('texts', () => {
  expect(['t', 'n', 'z', 'e', 'a', 'x'].map((key) => textMember(value, key))).toEqual([
    'text',
    '0',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(textMember(value, 'a', 'b', 3)).toBeUndefined()
  expect(textMember(undefined, 'a')).toBeUndefined()
})

test('lists', () => {
  expect(listMember(value, 'e')).toEqual([])
  expect(listMember(value, 'a', 'b')).toHaveLength(5)
  expect(listMember(value, 't')).toEqual([])
  expect(listMember(null)).toEqual([])
})

test('the first text', () => {
  expect(firstText(value, 'a', 'b')).toBe('x')
  expect(firstText({ l: [null, '', { c: 1 }, 'y', 'z'] }, 'l')).toBe('y')
  expect(firstText(value, 't')).toBe('text')
  expect(firstText(value, 'e')).toBeUndefined()
})

test.each([
  [3, 3],
  [0, 0],
  ['115258', 115258],
  ['', null],
  [-1, null],
  [1.5, null],
  ['12a', null],
  [null, null],
])('the count %j is %j', (count, expected) => {
  expect(countMember({ count }, 'count')).toBe(expected)
})
