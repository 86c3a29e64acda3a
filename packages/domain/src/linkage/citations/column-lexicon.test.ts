import { describe, expect, it } from 'vitest'
import { givenRecord } from '../fixtures/given-record.ts'
import { citationColumns, columnLexicon, countsOf } from './column-lexicon.ts'

describe('citationColumns', () => {
  it('are the folded words of title, authors and venue', () => {
    const record = givenRecord({
      title: 'Kelp, and Iodine',
      authors: ['Hale, T. M.', { collective: 'Reef Group' }, 'B Dahl'],
      venue: 'Reef Letters',
    })
    expect(citationColumns(record)).toEqual({
      title: ['kelp', 'and', 'iodine'],
      names: ['t', 'm', 'hale', 'reef', 'group', 'b', 'dahl'],
      venue: ['reef', 'letters'],
    })
  })

  it('of a bare title are otherwise empty', () => {
    expect(citationColumns(givenRecord({ title: 'Kelp' }))).toEqual({ title: ['kelp'], names: [], venue: [] })
  })

  it.each([
    { name: 'a year of a decimal table', title: 'Kelp 1998.0', words: ['kelp', '1998'] },
    { name: 'a version', title: 'Kelp 3.0', words: ['kelp', '3', '0'] },
    { name: 'another decimal', title: 'Kelp 1998.05', words: ['kelp', '1998', '05'] },
    { name: 'a longer number', title: 'Kelp 11998.0', words: ['kelp', '11998', '0'] },
    { name: 'no year of ours', title: 'Kelp 3998.0', words: ['kelp', '3998', '0'] },
  ])('$name', ({ title, words }) => {
    expect(citationColumns(givenRecord({ title })).title).toEqual(words)
  })
})

describe('columnLexicon', () => {
  const lexicon = columnLexicon([
    { title: ['kelp', 'kelp', 'reef'], names: ['hale'], venue: ['reef', 'letters'] },
    { title: ['kelp', 'reef', 'hale'], names: ['t', 'hale'], venue: [] },
  ])
  it.each([
    { word: 'kelp', counts: { title: 2, names: 0, venue: 0 } },
    { word: 'reef', counts: { title: 2, names: 0, venue: 1 } },
    { word: 'hale', counts: { title: 1, names: 2, venue: 0 } },
    { word: 'kelp reef', counts: { title: 2, names: 0, venue: 0 } },
    { word: 'kelp kelp', counts: { title: 1, names: 0, venue: 0 } },
    { word: 't hale', counts: { title: 0, names: 1, venue: 0 } },
    { word: 'reef letters', counts: { title: 0, names: 0, venue: 1 } },
    { word: 'unknown', counts: { title: 0, names: 0, venue: 0 } },
  ])('counts records, not occurrences: $word', ({ word, counts }) => {
    expect(countsOf(word, lexicon)).toEqual(counts)
  })
})
