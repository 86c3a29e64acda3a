import type { Record } from '@winnow/contracts/entities/record.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRecords } from '../fixtures/arbitrary-records.ts'
import { givenRecord } from '../fixtures/given-record.ts'
import { linkCitations, sameCitation } from './link-citations.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const record = (recordId: string, given: Given) => givenRecord({ recordId, authors: ['Osei, K'], title, ...given })
const ids = (records: readonly Record[]) => linkCitations(records).map(({ records: own }) => own.map(({ recordId }) => recordId).join('+'))

describe('sameCitation', () => {
  it.each([
    { name: 'a cut title and an initial', a: {}, b: { title: 'Night shift and mood in ferry', authors: ['K Osei'] }, same: true },
    { name: 'words run together', a: {}, b: { title: 'Nightshift andmood inferry crews' }, same: true },
    { name: 'everything in the title', a: {}, b: { title: `K. Osei. ${title}. 2001`, authors: [] }, same: true },
    { name: 'another title', a: {}, b: { title: 'Kelp and iodine in cold water' }, same: false },
    { name: 'another part', a: { title: `${title}: part 1` }, b: { title: `${title}: part 2` }, same: false },
  ])('$name', ({ a, b, same }) => {
    expect(sameCitation(record('a', a), record('b', b)).same).toBe(same)
  })

  it('is symmetric', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        for (const a of records)
          for (const b of records) {
            const [there, back] = [sameCitation(a, b), sameCitation(b, a)]
            expect(back.same).toBe(there.same)
            expect(back.score).toBeCloseTo(there.score, 9)
          }
      }),
      { numRuns: 20 },
    )
  })
})

describe('linkCitations', () => {
  it('of nothing is nothing', () => {
    expect(linkCitations([])).toEqual([])
  })

  it('puts the citations of a work together, with the decisions', () => {
    const all = [
      record('b', { title: 'Night shift, mood in ferry crews', authors: ['K Osei'] }),
      record('c', { title: 'Kelp and iodine in cold water' }),
      record('a', { year: 2001 }),
    ]
    const clusters = linkCitations(all)
    expect(clusters.map(({ records }) => records.map(({ recordId }) => recordId))).toEqual([['a', 'b'], ['c']])
    expect(clusters[0]?.links).toMatchObject([{ a: 'a', b: 'b' }])
    expect(clusters[0]?.links[0]?.score).toBeGreaterThan(0)
    expect(clusters[0]?.links[0]?.signals).toContain('authors 1.00')
    expect(clusters[1]?.links).toEqual([])
  })

  it('equal citations are one without a decision, in canonical order', () => {
    expect(linkCitations([record('b', {}), record('c', {}), record('a', {})])).toMatchObject([
      { records: [{ recordId: 'a' }, { recordId: 'b' }, { recordId: 'c' }], links: [] },
    ])
  })

  it('the records of a cluster are in canonical order, those described alike too', () => {
    expect(ids([record('c', {}), record('b', { year: 2001 }), record('a', {})])).toEqual(['a+b+c'])
  })

  it('equal headings without authors are not, if they differ in nothing but what tells them apart', () => {
    expect(ids([record('a', { title: 'Editorial', year: 2001 }), record('b', { title: 'Editorial', year: 2004 })])).toEqual(['a', 'b'])
  })

  it('a citation that fits two works bridges none', () => {
    const [first, second] = [
      { year: 2001, pages: '11-19', venue: 'Proc Moss' },
      { year: 2005, pages: '301-330', venue: 'J Moss' },
    ]
    const all = [record('a', first), record('b', second), record('w', { authors: ['Osei, K', 'Dahl, B'] })]
    expect(ids(all.slice(0, 2))).toEqual(['a', 'b'])
    expect(ids(all)).toHaveLength(2)
  })

  it('what is systematically cited otherwise is another work', () => {
    const cited = (prefix: string, given: Given) =>
      ['Osei, K', 'Osei, Kw', 'Osei, Kwame'].map((author, at) => record(`${prefix}${at}`, { ...given, authors: [author, 'Dahl, B'] }))
    const [paper, article] = [cited('p', { year: 2001, venue: 'Proc Moss' }), cited('q', { year: 2002, venue: 'J Moss' })]
    expect(ids([...paper, ...article])).toEqual(['p0+p1+p2', 'q0+q1+q2'])
    expect(ids([...paper.slice(1), ...article])).toEqual(['p1+p2+q0+q1+q2'])
  })

  it('the result does not depend on the order of input', () => {
    fc.assert(
      fc.property(arbitraryRecords, fc.infiniteStream(fc.double({ noNaN: true })), (records, random) => {
        const keys = new Map(records.map((own) => [own, random.next().value ?? 0]))
        const shuffled = records.toSorted((x, y) => (keys.get(x) ?? 0) - (keys.get(y) ?? 0))
        expect(linkCitations(shuffled)).toEqual(linkCitations(records))
      }),
      { numRuns: 100 },
    )
  })

  it('every record stands in one cluster', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const found = linkCitations(records).flatMap(({ records: own }) => own.map(({ recordId }) => recordId))
        expect(found.toSorted()).toEqual(records.map(({ recordId }) => recordId).toSorted())
      }),
      { numRuns: 100 },
    )
  })

  it('a thousand of one title are not compared all with all', () => {
    const many = Array.from({ length: 1000 }, (_, at) => record(`r${at}`, { venue: `Reef ${at}` }))
    expect(linkCitations(many)).toHaveLength(1)
  })
})
