import { describe, expect, it } from 'vitest'
import { hasArticleNumber, pagesAgree, pagesInCommon, parsePages, sameRange, spanInCommon } from './pages.ts'

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
    ['1-Aug', '1', '8'],
    ['12-foo', '12', ''],
    ['527-532.e1', '527', '532'],
    ['Jan-50', '1', '50'],
    ['Dec-50', '12', '50'],
    ['foo-50', null, null],
    ['12(3):45-50', '45', '50'],
    ['12:45-50', '45', '50'],
    ['12 (3) : e45', 'e45', ''],
    ['"45-50"', '45', '50'],
  ])('%s', (raw, first, last) => {
    expect(parsePages(raw)).toEqual(first === null ? null : { first, last, others: [] })
  })

  it.each([
    [
      '230-5, 246-51, 233-8',
      '230',
      [
        ['246', '251'],
        ['233', '238'],
      ],
    ],
    ['233-238+230-235', '233', [['230', '235']]],
    ['S1-9; S12-19', 's1', [['s12', 's19']]],
    [
      '1-9 & 12-19/22-29',
      '1',
      [
        ['12', '19'],
        ['22', '29'],
      ],
    ],
    ['105-12; discussion 113-4', '105', []],
    ['105-12; 113', '105', []],
  ])('several ranges: %s', (raw, first, others) => {
    expect(parsePages(raw)).toMatchObject({ first, others: others.map(([from, to]) => ({ first: from, last: to })) })
  })

  it.each(['-', 'n/a', '', '...', '#520', ' #520', 'Suppl-89'])('no page in %j', (raw) => {
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
    { name: 'a page and the same with the letter of a supplement', a: '123', b: '123a', expected: null },
    { name: 'two such pages', a: '123a', b: '124a', expected: false },
    { name: 'the ranges of two languages in another order', a: '230-5, 246-51', b: '246-51, 230-5', expected: true },
    { name: 'one language of two', a: '230-5, 246-51', b: '246-51', expected: true },
    { name: 'a further range that only starts alike', a: '230-5, 246-51', b: '246-52', expected: false },
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

describe('spanInCommon', () => {
  it.each([
    { a: '11-20', b: '11-20', span: 10 },
    { a: '11-12', b: '11-12', span: 2 },
    { a: '11-20', b: '11-21', span: 0 },
    { a: '11', b: '11', span: 0 },
    { a: 'S95-S97', b: 's95-7', span: 3 },
    { a: 'xi-xv', b: 'xi-xv', span: 0 },
    { a: '1-2, 11-20', b: '1-2, 11-20', span: 10 },
    { a: '20-11', b: '20-11', span: 0 },
  ])('$a / $b: $span', ({ a, b, span }) => {
    expect(spanInCommon(parsePages(a), parsePages(b))).toBe(span)
    expect(spanInCommon(parsePages(b), parsePages(a))).toBe(span)
  })

  it('is 0 where pages are unknown', () => {
    expect(spanInCommon(null, parsePages('1-9'))).toBe(0)
    expect(spanInCommon(parsePages('1-9'), null)).toBe(0)
  })
})

describe('pagesInCommon', () => {
  it.each([
    { name: 'an end on the start of the next', a: '246-250', b: '250-254', pages: 1 },
    { name: 'two pages', a: '246-251', b: '250-254', pages: 2 },
    { name: 'one range inside the other', a: '1-100', b: '40-49', pages: 10 },
    { name: 'none', a: '1-9', b: '10-19', pages: 0 },
    { name: 'far apart', a: '1-9', b: '100-109', pages: 0 },
    { name: 'a single page', a: '5', b: '1-9', pages: 0 },
    { name: 'other kinds', a: 'S1-S9', b: '1-9', pages: 0 },
    { name: 'supplement pages', a: 'S1-S9', b: 'S8-S12', pages: 2 },
    { name: 'Roman numerals are not counted', a: 'i-ix', b: 'v-xi', pages: 0 },
  ])('$name', ({ a, b, pages }) => {
    expect(pagesInCommon(parsePages(a), parsePages(b))).toBe(pages)
    expect(pagesInCommon(parsePages(b), parsePages(a))).toBe(pages)
  })

  it('is 0 where pages are unknown', () => {
    expect(pagesInCommon(null, parsePages('1-9'))).toBe(0)
    expect(pagesInCommon(parsePages('1-9'), null)).toBe(0)
  })
})

describe('hasArticleNumber', () => {
  it.each([
    ['e43268', true],
    ['CD006828', true],
    ['c1804', true],
    ['e731', false],
    ['e1121-e1130', false],
    ['S1465', false],
    ['sa1465', true],
    ['43268', false],
    ['abcd1234', false],
    ['e12345a', false],
  ])('%s: %s', (raw, expected) => {
    expect(hasArticleNumber(parsePages(raw))).toBe(expected)
  })

  it('is false where pages are unknown', () => {
    expect(hasArticleNumber(null)).toBe(false)
  })
})
