import { expect, it } from 'vitest'
import { givenRecord } from '../fixtures/given-record.ts'
import { readCitations } from './citation.ts'
import { differByConsensus } from './cluster-consensus.ts'

type Given = Parameters<typeof givenRecord>[0]
const times = (n: number, given: Given) => Array.from({ length: n }, () => given)
const cluster = (all: readonly Given[]) => readCitations(all.map((given) => givenRecord({ title: 'Kelp and iodine', ...given }))).citations
const paper = { year: 2001, pages: '11-19', venue: 'Proc Moss' }
const article = { year: 2003, pages: '301-330', venue: 'J Moss' }

it.each([
  { name: 'year, page and kind of venue', a: times(3, paper), b: times(3, article), differ: true },
  { name: 'year and page', a: times(3, { ...paper, venue: 'Moss' }), b: times(3, article), differ: true },
  { name: 'year and kind of venue', a: times(3, { ...paper, pages: '301-330' }), b: times(3, article), differ: true },
  { name: 'page and kind of venue', a: times(3, { ...paper, year: 2003 }), b: times(3, article), differ: true },
  { name: 'the year alone', a: times(3, { ...article, year: 2001 }), b: times(3, article), differ: false },
  { name: 'nothing', a: times(3, article), b: times(3, article), differ: false },
  { name: 'two citations are no consensus', a: times(2, paper), b: times(3, article), differ: false },
  { name: 'three of five are most', a: [...times(3, paper), ...times(2, article)], b: times(3, article), differ: true },
  { name: 'three of six are not', a: [...times(3, paper), ...times(3, article)], b: times(3, article), differ: false },
  { name: 'those that say nothing do not count', a: [...times(3, paper), ...times(4, {})], b: times(3, article), differ: true },
  { name: 'nothing is said', a: times(3, {}), b: times(3, article), differ: false },
])('$name', ({ a, b, differ }) => {
  expect(differByConsensus(cluster(a), cluster(b))).toBe(differ)
  expect(differByConsensus(cluster(b), cluster(a))).toBe(differ)
})
