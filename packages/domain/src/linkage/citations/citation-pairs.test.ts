import { describe, expect, it } from 'vitest'
import { givenRecord } from '../fixtures/given-record.ts'
import { readCitations } from './citation.ts'
import { citationPairs } from './citation-pairs.ts'

type Given = Parameters<typeof givenRecord>[0]
const pairs = (...all: readonly Given[]) =>
  citationPairs(readCitations(all.map((given) => givenRecord({ venue: 'Reef', authors: ['Bo, K'], ...given }))).citations)
    .map(([a, b]) => `${a}-${b}`)
    .sort()

describe('citationPairs', () => {
  it.each([
    { name: 'two words in common', a: { title: 'Kelp and moss' }, b: { title: 'Old kelp under moss' }, met: true },
    { name: 'one word in common', a: { title: 'Kelp moss' }, b: { title: 'Old kelp' }, met: false },
    { name: 'words of two letters do not count', a: { title: 'Kelp ox' }, b: { title: 'Old kelp ox' }, met: false },
    { name: 'a word and a name', a: { title: 'Kelp', authors: ['Hale, T'] }, b: { title: 'Old kelp', authors: ['Hale, T'] }, met: true },
    { name: 'a title of one word', a: { title: 'Kelp' }, b: { title: 'Kelp' }, met: true },
    { name: 'year and page', a: { title: 'Kelp', year: 2001, pages: '11-19' }, b: { title: 'Moss', year: 2001, pages: '11' }, met: true },
    {
      name: 'the page of another year',
      a: { title: 'Kelp', year: 2001, pages: '11' },
      b: { title: 'Moss', year: 2002, pages: '11' },
      met: false,
    },
    {
      name: 'another page of the year',
      a: { title: 'Kelp', year: 2001, pages: '11' },
      b: { title: 'Moss', year: 2001, pages: '12' },
      met: false,
    },
    {
      name: 'words of one title only take no place',
      a: { title: 'Lamp wolf bird frog tree newt kelp moss' },
      b: { title: 'Kelp moss' },
      met: true,
    },
    { name: 'two without a title', a: { title: '' }, b: { title: '' }, met: false },
  ])('$name', ({ a, b, met }) => {
    expect(pairs(a, b)).toEqual(met ? ['0-1'] : [])
  })

  it('looks at the six rarest words', () => {
    const common = ['fern', 'moss', 'kelp', 'reef', 'newt', 'crab']
    const rare = ['lamp', 'wolf', 'bird', 'frog', 'tree']
    const a = { title: [...rare, ...common.slice(0, 2)].join(' ') }
    // Each rare word stands in one other title as well, so that it is rarer than the common ones.
    const others = rare.map((word, at) => ({ title: `${word} x${at}one x${at}two` }))
    const padding = Array.from({ length: 4 }, (_, at) => ({ title: `${common[at % 2]} y${at}one y${at}two` }))
    const found = pairs(a, { title: 'moss fern' }, ...others, ...padding)
    expect(found).not.toContain('0-1')
    expect(pairs({ title: [...rare.slice(1), ...common.slice(0, 2)].join(' ') }, { title: 'moss fern' }, ...others, ...padding)).toContain(
      '0-1',
    )
  })

  it('gives each pair once, the smaller position first', () => {
    const same = { title: 'Kelp and moss in cold water', authors: ['Hale, T'] }
    expect(pairs(same, same, same)).toEqual(['0-1', '0-2', '1-2'])
  })

  it('compares each of a block with the fifty that follow it by title', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ title: `Kelp moss ${String(at).padStart(2, '0')}` }))
    const shuffled = many.toSorted((x, y) =>
      [...x.title]
        .reverse()
        .join('')
        .localeCompare([...y.title].reverse().join('')),
    )
    const found = new Set(pairs(...shuffled))
    const at = (number: number) => shuffled.findIndex(({ title }) => title.endsWith(String(number).padStart(2, '0')))
    const met = (x: number, y: number) => found.has([at(x), at(y)].sort((p, q) => p - q).join('-'))
    expect([met(0, 50), met(0, 51), met(9, 59), met(8, 59)]).toEqual([true, false, true, false])
  })
})
