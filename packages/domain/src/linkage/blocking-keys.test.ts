import { describe, expect, it } from 'vitest'
import { blockingKeys, finerKeys } from './blocking-keys.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { profileOf } from './profile.ts'

type Given = Parameters<typeof givenRecord>[0]
const keys = (given: Given) => blockingKeys(profileOf(givenRecord(given)))

describe('blockingKeys', () => {
  it.each([
    { name: 'nothing', given: {}, expected: [] },
    { name: 'a title without a letter', given: { title: '???' }, expected: [] },
    {
      name: 'each identifier with its scheme',
      given: { ids: { pmid: '1234567', pmcid: 'PMC1234567' } },
      expected: ['ipmid:1234567', 'ipmcid:PMC1234567'],
    },
    { name: 'a title without spaces', given: { title: 'Of a Reef' }, expected: ['tofareef'] },
    { name: 'a main title too', given: { title: 'Of a reef: it is' }, expected: ['tofareefitis', 'tofareef'] },
    {
      name: 'pages with the volume and with the year',
      given: { volume: 'vol. 7', pages: '11-9', year: 2020 },
      expected: ['p11-19/v7', 'p11-19/y2020'],
    },
    { name: 'pages with the volume', given: { volume: '7', pages: '1-9' }, expected: ['p1-9/v7'] },
    { name: 'pages with the year', given: { pages: '1-9', year: 2020 }, expected: ['p1-9/y2020'] },
    { name: 'pages alone', given: { pages: '1-9' }, expected: [] },
    { name: 'a lone page', given: { volume: '7', pages: '11', year: 2020 }, expected: [] },
    { name: 'several ranges, each once', given: { volume: '7', pages: '1-9, 20-8, 1-9' }, expected: ['p1-9/v7', 'p20-28/v7'] },
    { name: 'an article number', given: { volume: '7', pages: 'e43268', year: 2020 }, expected: ['pe43268'] },
    { name: 'no page', given: { volume: '7', year: 2020 }, expected: [] },
    { name: 'one title word', given: { title: 'Reefs' }, expected: ['treefs'] },
    { name: 'two title words, in any order', given: { title: 'Reefs in growth' }, expected: ['treefsingrowth', 'wgrowth reef'] },
    {
      name: 'three of four',
      given: { title: 'Kelp grows on reefs' },
      expected: ['tkelpgrowsonreefs', 'wgrow kelp reef'],
    },
    {
      name: 'the five longest words, of equals by their text',
      given: { title: 'aaaaaaa bbbbbb ddd ccccc eee ggggg fff' },
      expected: [
        'taaaaaaabbbbbbdddccccceeegggggfff',
        'waaaaaaa bbbbbb ccccc',
        'waaaaaaa bbbbbb ddd',
        'waaaaaaa bbbbbb ggggg',
        'waaaaaaa ccccc ddd',
        'waaaaaaa ccccc ggggg',
        'waaaaaaa ddd ggggg',
        'wbbbbbb ccccc ddd',
        'wbbbbbb ccccc ggggg',
        'wbbbbbb ddd ggggg',
        'wccccc ddd ggggg',
      ],
    },
    {
      name: 'the first author with the three longest words',
      given: { title: 'kkkk aaaaa bb ccc', authors: ['Osei, K', 'Dahl, B'] },
      expected: [
        'tkkkkaaaaabbccc',
        'aosei aaaaa',
        'aosei kkkk',
        'aosei ccc',
        'waaaaa bb ccc',
        'waaaaa bb kkkk',
        'waaaaa ccc kkkk',
        'wbb ccc kkkk',
      ],
    },
  ])('$name', ({ given, expected }) => {
    expect(keys(given)).toEqual(expected)
  })
})

describe('finerKeys', () => {
  const full = { title: 'Reef', authors: ['Osei, K', 'Dahl, B', 'Ek, A', 'Fox, A', 'Gil, A', 'Hult, A'], year: 2020, pages: '5-9' }
  it.each([
    {
      name: 'of a title: five authors, the year and the next, the first page',
      key: 'treef',
      given: full,
      expected: ['treef|aosei', 'treef|adahl', 'treef|aek', 'treef|afox', 'treef|agil', 'treef|y2020', 'treef|y2021', 'treef|p5'],
    },
    { name: 'of a title alone: none', key: 'treef', given: { title: 'Reef' }, expected: [] },
    {
      name: 'of a place: the authors, a name once',
      key: 'p1-9/v7',
      given: { ...full, authors: ['Osei, K', 'Osei, B'] },
      expected: ['p1-9/v7|aosei'],
    },
    { name: 'of an identifier: none', key: 'idoi:10.5555/a', given: full, expected: [] },
    { name: 'of words: none', key: 'wa b c', given: full, expected: [] },
    { name: 'of an author and a word: none', key: 'aosei reef', given: full, expected: [] },
  ])('$name', ({ key, given, expected }) => {
    expect(finerKeys(key, profileOf(givenRecord(given)))).toEqual(expected)
  })
})
