import type { Record } from '@winnow/contracts/entities/record.ts'
import { givenRecord } from '@winnow/domain/linkage/fixtures/given-record.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { describe, expect, it } from 'vitest'
import { keyed } from './corpus-records.ts'
import { documentFeatures } from './document-features.ts'

const record = (parts: Parameters<typeof givenRecord>[0] = {}) =>
  keyed(givenRecord({ source: 'library', title: 'Memory of agents', ...parts }))
/** Features of records of which the first is the best. */
const features = (first: Record, ...others: readonly Record[]) => documentFeatures([...others, first], first, 'ok')

describe('documentFeatures', () => {
  it('of a bare record', () => {
    expect(features(record({ recordId: 'a:b' }))).toEqual({
      year: null,
      citations: null,
      hasDoi: false,
      hasVenue: false,
      type: 'article',
      preprint: false,
      webOnly: false,
      grey: false,
      primary: true,
      hasAbstract: false,
      hasFullText: false,
      sources: ['library'],
      titleTokens: ['agent', 'memori', 'of'].map(stableHash).sort(),
      firstAuthor: null,
      lastAuthor: null,
      venue: null,
      editorial: 'ok',
      survivor: { source: 'library', recordId: 'a:b' },
    })
  })
  const other = record({ recordId: 'b', source: 'web', year: 2019, citedByCount: 7, ids: { doi: '10.5555/b' }, venue: 'Reef Letters' })
  const third = record({ recordId: 'c', source: 'arxiv', year: 2017, citedByCount: 9, abstract: 'It helps.', fullTextHash: 'f'.repeat(64) })
  const rows = [
    { name: 'the year of the best record', of: [record({ year: 2021 }), other], out: { year: 2021 } },
    { name: 'the earliest year where the best record has none', of: [record(), other, third], out: { year: 2017 } },
    { name: 'the highest count of citations', of: [record({ citedByCount: 1 }), third, other], out: { citations: 9 } },
    { name: 'a count of zero is known', of: [record({ citedByCount: 0 })], out: { citations: 0 } },
    { name: 'a DOI of any record', of: [record(), other], out: { hasDoi: true } },
    { name: 'an arXiv DOI is none', of: [record({ ids: { doi: '10.48550/arxiv.2301.00001' } })], out: { hasDoi: false } },
    {
      name: 'the venue of another record where the best one has none',
      of: [record(), other],
      out: { hasVenue: true, venue: stableHash('reef letters') },
    },
    {
      name: 'the venue of the best record',
      of: [record({ venue: 'Nature.' }), other],
      out: { hasVenue: true, venue: stableHash('nature') },
    },
    { name: 'a venue without a letter', of: [record({ venue: '-' })], out: { hasVenue: true, venue: null } },
    {
      name: 'all sources, sorted, each once',
      of: [record(), other, third, record({ recordId: 'd' })],
      out: { sources: ['arxiv', 'library', 'web'] },
    },
    { name: 'abstract and full text of any record', of: [record(), third], out: { hasAbstract: true, hasFullText: true } },
    { name: 'a placeholder is no abstract', of: [record({ abstract: 'No abstract available.' })], out: { hasAbstract: false } },
    { name: 'known from the web alone', of: [record({ source: 'web' }), record({ source: 'open-corpus' })], out: { webOnly: true } },
    { name: 'known from the web and elsewhere', of: [record({ source: 'web' }), record()], out: { webOnly: false } },
    { name: 'the title of the best record', of: [record({ title: 'Fish, fish' }), other], out: { titleTokens: [stableHash('fish')] } },
    { name: 'preprint versions alone', of: [record({ type: 'preprint' })], out: { preprint: true } },
    { name: 'a preprint and its article', of: [record(), record({ recordId: 'p', type: 'preprint' })], out: { preprint: false } },
  ]
  it.each(rows)('$name', ({ of: [first, ...rest], out }) => {
    if (first === undefined) throw new Error('no record')
    expect(features(first, ...rest)).toMatchObject(out)
  })

  it.each(['web', 'report', 'thesis', 'dataset'] as const)('a %s is grey; with an article of it, it is not', (type) => {
    expect(features(record({ type })).grey).toBe(true)
    expect(features(record({ type }), record({ recordId: 'b' })).grey).toBe(false)
  })
  it.each(['review', 'editorial', 'letter', 'notice', 'protocol', 'book', 'web', 'abstract'] as const)(
    'a %s reports no research of its own',
    (type) => {
      expect(features(record({ type }))).toMatchObject({ type, primary: false })
    },
  )
  it.each(['article', 'conference-paper', 'preprint', 'book-chapter', 'thesis', 'report', 'dataset', 'other'] as const)(
    'a %s may',
    (type) => {
      expect(features(record({ type })).primary).toBe(true)
    },
  )
  it.each([
    'A systematic review of memory',
    'Memory: systematic literature review',
    'Memory: a meta-analysis',
    'Metaanalyses of memory',
    'A Literature Review of memory',
    'Scoping review',
    'A narrative review',
    'State of the art in memory',
    'The state-of-the-art of memory',
    'A survey on memory',
    'Survey of memory',
    'Memory: an overview',
  ])('%s: no research of its own', (title) => {
    expect(features(record({ title })).primary).toBe(false)
  })
  it.each(['Reviewing code with agents', 'Surveying memory', 'Surveys help'])('%s: research', (title) => {
    expect(features(record({ title })).primary).toBe(true)
  })

  describe('authors', () => {
    const names = (first: Record, ...rest: readonly Record[]) => {
      const { firstAuthor, lastAuthor } = features(first, ...rest)
      return [firstAuthor, lastAuthor]
    }
    const people = (...authors: readonly string[]) => record({ authors })
    it('are hashed by surname and first initial', () => {
      expect(names(people('Osei, Kofi', 'Dahl, B'))).toEqual(names(people('OSEI, K. M.', 'Other, X', 'Dahl, Britt')))
      expect(names(people('Osei, K'))[0]).not.toBe(names(people('Osei, A'))[0])
      expect(names(people('Osei, K'))[0]).toMatch(/^[0-9a-z]+$/)
      expect(names(people('Osei, K'))).not.toContain('osei')
    })
    it('one author is first and last', () => {
      const [first, last] = names(people('Osei, K'))
      expect(first).toBe(last)
    })
    it('are those of the best record, or else of the first that has some', () => {
      expect(names(people('Osei, K'), people('Dahl, B'))).toEqual(names(people('Osei, K')))
      expect(names(record(), record(), people('Dahl, B'))).toEqual(names(people('Dahl, B')))
    })
  })
})
