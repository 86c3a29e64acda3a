import { expect, test } from 'vitest'
import { fulfils, holdsTerm, parseBoolean, positiveWords } from './boolean-query.ts'
import type { IndexedWork } from './search-index.ts'
import { queryTokens } from './search-index.ts'
import { soilCorpus, someWork } from './testing-corpus.ts'

const work = someWork(soilCorpus(3), () => true)
const entry = (text: string): IndexedWork => ({ work, year: 2020, title: text.split(' '), abstract: [], authors: [] })
const meets = (query: string, text: string) => {
  const parsed = parseBoolean(query)
  if (parsed === null) throw new Error('malformed')
  return fulfils(parsed, entry(text), (term, { title }) => holdsTerm(term, title))
}

test.each([
  ['a word', 'soil', 'soil water', true],
  ['a missing word', 'sand', 'soil water', false],
  ['words side by side must all occur', 'soil water', 'water soil', true],
  ['… and one is missing', 'soil sand', 'water soil', false],
  ['AND', 'soil AND water', 'soil water', true],
  ['AND with one missing', 'soil AND sand', 'soil water', false],
  ['OR', 'sand OR water', 'soil water', true],
  ['OR with neither', 'sand OR clay', 'soil water', false],
  ['AND binds closer than OR', 'sand AND clay OR soil', 'soil', true],
  ['… on both sides', 'soil OR sand AND clay', 'soil', true],
  ['brackets', '(soil OR sand) AND clay', 'soil', false],
  ['brackets in brackets', '((soil OR sand) AND (water OR clay))', 'soil water', true],
  ['NOT', 'soil NOT water', 'soil water', false],
  ['NOT of what is absent', 'soil NOT sand', 'soil water', true],
  ['ANDNOT', 'soil ANDNOT water', 'soil water', false],
  ['AND NOT', 'soil AND NOT sand', 'soil', true],
  ['a phrase in its order', '"soil water"', 'wet soil water', true],
  ['a phrase in another order', '"water soil"', 'soil water', false],
  ['a phrase cut in two', '"soil water"', 'soil and water', false],
  ['a phrase with a function word', '"soil of water"', 'soil of water', true],
  ['a field before', 'all:soil AND ti:water', 'soil water', true],
  ['a tag after', 'soil[tiab] AND water[MeSH Terms]', 'soil water', true],
  ['lower-case operators are words', 'soil or water', 'soil water', true],
])('%s', (_, query, text, expected) => {
  expect(meets(query, text)).toBe(expected)
})

test.each([
  ['an open bracket', '(soil AND water'],
  ['a bracket too many', 'soil) AND water'],
  ['an operator at the end', 'soil AND'],
  ['an operator at the beginning', 'OR soil'],
  ['NOT of nothing', 'soil NOT'],
  ['empty brackets', '()'],
  ['an open quote', '"soil water'],
  ['nothing', ''],
])('malformed: %s', (_, query) => {
  expect(parseBoolean(query)).toBeNull()
})

test('a term keeps its field, its text and its quotes', () => {
  expect(parseBoolean('au:"Ada Soil"')).toEqual({ kind: 'term', text: 'Ada Soil', quoted: true, field: 'au' })
  expect(parseBoolean('"10.5555/a(b)"[DOI]')).toEqual({ kind: 'term', text: '10.5555/a(b)', quoted: true, field: 'doi' })
  expect(parseBoolean('soil[Title/Abstract]')).toEqual({ kind: 'term', text: 'soil', quoted: false, field: 'title/abstract' })
  expect(parseBoolean('sand OR Ada Soil[au]')).toMatchObject({ parts: [{ text: 'sand' }, { text: 'Ada Soil', field: 'au' }] })
  expect(parseBoolean('2018:2022[dp]')).toEqual({ kind: 'term', text: '2018:2022', quoted: false, field: 'dp' })
})

test('words that are ranked by: those that are not excluded', () => {
  const query = parseBoolean('(soil OR "wet sand") NOT clay')
  expect(query === null ? null : positiveWords(query)).toEqual([...queryTokens('soil'), ...queryTokens('wet sand')])
})
