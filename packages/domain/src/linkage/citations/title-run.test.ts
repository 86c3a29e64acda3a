import { describe, expect, it } from 'vitest'
import type { ColumnCounts, ColumnLexicon } from './column-lexicon.ts'
import { readTitleField, wholeTitleField, yearsOf } from './title-run.ts'

const split = (text: string) => text.split(' ').filter((word) => word !== '')
const lexicon = (counts: { readonly [word: string]: readonly [title: number, names: number, venue: number] }): ColumnLexicon =>
  new Map(Object.entries(counts).map(([word, [title, names, venue]]): [string, ColumnCounts] => [word, { title, names, venue }]))
const known = lexicon({
  kelp: [4, 0, 0],
  and: [9, 0, 1],
  iodine: [3, 0, 0],
  systems: [6, 0, 2],
  hale: [3, 3, 0],
  osei: [3, 3, 0],
  reef: [3, 0, 3],
  letters: [3, 0, 3],
  'on systems': [2, 0, 2],
  on: [8, 0, 2],
  rare: [1, 0, 0],
})
const read = (text: string, words = known) => {
  const { title, names, venue, years } = readTitleField(split(text), words)
  return [title.join(' '), names.join(' '), venue.join(' '), years.join(' ')]
}

describe('readTitleField', () => {
  it.each([
    { name: 'a title alone', text: 'kelp and iodine', is: ['kelp and iodine', '', '', ''] },
    { name: 'authors behind', text: 'kelp and iodine hale osei', is: ['kelp and iodine', 'hale osei', '', ''] },
    { name: 'authors before', text: 'hale osei kelp and iodine', is: ['kelp and iodine', 'hale osei', '', ''] },
    { name: 'a venue behind', text: 'kelp and iodine reef letters', is: ['kelp and iodine', '', 'reef letters', ''] },
    {
      name: 'everything behind',
      text: 'kelp iodine t hale reef letters 1998',
      is: ['kelp iodine', 'hale', 't reef letters', '1998'],
    },
    { name: 'a year behind', text: 'kelp and iodine 1998', is: ['kelp and iodine', '', '', '1998'] },
    { name: 'a year inside', text: 'kelp 1998 and iodine', is: ['kelp and iodine', '', '', '1998'] },
    { name: 'a name inside a title stays', text: 'kelp hale and iodine', is: ['kelp hale and iodine', '', '', ''] },
    { name: 'a surname of nobody known, after an initial', text: 'kelp and iodine t rare', is: ['kelp and iodine', '', 't rare', ''] },
    { name: 'a rare word without an initial', text: 'kelp and iodine rare', is: ['kelp and iodine rare', '', '', ''] },
    { name: 'a word after an initial', text: 'kelp d iodine', is: ['kelp', '', 'd iodine', ''] },
    { name: 'more words after a letter', text: 'kelp d iodine and kelp', is: ['kelp iodine and kelp', '', '', ''] },
    { name: 'the article a is no initial', text: 'kelp a iodine', is: ['kelp iodine', '', '', ''] },
    {
      name: 'words of a title in a venue, by the word before',
      text: 'kelp iodine reef on systems',
      is: ['kelp iodine reef on', '', 'systems', ''],
    },
    { name: 'unknown words before a title', text: 'q rare kelp and iodine', is: ['kelp and iodine', 'q rare', '', ''] },
    { name: 'nothing', text: '', is: ['', '', '', ''] },
  ])('$name', ({ text, is }) => {
    expect(read(text)).toEqual(is)
  })

  it.each([
    { name: 'half as often among authors', counts: [5, 2, 0] as const, title: 'kelp word' },
    { name: 'as often among authors', counts: [5, 5, 0] as const, title: 'kelp' },
    { name: 'exactly even', counts: [4, 2, 0] as const, title: 'kelp' },
    { name: 'as often among venues', counts: [5, 0, 5] as const, title: 'kelp' },
    { name: 'the more frequent of both counts', counts: [5, 2, 3] as const, title: 'kelp' },
  ])('a last word that is $name', ({ counts, title }) => {
    expect(read('kelp word', lexicon({ kelp: [4, 0, 0], word: counts }))[0]).toBe(title)
  })
})

it('a first word that says nothing is not of the title', () => {
  expect(read('word kelp', lexicon({ kelp: [4, 0, 0], word: [4, 2, 0] }))).toEqual(['kelp', 'word', '', ''])
})

it('a word of titles that is a name after the word before', () => {
  const counts = { kelp: [4, 0, 0], hale: [3, 3, 0], rose: [9, 0, 0], 'hale rose': [1, 1, 0] } as const
  expect(read('kelp hale rose', lexicon(counts))[0]).toBe('kelp')
  expect(read('kelp hale rose', lexicon({ ...counts, 'hale rose': [1, 0, 0] }))[0]).toBe('kelp hale rose')
})

describe('wholeTitleField', () => {
  it('leaves out years and single letters only', () => {
    expect(wholeTitleField(split('a kelp c 1998 hale 12'))).toEqual({
      title: ['kelp', 'hale', '12'],
      withLetters: ['a', 'kelp', 'c', 'hale', '12'],
      names: [],
      venue: [],
      years: [1998],
    })
  })
})

describe('yearsOf', () => {
  it.each([
    ['1949', []],
    ['1950', [1950]],
    ['1999', [1999]],
    ['2000', [2000]],
    ['2029', [2029]],
    ['2030', []],
    ['19981', []],
    ['x1998', []],
  ])('%s', (word, years) => {
    expect(yearsOf([word])).toEqual(years)
  })
})
