import { expect, it } from 'vitest'
import type { Link } from './forest.ts'
import { LinkGraph } from './link-graph.ts'

const link = (a: number, b: number): Link => ({ a, b, decision: { same: true, tier: 'doi', signals: [], strength: 1, partial: false } })

it('finds links from both ends, and takes them out at both', () => {
  const graph = new LinkGraph()
  const [one, two, three] = [link(0, 1), link(1, 2), link(0, 2)]
  for (const each of [one, two, three]) graph.add(each)
  expect([graph.of(0), graph.of(1), graph.of(2), graph.of(3)]).toEqual([[one, three], [one, two], [two, three], []])
  graph.remove([one, three])
  expect([graph.of(0), graph.of(1), graph.of(2)]).toEqual([[], [two], [two]])
  graph.remove([])
  expect(graph.of(1)).toEqual([two])
})
