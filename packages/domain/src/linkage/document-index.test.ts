import type { Record } from '@winnow/contracts/entities/record.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentIndex, type KnownDocument } from './document-index.ts'
import { arbitraryRecords } from './fixtures/arbitrary-records.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { linkRecords } from './link-records.ts'

const title = 'Night shift and mood in ferry crews'
const record = (recordId: string, given: Parameters<typeof givenRecord>[0] = {}) =>
  givenRecord({ recordId, title, year: 2020, authors: ['Osei, K'], ...given })
const reef = (recordId: string, given: Parameters<typeof givenRecord>[0] = {}) =>
  record(recordId, { title: 'Reef growth under strong lamps', ...given })
const linkInto = (known: readonly KnownDocument[], incoming: readonly Record[], apart: readonly (readonly [string, string])[] = []) =>
  new DocumentIndex(known, apart).take(incoming, (nth) => `N${90 + nth}`)
const assigned = ({ assignments }: ReturnType<typeof linkInto>) =>
  assignments.map(({ documentId, added }) => [documentId, added.map(({ recordId }) => recordId).join('+')])

describe('an increment', () => {
  it('assigns to known documents, opens new ones, in the order of input', () => {
    const known = [{ documentId: 'D1', records: [record('a')] }]
    const result = linkInto(known, [reef('z'), record('c'), reef('y'), record('b')])
    expect(assigned(result)).toEqual([
      ['N90', 'z+y'],
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
    expect(assigned(result)).toEqual([['N90', 'b']])
    expect(result.joins).toEqual([])
  })

  it('names new documents in the order of their first records, and says which are new', () => {
    const { assignments } = linkInto(
      [{ documentId: 'D1', records: [record('a')] }],
      [reef('z'), record('b'), record('k', { title: 'Kelp' }), reef('y')],
    )
    expect(assignments.map(({ documentId, isNew }) => `${documentId} ${isNew}`)).toEqual(['N90 true', 'D1 false', 'N91 true'])
  })
})

describe('what an increment touches', () => {
  const kelp = (recordId: string, given: Parameters<typeof givenRecord>[0] = {}) => record(recordId, { title: 'Kelp and iodine', ...given })
  const documents = [
    { documentId: 'D1', records: [record('a', { ids: { doi: '10.5555/a' } })] },
    { documentId: 'D2', records: [reef('b', { ids: { doi: '10.5555/b' } })] },
    { documentId: 'D3', records: [record('c', { title: `Erratum: ${title}` })] },
    { documentId: 'D4', records: [reef('d', { title: 'Riffwachstum', ids: { pmid: '2' } })] },
    { documentId: 'D10', records: [record('e', { title: 'Retraction: Kelp and iodine', notices: [] })] },
  ]
  it.each([
    { name: 'nothing', incoming: [], expected: '' },
    { name: 'a document that gets a record, with the texts about it', incoming: [record('x')], expected: 'D1 D3' },
    { name: 'a text about a document', incoming: [reef('x', { title: 'Reply to: Reef growth under strong lamps' })], expected: 'D2 N90' },
    { name: 'a work that a text was waiting for', incoming: [kelp('x')], expected: 'D10 N90' },
    {
      name: 'documents that join, under the one that stays',
      incoming: [reef('x', { ids: { doi: '10.5555/b', pmid: '2' } })],
      expected: 'D2',
    },
    {
      name: 'the work that a text seemed to be about before the one it names came',
      incoming: [
        record('x', { title: 'Note', notices: [{ kind: 'erratum', direction: 'of', doi: '10.5555/n', from: 'test' }] }),
        record('y', { title: 'Another', ids: { doi: '10.5555/n' } }),
      ],
      expected: 'N90 N91',
    },
  ])('$name', ({ incoming, expected }) => {
    expect(linkInto(documents, incoming).touched.join(' ')).toBe(expected)
  })

  it('a named work takes a text away from the one of its title: both are touched', () => {
    const notices = [{ kind: 'erratum' as const, direction: 'of' as const, doi: '10.5555/n', from: 'test' }]
    const index = new DocumentIndex([
      { documentId: 'D1', records: [record('a')] },
      { documentId: 'D2', records: [record('c', { title: `Erratum: ${title}`, notices })] },
    ])
    expect(index.take([], () => '').touched).toEqual([])
    expect(index.linksOf('D2')).toEqual([{ text: 'D2', work: 'D1', kind: 'erratum' }])
    expect(index.take([record('n', { title: 'Reef', ids: { doi: '10.5555/n' } })], () => 'D3').touched).toEqual(['D1', 'D2', 'D3'])
    expect([index.linksOf('D1'), index.linksOf('D3')]).toEqual([[], [{ text: 'D2', work: 'D3', kind: 'erratum' }]])
  })
})

describe('links between documents', () => {
  it('are named once, from both sides, and never within one document', () => {
    const index = new DocumentIndex([
      { documentId: 'D1', records: [record('a'), record('b', { ids: { doi: '10.5555/a' } })] },
      {
        documentId: 'D2',
        records: [record('c', { title: `Erratum: ${title}` }), record('d', { title: `Erratum: ${title}`, ids: { pmid: '9' } })],
      },
      { documentId: 'D3', records: [reef('e'), reef('f', { title: 'Comment on: Reef growth under strong lamps' })] },
    ])
    index.take([], () => '')
    const link = { text: 'D2', work: 'D1', kind: 'erratum' }
    expect([index.linksOf('D1'), index.linksOf('D2'), index.linksOf('D3'), index.linksOf('D9')]).toEqual([[link], [link], [], []])
  })
})

describe('the documents', () => {
  it('are known ones and new ones with their records in canonical order, by number; one that joined is gone', () => {
    const index = new DocumentIndex([
      { documentId: 'D9', records: [reef('b', { ids: { doi: '10.5555/b' } }), reef('a', { ids: { doi: '10.5555/b' } })] },
      { documentId: 'D10', records: [reef('c', { title: 'Riffwachstum', ids: { pmid: '2' } })] },
      { documentId: 'D11', records: [record('k')] },
    ])
    index.take(
      [record('d', { title: 'Kelp' }), reef('e', { ids: { doi: '10.5555/b', pmid: '2' } }), record('f', { title: 'Salt' })],
      (nth) => `D${12 + nth}`,
    )
    expect(
      [...index.documents].map(([documentId, records]) => `${documentId}: ${records.map(({ recordId }) => recordId).join(' ')}`),
    ).toEqual(['D9: a b c e', 'D11: k', 'D12: d', 'D13: f'])
  })
})

describe('increments', () => {
  const partition = (groups: Iterable<readonly Record[]>) =>
    [...groups]
      .map((group) =>
        group
          .map(({ recordId }) => recordId)
          .sort()
          .join('+'),
      )
      .sort()
  const portionsOf = (records: readonly Record[], cuts: readonly number[]) => {
    const at = [0, ...cuts.map((cut) => Math.min(cut, records.length)).sort((a, b) => a - b), records.length]
    return at.slice(1).map((end, i) => records.slice(at[i], end))
  }
  const portioned = fc
    .tuple(arbitraryRecords, fc.array(fc.nat(9), { maxLength: 3 }))
    .chain(([records, cuts]) =>
      fc.shuffledSubarray([...records], { minLength: records.length }).map((shuffled) => portionsOf(shuffled, cuts)),
    )
  const known = (index: DocumentIndex) => [...index.documents].map(([documentId, records]) => ({ documentId, records }))

  it('give the works of the batch, in any portions and order, wherever the batch keeps every known document in one cluster', () => {
    fc.assert(
      fc.property(portioned, (portions) => {
        const index = new DocumentIndex([])
        const batch = linkRecords(portions.flat()).clusters
        let created = 0
        let respected = true
        for (const [i, portion] of portions.entries()) {
          const before = partition(index.documents.values()).map((group) => group.split('+'))
          index.take(portion, () => `D${++created}`)
          const after = partition(index.documents.values()).map((group) => group.split('+'))
          expect(before.every((group) => after.some((wider) => group.every((id) => wider.includes(id))))).toBe(true)
          if (i === portions.length - 1) break
          respected &&= after.every((group) => batch.some(({ recordIds }) => group.every((id) => recordIds.includes(id))))
        }
        if (respected) expect(partition(index.documents.values())).toEqual(partition(batch.map(({ records }) => records)))
      }),
      { numRuns: 120 },
    )
  })

  it('are the same with an index that was kept and with one made anew from the documents', () => {
    fc.assert(
      fc.property(portioned, (portions) => {
        const kept = new DocumentIndex([])
        let created = 0
        for (const portion of portions) {
          const anew = new DocumentIndex(known(kept))
          const first = created + 1
          const one = kept.take(portion, () => `D${++created}`)
          expect(anew.take(portion, (nth) => `D${first + nth}`)).toEqual(one)
          expect(known(anew)).toEqual(known(kept))
          for (const { documentId } of known(kept)) expect(anew.linksOf(documentId)).toEqual(kept.linksOf(documentId))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('of nothing change nothing, and a whole that is known gives no join', () => {
    fc.assert(
      fc.property(portioned, (portions) => {
        const index = new DocumentIndex([])
        let created = 0
        for (const portion of portions) index.take(portion, () => `D${++created}`)
        const nothing = { assignments: [], joins: [], touched: [] }
        expect(index.take([], () => 'none')).toEqual(nothing)
        expect(new DocumentIndex(known(index)).take([], () => 'none')).toEqual(nothing)
      }),
      { numRuns: 100 },
    )
  })
})
