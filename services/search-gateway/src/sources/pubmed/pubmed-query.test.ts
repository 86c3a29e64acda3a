import { describe, expect, test } from 'vitest'
import type { SearchRequest } from '../../core/source.ts'
import { dateBounds, idTerm, pubmedTypes, searchTerm, titleTerm } from './pubmed-query.ts'

const asked = (parts: Partial<SearchRequest> = {}): SearchRequest => ({
  query: 'a OR b',
  limit: 10,
  fromYear: null,
  toYear: null,
  ...parts,
})

describe('searchTerm', () => {
  test.each<[string, Partial<SearchRequest>, string]>([
    ['the query as it is', {}, 'a OR b'],
    ['in a language', { language: 'en' }, '(a OR b) AND english[la]'],
    ['of a type', { type: 'review' }, '(a OR b) AND (review[pt] OR systematic review[pt] OR meta-analysis[pt])'],
    ['of a type in a language', { type: 'letter', language: 'fr' }, '(a OR b) AND letter[pt] AND french[la]'],
    ['a type and a language that PubMed does not know', { type: 'web', language: 'tlh' }, 'a OR b'],
  ])('%s', (_, parts, term) => {
    expect(searchTerm(asked(parts))).toBe(term)
  })
  test('types are named as PubMed names them', () => {
    expect(pubmedTypes).toEqual({
      article: 'journal article[pt]',
      review: '(review[pt] OR systematic review[pt] OR meta-analysis[pt])',
      editorial: 'editorial[pt]',
      letter: 'letter[pt]',
      preprint: 'preprint[pt]',
      protocol: 'clinical trial protocol[pt]',
      dataset: 'dataset[pt]',
      notice: '(published erratum[pt] OR retraction of publication[pt] OR expression of concern[pt])',
    })
  })
})

test.each([
  [null, null, []],
  [2018, 2022, ['pdat', '2018', '2022']],
  [2018, null, ['pdat', '2018', '3000']],
  [null, 2022, ['pdat', '1000', '2022']],
])('dates from %s to %s: both bounds or none', (fromYear, toYear, values) => {
  const names = ['datetype', 'mindate', 'maxdate']
  expect(dateBounds(asked({ fromYear, toYear }))).toEqual(values.map((value, place) => [names[place], value]))
})

test.each([
  ['tides and trade in the north', 'tides[ti] AND trade[ti] AND north[ti]'],
  ['the who', 'the[ti] AND who[ti]'],
  ['tides tides', 'tides[ti]'],
  ['the  of', 'the[ti] AND of[ti]'],
  ['', ''],
])('the title %j is %j', (title, term) => {
  expect(titleTerm(title)).toBe(term)
})

test('identifiers', () => {
  expect(
    idTerm([
      { scheme: 'doi', value: '10.1016/s0140-6736(20)30183-5' },
      { scheme: 'pmcid', value: 'PMC123' },
      { scheme: 'doi', value: '10.5555/a"b' },
    ]),
  ).toBe('"10.1016/s0140-6736(20)30183-5"[doi] OR PMC123[pmcid] OR "10.5555/ab"[doi]')
})
