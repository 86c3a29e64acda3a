import { expect, test } from 'vitest'
import { comparable, comparableHeading, f1, matchHeadings } from './headings.ts'
import { levenshteinSimilarity } from './levenshtein.ts'

test.each<[a: string, b: string, similarity: number]>([
  ['', '', 1],
  ['abc', 'abc', 1],
  ['abc', '', 0],
  ['', 'abc', 0],
  ['kitten', 'sitting', 1 - 3 / 7],
  ['sitting', 'kitten', 1 - 3 / 7],
  ['ab', 'ba', 0],
  ['abcd', 'abd', 0.75],
])('%j and %j are alike by %d', (a, b, similarity) => {
  expect(levenshteinSimilarity(a, b)).toBe(similarity)
})

test.each([
  ['Método: “A”', 'metodo a'],
  ['  Two\n lines ', 'two lines'],
])('%j is compared as %j', (text, compared) => {
  expect(comparable(text)).toBe(compared)
})

test.each([
  ['2.1 Data', 'data'],
  ['1. Data', 'data'],
  ['IV. Data', 'data'],
  ['A.1 Data', 'data'],
  ['A Study', 'a study'],
  ['I Robots', 'i robots'],
])('the heading %j is compared as %j', (heading, compared) => {
  expect(comparableHeading(heading)).toBe(compared)
})

test.each<[name: string, found: string[], gold: string[], result: ReturnType<typeof matchHeadings>]>([
  ['equal', ['1 Results', 'Data'], ['RESULTS', 'Data'], { matched: 2, missing: [], extra: [] }],
  ['alike by .9', ['Discussiom'], ['Discussion'], { matched: 1, missing: [], extra: [] }],
  ['alike by less', ['Resultz'], ['Results'], { matched: 0, missing: ['Results'], extra: ['resultz'] }],
  ['each once', ['Data'], ['Data', 'Data'], { matched: 1, missing: ['Data'], extra: [] }],
])('headings %s', (_, found, gold, result) => {
  expect(matchHeadings(found, gold)).toEqual(result)
})

test.each([
  [0, 0, 0, 1],
  [2, 2, 2, 1],
  [1, 2, 1, 2 / 3],
  [0, 3, 2, 0],
])('%i matches of %i found and %i true ones: F1 %d', (matched, found, gold, score) => {
  expect(f1(matched, found, gold)).toBe(score)
})
