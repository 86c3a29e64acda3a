import { expect, test } from 'vitest'
import { normalisePages, pageRange, parseYear, splitKeywords } from './publication-fields.ts'

test.each<[value: string, year: number | undefined]>([
  ['2012', 2012],
  ['2012/05//', 2012],
  ['(1989b).', 1989],
  ['Start date: 20170812', 2017],
  ['1997.0', 1997],
  ['4-8 Aug. 2020', 2020],
  ['1400', 1400],
  ['2099', 2099],
  ['888', 888],
  [' 7 ', 7],
  ['0', undefined],
  ['12345', undefined],
  ['in 12', undefined],
  ['vol 1399 no', undefined],
  ['2100 AD', undefined],
  ['201708', undefined],
  ['n.d.', undefined],
  ['', undefined],
])('year of %j', (value, year) => {
  expect(parseYear(value)).toBe(year)
})

test.each<[value: string, pages: string | undefined]>([
  ['12--19', '12-19'],
  ['12–19', '12-19'],
  ['12 - 19', '12-19'],
  ['12\u201019', '12-19'],
  ['12\u221219', '12-19'],
  ['pp. 12-19', '12-19'],
  ['pp 37-64', '37-64'],
  ['pages 205-211', '205-211'],
  ['p12', '12'],
  ['pg. 12', '12'],
  ['(pp. 30-35', '30-35'],
  ['pS12', 'S12'],
  ['page', 'page'],
  ['146p', '146p'],
  ['465:1--465:20', '465:1-465:20'],
  ['1-3, 7', '1-3, 7'],
  ['7-7', '7'],
  ['S7-S7', 'S7'],
  ['7-77', '7-77'],
  ['-7-', '7'],
  ['  ', undefined],
])('pages %j', (value, pages) => {
  expect(normalisePages(value)).toBe(pages)
})

test.each<[first: string | undefined, last: string | undefined, pages: string | undefined]>([
  ['12', '19', '12-19'],
  ['12', '12', '12'],
  ['12', '', '12'],
  ['12', undefined, '12'],
  [' 12 ', ' 19 ', '12-19'],
  ['pp 37-64', '70', 'pp 37-64'],
  ['37–64', '70', '37–64'],
  ['', '19', undefined],
  [undefined, '19', undefined],
])('from %j to %j', (first, last, pages) => {
  expect(pageRange(first, last)).toBe(pages)
})

test.each<[text: string, keywords: string[]]>([
  ['a, b', ['a', ' b']],
  ['a; b, c', ['a', ' b, c']],
  ['a, b\nc', ['a, b', 'c']],
  ['a', ['a']],
])('keywords of %j', (text, keywords) => {
  expect(splitKeywords(text)).toEqual(keywords)
})
