import type { Record } from '@winnow/contracts/entities/record.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRecords } from './fixtures/arbitrary-records.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { linkRecords } from './link-records.ts'
import { type Profile, profileOf } from './profile.ts'
import { decidePair } from './tiers.ts'

const ids = (records: readonly Record[], apart: Parameters<typeof linkRecords>[1] = []) =>
  linkRecords(records, apart).clusters.map(({ recordIds }) => recordIds.join('+'))
const vetoOf = (a: Profile, b: Profile) => {
  const decision = decidePair(a, b)
  return decision.same ? undefined : decision.veto
}
const title = 'Night shift and mood in ferry crews'
const authors = ['Osei, K']

describe('weak records never bridge two works', () => {
  const a = givenRecord({ recordId: 'a', title, authors, year: 2020, ids: { doi: '10.5555/a' } })
  const b = givenRecord({ recordId: 'b', title, authors, year: 2020, ids: { doi: '10.5555/b' } })
  it.each([
    { name: 'year but no author', weak: { title, year: 2020 } },
    { name: 'author but no year', weak: { title, authors } },
    { name: 'title alone', weak: { title } },
  ])('$name: between two DOIs it joins neither', ({ weak }) => {
    const w = givenRecord({ recordId: 'w', ...weak })
    expect(ids([a, b, w])).toEqual(['a', 'b', 'w'])
    expect(ids([w, b, a])).toEqual(['a', 'b', 'w'])
  })

  it('with one work it joins that', () => {
    expect(ids([givenRecord({ recordId: 'w', title, authors }), a])).toEqual(['a+w'])
  })

  it('the stronger of two links decides', () => {
    const w = givenRecord({ recordId: 'w', title, authors })
    const near = givenRecord({
      recordId: 'n',
      title: 'Night shift and moods in ferry crews',
      authors,
      year: 2018,
      ids: { doi: '10.5555/b' },
    })
    expect(ids([a, near, w])).toEqual(['a+w', 'n'])
  })

  it('two weak records with equal titles hold together, near titles do not', () => {
    const w = (recordId: string, text: string) => givenRecord({ recordId, title: text, authors })
    expect(ids([w('v', title), w('w', title)])).toEqual(['v+w'])
    expect(ids([w('v', title), w('w', 'Night shift and moods in ferry crews')])).toEqual(['v', 'w'])
  })

  it('a weak record that found its work draws no other weak one into it', () => {
    const w1 = givenRecord({ recordId: 'v', title, authors })
    const w2 = givenRecord({ recordId: 'w', title, authors: ['Dahl, B'] })
    const w3 = givenRecord({ recordId: 'x', title, authors: [...authors, 'Dahl, B'] })
    expect(ids([a, w1, w2])).toEqual(['a+v', 'w'])
    expect(ids([a, w2, w3])).toEqual(['a+x', 'w'])
  })
})

describe('chains', () => {
  it('a short title does not join what two long ones keep apart', () => {
    const record = (recordId: string, text: string) => givenRecord({ recordId, title: text, authors, year: 2020 })
    const [theory, practice] = [
      record('b', 'Spike train sequences: a theory of the nerve'),
      record('c', 'Spike train sequences: experiments with cats'),
    ]
    const found = ids([record('a', 'Spike train sequences'), theory, practice])
    expect(found).toHaveLength(2)
    expect(ids([theory, practice])).toEqual(['b', 'c'])
  })

  it('identifiers that contradict each other split a cluster, the stronger link wins', () => {
    const a = givenRecord({ recordId: 'a', title, ids: { doi: '10.5555/a' } })
    const w = givenRecord({ recordId: 'w', title, ids: { doi: '10.5555/a', pmid: '1' } })
    const b = givenRecord({ recordId: 'b', title, ids: { doi: '10.5555/b', pmid: '1' } })
    expect(ids([b, w, a])).toEqual(['a+w', 'b'])
    expect(ids([w, b])).toEqual(['b+w'])
  })

  it('through a third record that carries both identifiers', () => {
    const a = givenRecord({ recordId: 'a', title: 'Reef growth', ids: { doi: '10.5555/a' } })
    const w = givenRecord({ recordId: 'b', title: 'Riffwachstum', ids: { doi: '10.5555/a', pmid: '1' } })
    const c = givenRecord({ recordId: 'c', title: 'Croissance des récifs', ids: { pmid: '1' } })
    const [cluster] = linkRecords([c, a, w]).clusters
    expect(cluster?.recordIds).toEqual(['a', 'b', 'c'])
    expect(cluster?.decisions).toEqual([
      { a: 'a', b: 'b', tier: 'doi', signals: ['same DOI'] },
      { a: 'b', b: 'c', tier: 'identifier', signals: ['same PubMed id'] },
    ])
  })
})

describe('linkRecords', () => {
  it('of nothing is nothing', () => {
    expect(linkRecords([])).toEqual({ clusters: [], containers: [], linked: [] })
  })

  it('gives the records back as they were given', () => {
    const record = givenRecord({ title, ids: { doi: 'https://doi.org/10.5555/A' } })
    expect(linkRecords([record]).clusters[0]?.records[0]).toBe(record)
  })

  it('keeps apart what a user split, even with one DOI', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((recordId) => givenRecord({ recordId, title, ids: { doi: '10.5555/a' } }))
    if (a === undefined || b === undefined || c === undefined) throw new Error('three records are needed')
    expect(ids([a, b, c])).toEqual(['a+b+c'])
    expect(ids([a, b, c], [['b', 'a']])).toEqual(['a+c', 'b'])
    expect(
      ids(
        [a, b, c],
        [
          ['a', 'b'],
          ['c', 'a'],
        ],
      ),
    ).toEqual(['a', 'b+c'])
    expect(ids([a, b], [['a', 'unknown']])).toEqual(['a+b'])
  })

  it('links a near title through rare words, without any other key', () => {
    const a = givenRecord({ recordId: 'a', title: 'An old approach to spike trains and nerve sequences', authors, year: 2020 })
    const b = givenRecord({ recordId: 'b', title: 'Spike trains and nerve sequences', authors, year: 2020 })
    expect(ids([a, b])).toEqual(['a+b'])
  })

  it('the result does not depend on the order of input', () => {
    fc.assert(
      fc.property(arbitraryRecords, fc.infiniteStream(fc.double({ noNaN: true })), (records, random) => {
        const keys = new Map(records.map((record) => [record, random.next().value ?? 0]))
        const shuffled = records.toSorted((x, y) => (keys.get(x) ?? 0) - (keys.get(y) ?? 0))
        expect(linkRecords(shuffled)).toEqual(linkRecords(records))
      }),
      { numRuns: 200 },
    )
  })

  it('every record stands in one cluster, with a decision less than records, and no cluster of titles alone holds two DOIs of published works without the same pages', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const { clusters } = linkRecords(records)
        expect(clusters.flatMap(({ recordIds }) => recordIds).sort()).toEqual(records.map(({ recordId }) => recordId).sort())
        for (const { records: own, decisions, survivor } of clusters) {
          expect(decisions).toHaveLength(own.length - 1)
          expect(own).toContain(survivor)
          // One PubMed id is one work, whatever its DOIs (tier 2 comes before any conflict of a later tier).
          if (decisions.some(({ tier }) => tier === 'identifier')) continue
          expect(
            new Set(own.filter(({ type, pages }) => type !== 'preprint' && pages === undefined).flatMap(({ ids: { doi } }) => doi ?? []))
              .size,
          ).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('linking the survivors of all clusters again never joins two that a veto kept apart', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const once = linkRecords(records)
        for (const { records: own } of once.clusters)
          expect(
            linkRecords(own)
              .clusters.flatMap(({ recordIds }) => recordIds)
              .sort(),
          ).toEqual(own.map(({ recordId }) => recordId).sort())
        expect(linkRecords(once.clusters.flatMap(({ records: own }) => own))).toEqual(once)
      }),
    )
  })

  it('a bare record changes nothing between the others, whatever it agrees with', () => {
    const bare = arbitraryRecords
      .filter((records) => records.length > 0)
      .map(([record]) => {
        const { title: text, authors: people, year } = record ?? givenRecord()
        return givenRecord({
          recordId: 'bare',
          title: text,
          ...(people.length > 0 ? { authors: people } : year === undefined ? {} : { year }),
        })
      })
    fc.assert(
      fc.property(arbitraryRecords, bare, (records, weak) => {
        const strong = records.filter((record) => !profileOf(record).isWeak)
        const without = ids(strong).sort()
        const withBare = linkRecords([...strong, weak]).clusters.map(({ recordIds }) => recordIds.filter((id) => id !== 'bare').join('+'))
        expect(withBare.filter((cluster) => cluster !== '').sort()).toEqual(without)
      }),
      { numRuns: 300 },
    )
  })

  it('no cluster that titles and places alone made holds two records with a veto between them', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        for (const { records: own, decisions } of linkRecords(records).clusters) {
          if (decisions.some(({ tier }) => tier === 'doi' || tier === 'identifier')) continue
          const profiles = own.map((record) => profileOf(record))
          for (const a of profiles) for (const b of profiles) expect(a === b ? undefined : vetoOf(a, b)).toBeUndefined()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('thousands of records of one title are not compared all with all', () => {
    const many = Array.from({ length: 4000 }, (_, i) => givenRecord({ recordId: `r${i}`, title, authors, year: 2020 }))
    expect(linkRecords(many).clusters).toHaveLength(1)
  })
})
