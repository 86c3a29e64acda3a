import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DisjointSets } from './disjoint-sets.ts'

it('starts with positions that are alone, and takes more', () => {
  const sets = new DisjointSets(2)
  expect([sets.length, sets.root(0), sets.root(1)]).toEqual([2, 0, 1])
  expect([sets.add(), sets.add(), sets.length]).toEqual([2, 3, 4])
  expect(sets.members(3)).toEqual([3])
  expect(new DisjointSets().length).toBe(0)
})

it('the root of the larger set stands for both', () => {
  const sets = new DisjointSets(5)
  sets.unite(3, 4)
  expect(sets.unite(0, 4)).toBe(sets.root(3))
  expect(sets.unite(4, 1)).toBe(sets.root(3))
  expect(sets.root(0)).toBe(3)
  expect(sets.unite(0, 1)).toBe(3)
  expect([...sets.members(0)].sort()).toEqual([0, 1, 3, 4])
})

it('grows beyond its start', () => {
  const sets = new DisjointSets()
  for (let i = 0; i < 100; i++) sets.add()
  for (let i = 1; i < 100; i++) sets.unite(i - 1, i)
  expect(sets.members(99)).toHaveLength(100)
  expect(() => sets.root(1000)).toThrow('no value at 1000')
})

it('two positions are in one set if and only if pairs connect them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }), (pairs) => {
      const sets = new DisjointSets(10)
      let groups = Array.from({ length: 10 }, (_, i) => [i])
      for (const [a, b] of pairs) {
        sets.unite(a, b)
        const joined = groups.filter((group) => group.includes(a) || group.includes(b)).flat()
        groups = [...groups.filter((group) => !group.includes(a) && !group.includes(b)), joined]
      }
      for (const group of groups)
        for (const i of group) {
          expect([...sets.members(i)].sort()).toEqual(group.toSorted())
          expect(sets.root(i)).toBe(sets.root(group[0] ?? -1))
        }
    }),
  )
})
