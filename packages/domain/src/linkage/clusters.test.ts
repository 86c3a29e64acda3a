import { expect, it } from 'vitest'
import { partition } from './clusters.ts'
import { givenRecord } from './fixtures/given-record.ts'
import type { Link } from './forest.ts'
import { profilesOf } from './profile.ts'

it('more weak records of one title than a call takes arguments', () => {
  const count = 150_000
  const [profile] = profilesOf([givenRecord({ title: 'Reef growth under strong lamps' })])
  if (profile === undefined) throw new Error('no profile')
  const decision: Link['decision'] = { same: true, tier: 'fuzzy', signals: [], strength: 1, partial: false }
  const links = Array.from({ length: count - 1 }, (_, index): Link => ({ a: index, b: index + 1, decision }))
  const { clusters, links: accepted } = partition(Array(count).fill(profile), Array(count).fill(0), links, { together: [], apart: [] })
  expect(profile.isWeak).toBe(true)
  expect([clusters.length, accepted.length]).toEqual([1, count - 1])
}, 60_000)
