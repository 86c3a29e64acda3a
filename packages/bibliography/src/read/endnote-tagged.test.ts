import { expect, test } from 'vitest'
import { onlyRecord, recordsOf } from '../fixtures/records-of.ts'
import { readEndnoteTagged } from './endnote-tagged.ts'

test('every field', () => {
  const text =
    '%0 Journal Article\n%T T\n%A Guo, W\n%A Roe, B\n%J J\n%B B\n%D 2021\n%V 45\n%N 3\n%P 1-2\n%I P\n%R 10.5555/X\n%@ 9780306406157\n%G en\n%K a; b\nc\n%U https://x.org\n%X Abs\ntract\n%F k1'
  expect(onlyRecord(readEndnoteTagged(text))).toEqual({
    recordId: 'k1',
    source: 'library',
    ids: { doi: '10.5555/x', isbn: '9780306406157' },
    title: 'T',
    authors: [
      { family: 'Guo', given: 'W' },
      { family: 'Roe', given: 'B' },
    ],
    year: 2021,
    venue: 'J',
    volume: '45',
    issue: '3',
    pages: '1-2',
    publisher: 'P',
    type: 'article',
    rawType: 'Journal Article',
    language: 'en',
    abstract: 'Abs tract',
    keywords: ['a', 'b', 'c'],
    url: 'https://x.org',
    origin: { file: 'f', line: 1 },
  })
})

test('entries end at a blank line before a tag, or where %T or %0 comes again', () => {
  const result = readEndnoteTagged('\n%T A\n%X one\n\ntwo\n\n\n%T B\n%T C\n%0 Book\n%0 Book\n%T D')
  expect(recordsOf(result).map((record) => [record.title, record.abstract, record.origin?.line])).toEqual([
    ['A', 'one two', 2],
    ['B', undefined, 8],
    ['C', undefined, 9],
    ['D', undefined, 11],
  ])
})

test.each<[lines: string, expected: object]>([
  ['%B B\n%S S', { venue: 'B' }],
  ['%S S', { venue: 'S' }],
  ['%8 June 10, 2017', { year: 2017 }],
  ['%M 77', { recordId: '77' }],
])('%j', (lines, expected) => {
  expect(onlyRecord(readEndnoteTagged(`%T T\n${lines}`))).toMatchObject(expected)
})
