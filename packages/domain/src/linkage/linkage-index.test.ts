import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { BLOCK_CAP, candidatePairs } from './linkage-index.ts'
import { profilesOf } from './profile.ts'

type Given = Parameters<typeof givenRecord>[0]
const pairs = (...given: Given[]) => candidatePairs(profilesOf(given.map((record) => givenRecord(record)))).map(([i, j]) => `${i}-${j}`)

describe('candidatePairs', () => {
  it.each([
    {
      name: 'an identifier',
      given: [
        { title: 'Reefs', ids: { pmid: '1' } },
        { title: 'Kelp', ids: { pmid: '1' } },
      ],
      expected: ['0-1'],
    },
    {
      name: 'the same value of another scheme is none',
      given: [
        { title: 'Reefs', ids: { pmid: '1234567' } },
        { title: 'Kelp', ids: { pmcid: 'PMC1234567' } },
      ],
      expected: [],
    },
    { name: 'the title', given: [{ title: 'Reef' }, { title: 'reef.' }], expected: ['0-1'] },
    { name: 'an empty title is no key', given: [{ title: '???' }, { title: '—' }], expected: [] },
    { name: 'a main title', given: [{ title: 'Reef lamps' }, { title: 'Reef lamps: growth' }], expected: ['0-1'] },
    { name: 'a long title', given: [{ title: `Reef ${'x'.repeat(99)}` }, { title: `Reef ${'x'.repeat(99)}` }], expected: ['0-1'] },
    {
      name: 'volume, first page and year',
      given: [
        { title: 'Riff', volume: '7', pages: '1-9', year: 2020 },
        { title: 'Reef', volume: '7', pages: '1', year: 2020 },
      ],
      expected: ['0-1'],
    },
    {
      name: 'other year',
      given: [
        { title: 'Riff', volume: '7', pages: '1', year: 2020 },
        { title: 'Reef', volume: '7', pages: '1', year: 2021 },
      ],
      expected: [],
    },
    {
      name: 'no volume',
      given: [
        { title: 'Riff', pages: '1', year: 2020 },
        { title: 'Reef', pages: '1', year: 2020 },
      ],
      expected: [],
    },
    { name: 'two title words', given: [{ title: 'Growth of reefs' }, { title: 'Reefs in growth' }], expected: ['0-1'] },
    { name: 'one title word', given: [{ title: 'Growth of reefs' }, { title: 'Reefs and kelp' }], expected: [] },
    {
      name: 'words that no other title has do not count',
      given: [{ title: 'Aaa bbb ccc ddd eee growth reefs' }, { title: 'Fff ggg hhh iii jjj growth reefs' }],
      expected: ['0-1'],
    },
    {
      name: 'each pair once, in order',
      given: [{ title: 'Reef' }, { title: 'Kelp' }, { title: 'Reef', ids: { pmid: '1' } }, { title: 'Reef', ids: { pmid: '1' } }],
      expected: ['0-2', '0-3', '2-3'],
    },
  ])('$name', ({ given, expected }) => {
    expect(pairs(...given)).toEqual(expected)
  })

  it('the rarest words of a title are combined, the common ones are not', () => {
    const common = ['one alpha bravo', 'two alpha bravo', 'three alpha bravo'].map((title) => ({ title }))
    const rare = [{ title: 'alpha bravo charlie delta echo foxtrot golf' }, { title: 'alpha bravo charlie delta echo foxtrot golf hotel' }]
    const found = pairs(...common, ...rare)
    expect(found).toContain('3-4')
    expect(found).toContain('0-1')
    expect(found).not.toContain('0-3')
  })

  it('a block at the cap is compared all with all, a larger one with neighbours only', () => {
    const block = (size: number) => pairs(...Array.from({ length: size }, () => ({ title: 'Reef' }))).length
    expect(block(BLOCK_CAP)).toBe((BLOCK_CAP * (BLOCK_CAP - 1)) / 2)
    expect(block(BLOCK_CAP + 1)).toBe(12 * (BLOCK_CAP + 1) - (12 * 13) / 2)
  })

  it('a crowded pair of words is left out', () => {
    const titles = (size: number) => Array.from({ length: size }, (_, i) => ({ title: `Reef lamps x${i}y` }))
    expect(pairs(...titles(BLOCK_CAP))).toHaveLength((BLOCK_CAP * (BLOCK_CAP - 1)) / 2)
    expect(pairs(...titles(BLOCK_CAP + 1))).toEqual([])
  })
})
