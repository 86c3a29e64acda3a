import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { Forest, type Link, MAX_DESCRIPTIONS } from './forest.ts'
import { profilesOf } from './profile.ts'

const link = (a: number, b: number, decision: Partial<Link['decision']> = {}): Link => ({
  a,
  b,
  decision: { same: true, tier: 'fuzzy', signals: [], strength: 1, partial: false, ...decision },
})
const forest = (
  titles: readonly string[],
  apart: readonly (readonly [number, number])[] = [],
  together: readonly (readonly [number, number])[] = [],
) => new Forest(profilesOf(titles.map((title) => givenRecord({ title }))), [...titles.keys()], { together, apart })

describe('Forest', () => {
  it('joins, knows roots and sizes, and lists clusters by position', () => {
    const trees = forest(['a', 'b', 'c', 'd'])
    expect([trees.join(link(3, 1)), trees.join(link(1, 3)), trees.join(link(1, 0))]).toEqual([true, false, true])
    expect(trees.clusters()).toEqual([[0, 1, 3], [2]])
    expect([0, 1, 2, 3].map((i) => trees.size(i))).toEqual([3, 3, 1, 3])
    expect(trees.root(0)).toBe(trees.root(3))
    expect(trees.root(0)).not.toBe(trees.root(2))
  })

  it('keeps given pairs together, and given pairs apart at any distance', () => {
    const trees = forest(['a', 'b', 'c', 'd'], [[0, 3]], [[0, 1]])
    expect(trees.clusters()).toEqual([[0, 1], [2], [3]])
    expect(trees.join(link(2, 3))).toBe(true)
    expect(trees.join(link(1, 2))).toBe(false)
    expect(trees.join(link(3, 0))).toBe(false)
  })

  it('a work has at most so many descriptions', () => {
    const titles = (count: number) => Array.from({ length: count }, (_, i) => `title ${i}`)
    const star = (count: number) => {
      const trees = new Forest(
        profilesOf(titles(count).map((title, i) => givenRecord({ title, ids: { doi: `10.5555/${i}` }, type: 'preprint' }))),
        [...titles(count).keys()],
        { together: [], apart: [] },
      )
      return Array.from({ length: count - 1 }, (_, i) => trees.join(link(0, i + 1, { tier: 'doi' }))).filter(Boolean).length
    }
    expect(star(MAX_DESCRIPTIONS)).toBe(MAX_DESCRIPTIONS - 1)
    expect(star(MAX_DESCRIPTIONS + 1)).toBe(MAX_DESCRIPTIONS - 1)
  })

  it('a partial title needs title evidence with every member, another link does not', () => {
    const titles = ['Spike train sequences', 'Spike train sequences: a theory', 'Kelp and iodine in the sea']
    const partly = forest(titles, [], [[1, 2]])
    expect(partly.join(link(0, 1, { partial: true }))).toBe(false)
    expect(partly.join(link(0, 1))).toBe(true)
  })

  it('records described alike count as one description', () => {
    const alike = Array.from({ length: MAX_DESCRIPTIONS + 1 }, () => givenRecord({ title: 'Kelp' }))
    const trees = new Forest(
      profilesOf(alike),
      alike.map(() => 0),
      { together: [], apart: [] },
    )
    expect(alike.slice(1).every((_, i) => trees.join(link(0, i + 1)))).toBe(true)
  })

  it('a veto against a cluster stands when it has grown, and for weaker links; one against a partial title does not', () => {
    const records = [
      { title: 'Kelp', ids: { doi: '10.5555/a' } },
      { title: 'Kelp' },
      { title: 'Kelp', ids: { doi: '10.5555/b' } },
      { title: 'Kelp' },
    ].map((given) => givenRecord(given))
    const trees = new Forest(profilesOf(records), [0, 1, 2, 1], { together: [], apart: [] })
    expect([
      trees.join(link(0, 1)),
      trees.join(link(1, 2)),
      trees.join(link(2, 3)),
      trees.join(link(0, 2)),
      trees.join(link(1, 3)),
    ]).toEqual([true, false, true, false, false])
    const partly = forest(['Spike train sequences', 'Spike train sequences: a theory', 'Kelp and iodine in the sea'], [], [[1, 2]])
    expect([partly.join(link(0, 1, { partial: true })), partly.join(link(0, 1, { partial: true })), partly.join(link(0, 1))]).toEqual([
      false,
      false,
      true,
    ])
  })
})
