import type { Record } from '@winnow/contracts/entities/record.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_CAP } from './blocking-keys.ts'
import { arbitraryRecords } from './fixtures/arbitrary-records.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { type ChangedWork, LinkageIndex } from './linkage-index.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const many = (count: number, given: (i: number) => Given) =>
  Array.from({ length: count }, (_, i) => givenRecord({ recordId: `r${i}`, ...given(i) }))
const idsOf = ({ records }: LinkageIndex, { members }: ChangedWork) => members.map((position) => records[position]?.recordId).join('+')
const told = (index: LinkageIndex, works: readonly ChangedWork[]) => works.map((work) => idsOf(index, work)).sort()
/** Works with their decisions by record ids, in an order of their own. */
const whole = (records: readonly Record[]) => {
  const index = new LinkageIndex()
  const works = index.add(records)
  const id = (position: number) => index.records[position]?.recordId
  return works
    .map((work) => ({ ids: idsOf(index, work), links: work.links.map(({ a, b, decision }) => ({ a: id(a), b: id(b), decision })) }))
    .sort((x, y) => (x.ids < y.ids ? -1 : 1))
}

describe('one add', () => {
  it('gives the same works by the same decisions in any order', () => {
    fc.assert(
      fc.property(
        arbitraryRecords.chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray([...records], { minLength: records.length })),
        ),
        ([records, shuffled]) => {
          expect(whole(shuffled)).toEqual(whole(records))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('of a record twice, in two orders, is of two records', () => {
    const record = givenRecord({ title, authors: ['Osei, K'] })
    expect(whole([record, { ...record }])[0]?.ids).toBe('r+r')
  })

  it('joins records described alike by one decision each, and with others through the first of them', () => {
    const authors = ['Osei, K']
    const [work] = whole([
      givenRecord({ recordId: 'a', title, authors, year: 2020 }),
      givenRecord({ recordId: 'b', title, authors, year: 2020 }),
      givenRecord({ recordId: 'c', title: `${title}: a survey`, authors, year: 2020 }),
      givenRecord({ recordId: 'd', title: `${title}: a survey`, authors, year: 2020 }),
    ])
    expect(work?.links.map(({ a, b }) => `${a}-${b}`)).toEqual(['a-b', 'c-d', 'a-c'])
  })

  it('records described alike without anything that makes them one work stay apart, and yet all find their work', () => {
    const alike = ['a', 'b', 'c'].map((recordId) => givenRecord({ recordId, title }))
    expect(whole(alike).map(({ ids }) => ids)).toEqual(['a', 'b', 'c'])
    const work = givenRecord({ recordId: 'w', title, year: 2020, authors: ['Osei, K'], ids: { doi: '10.5555/a' } })
    const bare = ['a', 'b', 'c'].map((recordId) => givenRecord({ recordId, title, year: 2020 }))
    expect(whole([...bare, work]).map(({ ids }) => ids)).toEqual(['a+b+c+w'])
  })
})

describe('more adds', () => {
  const authors = ['Osei, K']
  const a = givenRecord({ recordId: 'a', title, authors, year: 2020, ids: { doi: '10.5555/a' } })
  it('tell only what changed', () => {
    const index = new LinkageIndex()
    index.add([a, givenRecord({ recordId: 'k', title: 'Kelp' })])
    expect(told(index, index.add([givenRecord({ recordId: 'b', title, authors })]))).toEqual(['a+b'])
    expect(told(index, index.add([givenRecord({ recordId: 'x', title: 'Salt' })]))).toEqual(['x'])
    expect(index.add([])).toEqual([])
  })

  it('compare what came with what it meets, and nothing else', () => {
    const index = new LinkageIndex()
    index.add(many(300, (i) => ({ title: `Kelp ${i} salt${i} reef${i} lamp${i}`, year: 2020 })))
    const before = index.comparisons
    index.add([givenRecord({ recordId: 'new', title: 'Kelp 7 salt7 reef7 lamp7' })])
    expect([before, index.comparisons]).toEqual([0, 1])
  })

  it('join works that stood apart, and tell of the whole', () => {
    const index = new LinkageIndex()
    const c = givenRecord({ recordId: 'c', title: 'Riffwachstum', ids: { pmid: '1' } })
    index.add([a, c, givenRecord({ recordId: 'd', title: 'Riffwachstum', ids: { pmid: '1' } })])
    const [work, ...others] = index.add([givenRecord({ recordId: 'b', title, ids: { doi: '10.5555/a', pmid: '1' } })])
    expect(others).toEqual([])
    expect(work?.links).toHaveLength(2)
    expect(work === undefined ? '' : idsOf(index, work)).toBe('a+b+c+d')
  })

  it('what is known to be together stays so, whatever speaks against it', () => {
    const b = givenRecord({ recordId: 'b', title: 'Kelp', ids: { doi: '10.5555/b' } })
    const index = new LinkageIndex()
    expect(told(index, index.add([a, b, givenRecord({ recordId: 'c', title: 'Salt' })], [[0, 1]]))).toEqual(['a+b', 'c'])
    expect(told(index, index.add([givenRecord({ recordId: 'd', title: 'Kelp', ids: { doi: '10.5555/b' } })]))).toEqual(['a+b+d'])
  })

  it('a link that a crowded block suggested is dropped; the work that it made stays', () => {
    const pair = many(2, (i) => ({
      recordId: `pair${i}`,
      title: `Kelp and ${['iodine', 'bromine'][i]}`,
      year: 2000,
      ids: { doi: '10.5555/n' },
    }))
    const crowd = many(BLOCK_CAP, (i) => ({ title: `Kelp and x${i}x`, authors: [`Author${i}, A`], ids: { doi: '10.5555/n' } }))
    const index = new LinkageIndex()
    expect(told(index, index.add(pair))).toEqual(['pair0+pair1'])
    index.add(crowd)
    expect(told(index, index.add([givenRecord({ ...pair[0], authors: [], recordId: 'again' })]))).toEqual(['again+pair0+pair1'])
    const anew = new LinkageIndex()
    expect(told(anew, anew.add([...pair, ...crowd])).filter((ids) => ids.startsWith('pair'))).toEqual(['pair0', 'pair1'])
    expect([index.containers, anew.containers]).toEqual([['10.5555/n'], ['10.5555/n']])
  })

  it('in crowded blocks, too, give what an index gives that is told the works so far', () => {
    const crowded = fc.array(
      fc.record({
        title: fc.constantFrom(title, title, `${title}: a survey`),
        year: fc.constantFrom(2000, 2001, 2002, 2010, undefined),
        pages: fc.constantFrom('1-9', '21-29', undefined),
        author: fc.constantFrom('Osei, K', 'Dahl, B', 'Ek, C'),
        doi: fc.constantFrom('10.5555/a', '10.5555/b', undefined, undefined, undefined),
        volume: fc.constantFrom('1', '2', '3', undefined),
      }),
      { minLength: 2 * BLOCK_CAP, maxLength: 3 * BLOCK_CAP },
    )
    fc.assert(
      fc.property(crowded, fc.nat(2 * BLOCK_CAP), fc.nat(2 * BLOCK_CAP), (all, one, other) => {
        const records = all.map(({ author, doi, year, pages, volume, title: own }, i) =>
          givenRecord({
            recordId: `r${i}`,
            title: own,
            authors: [author],
            ids: doi === undefined ? {} : { doi },
            ...(year === undefined ? {} : { year }),
            ...(pages === undefined ? {} : { pages, venue: 'Reef Letters' }),
            ...(volume === undefined ? {} : { volume }),
          }),
        )
        const cuts = [one, other].sort((x, y) => x - y)
        const portions = [records.slice(0, cuts[0]), records.slice(cuts[0], cuts[1]), records.slice(cuts[1])]
        const kept = new LinkageIndex()
        let works: readonly (readonly number[])[] = []
        let known: readonly Record[] = []
        for (const portion of portions) {
          const changed = kept.add(portion)
          const anew = new LinkageIndex()
          const again = anew.add([...known, ...portion], works)
          known = [...known, ...portion]
          const members = new Map<number, readonly number[]>()
          for (const work of works) for (const position of work) members.set(position, work)
          for (const work of changed) for (const position of work.members) members.set(position, work.members)
          works = [...new Set(members.values())]
          expect(again.map((work) => idsOf(anew, work)).sort()).toEqual(works.map((own) => idsOf(kept, { members: own, links: [] })).sort())
        }
      }),
      { numRuns: 3 },
    )
  }, 30_000)
})

describe('hostile input costs no more than some comparisons a record', () => {
  const authors = ['Osei, K']
  const n = 1000
  it.each([
    { name: 'one record many times', given: () => ({ title, authors, year: 2020 }), works: 1, most: 0 },
    { name: 'one title alone', given: () => ({ title }), works: n, most: 0 },
    { name: 'no titles', given: () => ({}), works: n, most: 0 },
    { name: 'one title, a DOI each', given: (i: number) => ({ title, authors, ids: { doi: `10.5555/${i}` } }), works: n, most: 0 },
    {
      name: 'one title, an author each',
      given: (i: number) => ({ title, authors: [`X${'abcdefghij'.charAt(i % 10)}${i}x, A`], year: 2020 }),
      works: n,
      most: 0,
    },
    { name: 'one title, many years', given: (i: number) => ({ title, authors, year: 1000 + i * 3 }), works: n, most: 0 },
    { name: 'one title, a hundred pages', given: (i: number) => ({ title, pages: `${i % 100}1`, volume: `${i}` }), works: n, most: 5 },
    {
      name: 'one DOI, a title each',
      given: (i: number) => ({ title: `x${i}y z${i}u v${i}w`, ids: { doi: '10.5555/book' } }),
      works: n,
      most: 0,
    },
    {
      name: 'one place',
      given: (i: number) => ({ title: `x${i}y z${i}u v${i}w`, venue: 'Reef', volume: '7', pages: '1-9', year: 2000, authors }),
      works: n,
      most: 0,
    },
    { name: 'words in common', given: (i: number) => ({ title: `${title} x${i}y`, year: 2020 }), works: n, most: 0 },
    {
      name: 'blocks at their caps',
      given: (i: number) => ({ title: `${title} x${i % (n / BLOCK_CAP)}y`, authors, volume: `${i}` }),
      works: null,
      most: BLOCK_CAP / 2,
    },
    {
      name: 'a chain of identifiers',
      given: (i: number) => ({ title: `x${i}y`, ids: { pmid: String(1000 + (i >> 1)), doi: `10.5555/${(i + 1) >> 1}` } }),
      works: null,
      most: 1,
    },
    {
      name: 'notices of one title and its works',
      given: (i: number) => ({ title: i % 2 === 0 ? title : `Erratum: ${title}`, authors, year: 1000 + i }),
      works: null,
      most: 1,
    },
  ])('$name', ({ given, works, most }) => {
    const index = new LinkageIndex()
    const found = index.add(many(n, given))
    expect(index.comparisons / n).toBeLessThanOrEqual(most)
    if (works !== null) expect(found).toHaveLength(works)
    expect(found.reduce((sum, { members }) => sum + members.length, 0)).toBe(n)
    expect(index.linkedTexts.all().length).toBeLessThanOrEqual(BLOCK_CAP * n)
  })

  it('titles of forty thousand characters', () => {
    const long = (i: number) => Array.from({ length: 5000 }, (_, k) => `w${(k * k + (k === 2500 ? i : 0)) % 7919}x`).join(' ')
    const index = new LinkageIndex()
    const works = index.add(many(8, (i) => ({ title: long(i % 4), year: 2000 })))
    expect(long(0).length).toBeGreaterThan(30_000)
    expect(works.length).toBeLessThanOrEqual(4)
    expect(index.comparisons).toBeLessThanOrEqual(6)
  })
})

describe('containers', () => {
  it('are DOIs of clearly different works, and those of more descriptions than one work has', () => {
    const index = new LinkageIndex()
    index.add([
      givenRecord({ title: 'Introduction', pages: '1', ids: { doi: '10.5555/z' } }),
      givenRecord({ title: 'Kelp and iodine', pages: '9', ids: { doi: '10.5555/z' } }),
      ...many(BLOCK_CAP + 1, (i) => ({ title: 'Kelp', volume: `${i}`, ids: { doi: '10.5555/y' } })),
      ...many(BLOCK_CAP, (i) => ({ title: 'Salt', volume: `${i}`, ids: { doi: '10.5555/x' } })),
      ...many(BLOCK_CAP + 1, (i) => ({ title: 'Iron', volume: `${i}`, ids: { pmid: '7' } })),
    ])
    expect(index.containers).toEqual(['10.5555/y', '10.5555/z'])
  })
})
