import { describe, expect, it } from 'vitest'
import { givenRecord } from '../fixtures/given-record.ts'
import { parsePages } from '../pages.ts'
import { readCitations } from './citation.ts'

type Given = Parameters<typeof givenRecord>[0]
const others = [1, 2, 3].flatMap(() => [
  givenRecord({ title: 'Kelp and iodine in cold water', authors: ['Hale, T.'], venue: 'Reef Letters' }),
  givenRecord({ title: 'Moss and iodine in warm water', authors: ['Osei, K.'], venue: 'Reef Letters' }),
])
const read = (given: Given) => {
  const [citation] = readCitations([givenRecord(given), ...others]).citations
  if (citation === undefined) throw new Error('a record is a citation')
  return citation
}

describe('readCitations', () => {
  it('keeps positions', () => {
    const { citations } = readCitations(others)
    expect(citations.map(({ record }) => record)).toEqual(others)
    expect(readCitations([]).citations).toEqual([])
  })

  it('finds names and venue in a title whose own columns are empty', () => {
    const found = read({ title: 'Kelp and iodine in cold water T. Hale Reef Letters 1998' })
    expect(found.title.join(' ')).toBe('kelp and iodine in cold water')
    expect(found.names).toEqual(['hale'])
    expect(found.years).toEqual([1998])
    expect(found.medium).toBe('journal')
  })

  it('where just one is empty, looks for both', () => {
    expect(read({ title: 'Kelp and iodine in cold water T. Hale', venue: 'Reef Letters' }).names).toEqual(['hale'])
    expect(read({ title: 'Kelp and iodine in cold water Reef Letters', authors: ['Hale, T.'] }).title).not.toContain('letters')
  })

  it('leaves the title of a complete record as it is', () => {
    const found = read({ title: 'Kelp and iodine Hale', authors: ['Osei, K.'], venue: 'Reef Letters' })
    expect(found.title.join(' ')).toBe('kelp and iodine hale')
    expect(found.names).toEqual(['osei'])
  })

  it('finds the title of a record without one in its other columns', () => {
    const found = read({ title: '', authors: ['Hale, T.'], venue: 'Kelp and iodine in cold water. Reef Letters 1998' })
    expect(found.title.join(' ')).toBe('kelp and iodine in cold water')
    expect(found.names).toEqual(['hale'])
    expect(found.years).toEqual([1998])
  })

  it('a run of two distinctive words is no title', () => {
    const found = read({ title: '', authors: ['Hale, T.'], venue: 'Kelp iodine. Reef Letters 1998' })
    expect(found.title).toEqual([])
    expect(found.distinctive).toEqual([])
    expect(found.grams).toHaveLength(0)
    expect([found.names, found.years, found.medium]).toEqual([['hale'], [1998], 'journal'])
  })

  it('names have three letters, stand once and are no little words', () => {
    const found = read({ title: 'Kelp', authors: ['Hale, T.', 'Li, Yu', 'Hale, Ann The'], venue: 'Reef Letters' })
    expect(found.names).toEqual(['hale', 'ann'])
  })

  it('has the years of all columns, its own first', () => {
    expect(read({ title: 'Kelp 1997', authors: ['Hale, T.'], venue: 'Proc. 1998', year: 1999 }).years).toEqual([1999, 1997, 1998])
  })

  it('has numbers, kind, pages and medium', () => {
    const found = read({ title: 'Erratum to: Kelp and iodine, part II', venue: 'Reef', pages: 'pp. 11-19.', rawType: 'Technical Report' })
    expect([found.numbers, found.kind, found.pages, found.medium]).toEqual([['2'], 'correction', parsePages('11-19'), 'report'])
    expect(read({ title: 'Kelp', venue: 'Reef', volume: '7' }).medium).toBe('journal')
    expect(read({ title: 'Kelp' }).pages).toBeNull()
  })

  it('a note of a database makes no erratum', () => {
    expect(read({ title: 'Kelp and iodine [Erratum appears in Reef. 2001;7:11]' }).kind).toBe('work')
  })

  it('has all its words, and the text without blanks', () => {
    const found = read({ title: 'Kelp 1998', authors: ['Hale, T.'], venue: 'Reef' })
    expect([...found.words]).toEqual(['kelp', '1998', 't', 'hale', 'reef'])
    expect(found.text).toBe('kelp1998thalereef')
  })
})
