import { describe, expect, it } from 'vitest'
import { Blocking } from './blocking.ts'
import { BLOCK_CAP } from './blocking-keys.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { type Profile, profilesOf } from './profile.ts'

type Given = Parameters<typeof givenRecord>[0]
const blocks = (given: readonly Given[]) => {
  const profiles = profilesOf(given.map((record) => givenRecord(record)))
  const blocking = new Blocking()
  const closed = profiles.map((_, position) => blocking.insert(profiles, position))
  return { profiles, blocking, closed }
}
/** Pairs that meet, as "0-3". */
const pairs = (given: readonly Given[]) => {
  const { profiles, blocking } = blocks(given)
  const found = profiles.flatMap((_, j) => blocking.earlierPartners(profiles, j).map((i) => [i, j] as const))
  return found.sort(([a, b], [c, d]) => a - c || b - d).map(([i, j]) => `${i}-${j}`)
}
const many = (count: number, given: (i: number) => Given) => Array.from({ length: count }, (_, i) => given(i))
const all = (count: number) => (count * (count - 1)) / 2

describe('who meets', () => {
  it('those that share a key, each pair once', () => {
    const ids = { pmid: '1' }
    expect(pairs([{ title: 'Reef' }, { title: 'Kelp' }, { title: 'reef.', ids }, { title: 'Reef', ids }, {}, {}])).toEqual([
      '0-2',
      '0-3',
      '2-3',
    ])
  })

  it('all of a block at the cap, none of one above it', () => {
    const ofDoi = (count: number) => pairs(many(count, () => ({ ids: { doi: '10.5555/a' } }))).length
    expect(BLOCK_CAP).toBe(50)
    expect(ofDoi(BLOCK_CAP)).toBe(all(BLOCK_CAP))
    expect(ofDoi(BLOCK_CAP + 1)).toBe(0)
  })

  it('in a crowded title those with an author, a year next to it or a page in common', () => {
    const crowd = many(BLOCK_CAP + 1, (i) => ({ title: 'Reef', year: 1000 + 3 * i }))
    expect(pairs(crowd)).toEqual([])
    const found = pairs([
      ...crowd,
      { title: 'Reef', year: 2021, authors: ['Osei, K'] },
      { title: 'Reef', year: 2022 },
      { title: 'Reef', year: 2023, pages: '7' },
      { title: 'Reef', pages: '7-9', authors: ['Dahl, B', 'Osei, K'] },
    ])
    const at = BLOCK_CAP + 1
    expect(found).toEqual([`${at}-${at + 1}`, `${at}-${at + 3}`, `${at + 1}-${at + 2}`, `${at + 2}-${at + 3}`])
  })

  it('a finer block is closed at the cap, too', () => {
    const inYear = (count: number) =>
      pairs([...many(BLOCK_CAP + 1, () => ({ title: 'Reef' })), ...many(count, () => ({ title: 'Reef', year: 2020 }))])
    expect(inYear(BLOCK_CAP)).toHaveLength(all(BLOCK_CAP))
    expect(inYear(BLOCK_CAP + 1)).toEqual([])
  })

  it('does not depend on whether members came before or after the block was closed', () => {
    const few = many(3, (i) => ({ title: 'Reef', year: 2020, recordId: `few${i}` }))
    const crowd = many(BLOCK_CAP, () => ({ title: 'Reef' }))
    for (const given of [
      [...few, ...crowd],
      [...crowd, ...few],
    ])
      expect(pairs(given)).toHaveLength(3)
  })
})

describe('insert', () => {
  it('tells the keys of blocks that it closes, once', () => {
    const { closed } = blocks(many(BLOCK_CAP + 3, () => ({ ids: { doi: '10.5555/a' } })))
    expect(closed.slice(0, BLOCK_CAP).flat()).toEqual([])
    expect(closed.slice(BLOCK_CAP)).toEqual([['idoi:10.5555/a'], [], []])
  })

  it('and of finer ones', () => {
    const { closed } = blocks([
      ...many(BLOCK_CAP, () => ({ title: 'Reef', year: 2020 })),
      { title: 'Reef', year: 2022 },
      { title: 'Reef', year: 2020 },
    ])
    expect(closed.slice(BLOCK_CAP)).toEqual([['treef'], ['treef|y2020', 'treef|y2021']])
  })
})

describe('openBlocks', () => {
  const meet = (blocking: Blocking, profiles: readonly Profile[], i: number, j: number) =>
    blocking.openBlocks(profiles, i).some((block) => blocking.openBlocks(profiles, j).includes(block))
  it('are those that a position shares with whom it meets', () => {
    const { blocking, profiles } = blocks([{ title: 'Reef' }, { title: 'Reef', ids: { pmid: '1' } }, { ids: { pmid: '1' } }])
    expect([meet(blocking, profiles, 0, 1), meet(blocking, profiles, 1, 2), meet(blocking, profiles, 0, 2)]).toEqual([true, true, false])
  })
  it('are not those that were closed, but their finer ones', () => {
    const { blocking, profiles } = blocks([
      ...many(BLOCK_CAP, () => ({ title: 'Reef' })),
      { title: 'Reef', year: 2020 },
      { title: 'Reef', year: 2019 },
    ])
    expect([meet(blocking, profiles, 0, 1), meet(blocking, profiles, BLOCK_CAP, BLOCK_CAP + 1)]).toEqual([false, true])
  })
})

it('membersOf gives the members of open and closed blocks', () => {
  const { blocking } = blocks(many(BLOCK_CAP + 1, () => ({ ids: { doi: '10.5555/a' } })))
  expect(blocking.membersOf('idoi:10.5555/a')).toHaveLength(BLOCK_CAP + 1)
  expect(blocking.membersOf('idoi:10.5555/b')).toEqual([])
})
