import { describe, expect, it } from 'vitest'
import { pagesAgree, parsePages, sameRange } from './pages.ts'

describe('parsePages', () => {
  it.each([
    ['5-38', '5', '38'],
    ['1195-7', '1195', '1197'],
    ['1195–1197', '1195', '1197'],
    ['1201--1225', '1201', '1225'],
    ['205 -- 226', '205', '226'],
    ['pp. S465–S466', 's465', 's466'],
    ['E731-4', 'e731', 'e734'],
    ['105-12; discussion 113', '105', '112'],
    ['"52-4, 64"', '52', '54'],
    ['c1804', 'c1804', ''],
    ['Art. no. 0012', '12', ''],
    ['1', '1', ''],
    ['7-7', '7', ''],
    ['007-009', '7', '9'],
    ['102A-103A', '102a', '103a'],
    ['xi-xv', 'xi', 'xv'],
    ['01-Aug', '1', '8'],
    ['08-Aug', '8', ''],
    ['12-foo', '12', ''],
    ['527-532.e1', '527', '532'],
  ])('%s', (raw, first, last) => {
    expect(parsePages(raw)).toEqual({ first, last })
  })

  it.each(['-', 'n/a', '', '...'])('no page in %j', (raw) => {
    expect(parsePages(raw)).toBeNull()
  })
})

describe('pagesAgree', () => {
  it.each([
    { name: 'equal ranges', a: '11-20', b: '11-20', expected: true },
    { name: 'first page alone', a: '11', b: '11-20', expected: true },
    { name: 'other last page', a: '11-20', b: '11-21', expected: null },
    { name: 'other first page', a: '11-20', b: '21-30', expected: false },
    { name: 'two single pages', a: '11', b: '12', expected: false },
    { name: 'a page inside the range', a: '72-76', b: '74', expected: null },
    { name: 'the last page of the range', a: '487-488', b: '488', expected: null },
    { name: 'just behind the range', a: '487-488', b: '489', expected: false },
    { name: 'just before the range', a: '487-488', b: '486', expected: false },
    { name: 'page and article number', a: '1014', b: 'c1804', expected: null },
    { name: 'two supplement pages', a: 'S12', b: 'S88', expected: false },
  ])('$name', ({ a, b, expected }) => {
    expect(pagesAgree(parsePages(a), parsePages(b))).toBe(expected)
    expect(pagesAgree(parsePages(b), parsePages(a))).toBe(expected)
  })

  it('is unknown where one is', () => {
    expect(pagesAgree(null, parsePages('1'))).toBeNull()
    expect(pagesAgree(parsePages('1'), null)).toBeNull()
  })
})

describe('sameRange', () => {
  it.each([
    { a: '11-20', b: '11-20', same: true },
    { a: '11-20', b: '11-21', same: false },
    { a: '11-20', b: '12-20', same: false },
    { a: '11', b: '11', same: false },
    { a: 's95-s96', b: 's95-s96', same: true },
    { a: 'xi-xv', b: 'xi-xv', same: true },
    { a: '20-11', b: '20-11', same: true },
  ])('$a / $b', ({ a, b, same }) => {
    expect(sameRange(parsePages(a), parsePages(b))).toBe(same)
  })

  it('no range is no same range', () => {
    expect(sameRange(null, parsePages('1-2'))).toBe(false)
    expect(sameRange(parsePages('1-2'), null)).toBe(false)
  })
})
