import type { Record } from '@winnow/contracts/entities/record.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRecords } from './fixtures/arbitrary-records.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { compareDocumentIds, type KnownDocument, linkInto } from './link-into.ts'
import { linkRecords } from './link-records.ts'

const title = 'Night shift and mood in ferry crews'
const record = (recordId: string, given: Parameters<typeof givenRecord>[0] = {}) =>
  givenRecord({ recordId, title, year: 2020, authors: ['Osei, K'], ...given })
const reef = (recordId: string, given: Parameters<typeof givenRecord>[0] = {}) =>
  record(recordId, { title: 'Reef growth under strong lamps', ...given })
const assigned = ({ assignments }: ReturnType<typeof linkInto>) =>
  assignments.map(({ documentId, added }) => [documentId, added.map(({ recordId }) => recordId).join('+')])

describe('linkInto', () => {
  it('assigns to known documents, opens new ones, in the order of input', () => {
    const known = [{ documentId: 'D1', records: [record('a')] }]
    const result = linkInto(known, [reef('z'), record('c'), reef('y'), record('b')])
    expect(assigned(result)).toEqual([
      [null, 'z+y'],
      ['D1', 'c+b'],
    ])
    expect(result.assignments[1]?.records.map(({ recordId }) => recordId)).toEqual(['a', 'b', 'c'])
    expect(result.assignments[1]?.decisions).toHaveLength(2)
    expect(result.joins).toEqual([])
  })

  it('names the record to cite, known or incoming', () => {
    const known = [{ documentId: 'D1', records: [record('a', { type: 'preprint' })] }]
    expect(linkInto(known, [record('b', { ids: { doi: '10.5555/b' } })]).assignments[0]?.survivor.recordId).toBe('b')
    expect(
      linkInto([{ documentId: 'D1', records: [record('a')] }], [record('b', { type: 'preprint' })]).assignments[0]?.survivor.recordId,
    ).toBe('a')
  })

  it('joins documents through an incoming record; the smaller number survives, the weakest decision on the way is named', () => {
    const known = [
      { documentId: 'D10', records: [reef('a', { ids: { doi: '10.5555/a' } })] },
      { documentId: 'D9', records: [record('b', { title: 'Riffwachstum', ids: { pmid: '1' } })] },
    ]
    const result = linkInto(known, [reef('c', { ids: { doi: '10.5555/a', pmid: '1' } })])
    expect(result.joins).toEqual([
      {
        into: 'D9',
        from: 'D10',
        tier: 'identifier',
        signals: ['same PubMed id'],
        decision: { a: 'b', b: 'c', tier: 'identifier', signals: ['same PubMed id'] },
      },
    ])
    expect(assigned(result)).toEqual([['D9', 'c']])
  })

  it('joins known documents that belong together without an incoming record', () => {
    const known = [
      { documentId: 'D2', records: [record('b')] },
      { documentId: 'D1', records: [record('a')] },
      { documentId: 'D3', records: [record('c')] },
    ]
    const { joins, assignments } = linkInto(known, [])
    expect(joins.map(({ into, from, tier }) => [into, from, tier])).toEqual([
      ['D1', 'D2', 'title-author'],
      ['D1', 'D3', 'title-author'],
    ])
    expect(assignments).toEqual([])
  })

  it('joins are ordered by number', () => {
    const known = ['D11', 'D10', 'D2', 'D1'].map((documentId, i) => ({
      documentId,
      records: [i % 2 === 0 ? record(`r${i}`) : reef(`r${i}`)],
    }))
    expect(linkInto(known, []).joins.map(({ into, from }) => `${into}<${from}`)).toEqual(['D1<D10', 'D2<D11'])
  })

  it('never takes a known document apart, and never joins what a user split', () => {
    const [a, b, c] = [
      record('a', { ids: { doi: '10.5555/a' } }),
      record('b', { ids: { doi: '10.5555/b' } }),
      record('c', { ids: { doi: '10.5555/a' } }),
    ]
    expect(linkInto([{ documentId: 'D1', records: [a, b] }], [c]).assignments.map(({ documentId }) => documentId)).toEqual(['D1'])
    const split = [
      { documentId: 'D1', records: [a] },
      { documentId: 'D2', records: [c] },
    ]
    expect(linkInto(split, []).joins).toHaveLength(1)
    expect(linkInto(split, [], [['c', 'a']]).joins).toEqual([])
  })

  it('an ambiguous record stays where it was before the second work was known', () => {
    const a = record('a', { ids: { doi: '10.5555/a' } })
    const weak = givenRecord({ recordId: 'w', title, authors: ['Osei, K'] })
    const result = linkInto([{ documentId: 'D1', records: [a, weak] }], [record('b', { ids: { doi: '10.5555/b' } })])
    expect(assigned(result)).toEqual([[null, 'b']])
    expect(result.joins).toEqual([])
  })

  it('tells containers and linked texts of the whole', () => {
    const ids = { doi: '10.5555/book' }
    const known = [{ documentId: 'D1', records: [record('a', { ids, pages: '1', title: 'Introduction' })] }]
    const result = linkInto(known, [record('b', { ids, pages: '5', authors: ['Dahl, B'] }), record('e', { title: `Erratum: ${title}` })])
    expect(result.containers).toEqual(['10.5555/book'])
    expect(result.linked.map(({ text, work }) => [text.recordId, work.recordId])).toEqual([['e', 'b']])
  })
})

describe('the service converges to the batch', () => {
  /** Documents as the dedup service keeps them, records coming in portions. */
  const serve = (portions: readonly (readonly Record[])[]): readonly KnownDocument[] => {
    let documents: readonly KnownDocument[] = []
    for (const portion of portions) {
      const { assignments, joins } = linkInto(documents, portion)
      const survivorOf = new Map(joins.map(({ from, into }) => [from, into]))
      const records = new Map<string, readonly Record[]>()
      for (const document of documents) {
        const id = survivorOf.get(document.documentId) ?? document.documentId
        records.set(id, [...(records.get(id) ?? []), ...document.records])
      }
      for (const { documentId, added } of assignments) {
        const id = documentId ?? `D${documents.length + records.size + 100 * portions.indexOf(portion)}`
        records.set(id, [...(records.get(id) ?? []), ...added])
      }
      documents = [...records].map(([documentId, own]) => ({ documentId, records: own }))
    }
    return documents
  }
  const partition = (groups: readonly (readonly Record[])[]) =>
    groups
      .map((group) =>
        group
          .map(({ recordId }) => recordId)
          .sort()
          .join('+'),
      )
      .sort()

  it('where the batch keeps every known document in one cluster, the partition is the same', () => {
    fc.assert(
      fc.property(arbitraryRecords, fc.nat(8), (records, cut) => {
        const before = serve([records.slice(0, cut)])
        const after = serve([records.slice(0, cut), records.slice(cut)])
        const batch = linkRecords(records).clusters
        const respected = before.every(({ records: own }) => batch.some(({ records: all }) => own.every((one) => all.includes(one))))
        if (respected)
          expect(partition(after.map((document) => document.records))).toEqual(partition(batch.map((cluster) => cluster.records)))
        else expect(before.every(({ records: own }) => after.some(({ records: all }) => own.every((one) => all.includes(one))))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('compareDocumentIds', () => {
  it.each([
    ['D9', 'D10', -1],
    ['D10', 'D9', 1],
    ['D1', 'D1', 0],
    ['D1', 'x', -1],
    ['a', 'b', -1],
  ])('%s, %s', (a, b, sign) => {
    expect(Math.sign(compareDocumentIds(a, b))).toBe(sign)
  })
})
