import type { Record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { indexLibrary, libraryReferences, searchLibrary } from './library-index.ts'

const ids = ({ records }: { readonly records: readonly Record[] }) => records.map(({ recordId }) => recordId).join(' ')

describe('searchLibrary', () => {
  const library = [
    libraryRecord('r1', { title: 'Fish and fowl', abstract: 'A memory of agents.', year: 2019 }),
    libraryRecord('r2', { title: 'Memory of agents', abstract: 'Fish and fowl.', year: 2020 }),
    libraryRecord('r3', { title: 'Agents and fish', abstract: 'Something else.' }),
    libraryRecord('r4', { title: 'How does it do', abstract: 'Whatever it is.', year: 2021 }),
  ]
  const index = indexLibrary([library])
  const find = (parts: Partial<Parameters<typeof searchLibrary>[1]> = {}) =>
    searchLibrary(index, { query: 'memory agents', limit: 200, fromYear: null, toYear: null, ...parts })

  const rows = [
    { name: 'best first, a title word weighs twice', parts: {}, out: { ids: 'r2 r1 r3', outcome: 'hits', total: 3 } },
    { name: 'words of other forms', parts: { query: 'Agent memories!' }, out: { ids: 'r2 r1 r3', outcome: 'hits', total: 3 } },
    {
      name: 'the words a question is asked with find nothing',
      parts: { query: 'How does memory of agents do?' },
      out: { ids: 'r2 r1 r3', outcome: 'hits', total: 3 },
    },
    { name: 'none', parts: { query: 'penguins' }, out: { ids: '', outcome: 'none', total: 0 } },
    { name: 'none of an empty query', parts: { query: '?' }, out: { ids: '', outcome: 'none', total: 0 } },
    { name: 'as many as asked', parts: { limit: 3 }, out: { ids: 'r2 r1 r3', outcome: 'hits', total: 3 } },
    { name: 'fewer than there are', parts: { limit: 2 }, out: { ids: 'r2 r1', outcome: 'truncated', total: 3 } },
    {
      name: 'from a year on, that year too; an unknown year stays',
      parts: { fromYear: 2020 },
      out: { ids: 'r2 r3', outcome: 'hits', total: 2 },
    },
    { name: 'from a later year on', parts: { fromYear: 2021 }, out: { ids: 'r3', outcome: 'hits', total: 1 } },
    { name: 'to a year, that year too', parts: { toYear: 2019 }, out: { ids: 'r1 r3', outcome: 'hits', total: 2 } },
    { name: 'to an earlier year', parts: { toYear: 2018 }, out: { ids: 'r3', outcome: 'hits', total: 1 } },
    { name: 'between years', parts: { fromYear: 2019, toYear: 2020, limit: 1 }, out: { ids: 'r2', outcome: 'truncated', total: 3 } },
  ]
  it.each(rows)('$name', ({ parts, out }) => {
    const found = find(parts)
    expect({ ids: ids(found), outcome: found.outcome, total: found.total }).toEqual(out)
    expect(found.unresolved).toBe(0)
  })
  it('equally good ones come by record id, whatever their place in the library', () => {
    const same = ['b', 'a', 'c'].map((id) => libraryRecord(id, { title: 'Memory' }))
    expect(ids(searchLibrary(indexLibrary([same]), { query: 'memory', limit: 9, fromYear: null, toYear: null }))).toBe('a b c')
  })
  it('several libraries are one; ids that come again are told apart, by the order of the libraries', () => {
    const both = indexLibrary([
      [libraryRecord('a', { title: 'Memory one' }), libraryRecord('a#2', { title: 'Memory' })],
      [libraryRecord('a', { title: 'Memory two' }), libraryRecord('b', { title: 'Memory' })],
      [libraryRecord('a', { title: 'Memory three' })],
    ])
    expect(both.records.map(({ recordId, title }) => `${recordId} ${title}`)).toEqual([
      'a Memory one',
      'a#2 Memory',
      'a#3 Memory two',
      'b Memory',
      'a#4 Memory three',
    ])
    expect(ids(searchLibrary(both, { query: 'two', limit: 9, fromYear: null, toYear: null }))).toBe('a#3')
  })
  it('the title goes before the abstract', () => {
    const library = [
      libraryRecord('a', { title: 'Fish', abstract: 'memory fowl' }),
      libraryRecord('b', { title: 'Memory', abstract: 'fish fowl' }),
    ]
    expect(ids(searchLibrary(indexLibrary([library]), { query: 'memory', limit: 9, fromYear: null, toYear: null }))).toBe('b a')
  })
  it('a form of a word alone is no match', () => {
    const library = [libraryRecord('a', { title: 'Angiogenic signals' }), libraryRecord('b', { title: 'Angiogenesis' })]
    const found = searchLibrary(indexLibrary([library]), { query: 'angiogenesis', limit: 9, fromYear: null, toYear: null })
    expect({ ids: ids(found), total: found.total }).toEqual({ ids: 'b', total: 1 })
  })
})

describe('libraryReferences', () => {
  const seed = libraryRecord('seed', {
    ids: { doi: '10.5555/seed', arxiv: '2301.00001', pmid: '9', openalex: 'W9', s2: 'a'.repeat(40) },
  })
  const references = (direction: 'backward' | 'forward', library: readonly Record[], from: readonly Record[] = [seed], limit = 200) =>
    libraryReferences(indexLibrary([library]), { seed: from, direction, limit })

  describe('what cites the seed', () => {
    it.each([
      'doi:10.5555/SEED',
      'doi:https://doi.org/10.5555/seed',
      'arxiv:2301.00001v4',
      'doi:10.48550/arXiv.2301.00001',
      'pmid:9',
      'openalex:W9',
      `s2:${'a'.repeat(40)}`,
      'id:seed',
    ])('by %s', (reference) => {
      const citing = libraryRecord('c', { references: ['doi:10.5555/other', reference] })
      expect(references('forward', [seed, libraryRecord('x'), citing])).toEqual({
        outcome: 'hits',
        records: [citing],
        total: 1,
        unresolved: 0,
      })
    })
    it('once, in the order of the library, and never itself', () => {
      const library = ['b', 'a'].map((id) => libraryRecord(id, { references: ['id:seed', 'pmid:9', 'pmid:09'] }))
      expect(ids(references('forward', [...library, { ...seed, references: ['id:seed'] }]))).toBe('b a')
    })
    it('also by an identifier that only the library’s record of the seed has', () => {
      const bare = libraryRecord('seed')
      expect(ids(references('forward', [seed, libraryRecord('c', { references: ['pmid:9'] })], [bare]))).toBe('c')
    })
  })

  describe('what the seed cites', () => {
    const citing = (...own: readonly string[]): Record => ({ ...seed, references: [...own] })
    it.each([
      { by: 'doi:10.5555/CITED', carrier: { doi: '10.5555/cited' } },
      { by: 'doi:10.48550/arXiv.2302.00002v1', carrier: { arxiv: '2302.00002' } },
      { by: 'arxiv:2302.00002', carrier: { doi: '10.48550/arxiv.2302.00002' } },
      { by: 'pmid:77', carrier: { pmid: '77' } },
      { by: 'openalex:W77', carrier: { openalex: 'W77' } },
      { by: `s2:${'c'.repeat(40)}`, carrier: { s2: 'c'.repeat(40) } },
      { by: 'id:cited', carrier: {} },
    ])('by $by', ({ by, carrier }) => {
      const from = citing(by)
      const cited = libraryRecord('cited', { ids: carrier })
      expect(references('backward', [from, libraryRecord('x'), cited], [from])).toEqual({
        outcome: 'hits',
        records: [cited],
        total: 1,
        unresolved: 0,
      })
    })
    it('what the library does not have is counted, each once', () => {
      const from = citing('id:gone', 'doi:10.5555/GONE', 'doi:10.5555/gone', 'id:x')
      expect(references('backward', [from, libraryRecord('x')], [from])).toMatchObject({ outcome: 'hits', total: 1, unresolved: 2 })
      expect(references('forward', [from, libraryRecord('x')], [from]).unresolved).toBe(0)
    })
    it('by all its records, and by those of the library where the seed’s came shortened', () => {
      const library = [citing('id:a'), libraryRecord('b'), libraryRecord('a')]
      const other = libraryRecord('W1', { source: 'openalex', references: ['id:b'] })
      expect(ids(references('backward', library, [libraryRecord('seed'), other]))).toBe('b a')
    })
    it('never the seed itself, by whatever identifier', () => {
      const from = citing('id:seed', 'id:twin', 'id:x')
      const twin = libraryRecord('twin', { ids: { pmid: '9' } })
      expect(ids(references('backward', [from, twin, libraryRecord('x')], [from]))).toBe('x')
    })
  })

  it.each([
    { limit: 3, outcome: 'hits', found: 'a b c' },
    { limit: 2, outcome: 'truncated', found: 'a b' },
  ])('at most $limit of three: $outcome', ({ limit, outcome, found }) => {
    const library = ['a', 'b', 'c'].map((id) => libraryRecord(id, { references: ['id:seed'] }))
    const answer = references('forward', library, [seed], limit)
    expect({ ids: ids(answer), outcome: answer.outcome, total: answer.total }).toEqual({ ids: found, outcome, total: 3 })
  })
  it('none', () => {
    expect(references('backward', [seed])).toEqual({ outcome: 'none', records: [], total: 0, unresolved: 0 })
  })
})
