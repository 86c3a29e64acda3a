import { buildState, type DocumentParts, document, evidence } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concentration, diversityReport } from './diversity.ts'
import { usableEvidence } from './evidence-owner.ts'

interface Contribution {
  readonly items?: number
  readonly features?: NonNullable<DocumentParts['features']>
}

/** The report on D1, D2, … with the given features, each with so many evidence items (1). */
function report(contributions: readonly Contribution[], asOf = '2026-07-01') {
  const documents = contributions.map(({ features = {} }, i) => document(`D${i + 1}`, { features }))
  const items = contributions.flatMap(({ items: count = 1 }, i) => Array.from({ length: count }, (_, k) => evidence(`D${i + 1}.e${k + 1}`)))
  return diversityReport(usableEvidence(buildState({ documents, evidence: items })), asOf)
}

const authors = (firstAuthor: string | null, lastAuthor: string | null = null, items = 1): Contribution => ({
  items,
  features: { firstAuthor, lastAuthor },
})

describe('diversityReport', () => {
  it('is all zeros without evidence, and not concentrated', () => {
    expect(report([])).toEqual({
      documents: 0,
      items: 0,
      firstAuthors: 0,
      venues: 0,
      topDocument: null,
      topGroup: null,
      preprintShare: 0,
      greyShare: 0,
      recentShare: 0,
      medianYear: null,
      concentrated: false,
      reasons: [],
    })
  })

  it('counts documents that contributed, their items, known first authors and venues', () => {
    const given = report([
      { items: 2, features: { firstAuthor: 'a', venue: 'v' } },
      { features: { firstAuthor: 'a', venue: 'w' } },
      { features: { firstAuthor: null, venue: null } },
      { items: 0, features: { firstAuthor: 'z', venue: 'z' } },
    ])
    expect(given).toMatchObject({ documents: 3, items: 4, firstAuthors: 1, venues: 2 })
  })

  it('shares of preprints and grey literature are over documents, not items', () => {
    const given = report([{ items: 7, features: { preprint: true } }, { features: { grey: true } }, { features: { grey: true } }, {}])
    expect(given).toMatchObject({ preprintShare: 0.25, greyShare: 0.5 })
  })

  it.each([
    { name: 'this year, the last and the one before', years: [2026, 2025, 2024, 2023], recent: 0.75 },
    { name: 'a future year', years: [2027, 2023], recent: 0.5 },
    { name: 'a missing year is not recent', years: [2026, null], recent: 0.5 },
    { name: 'none', years: [null], recent: 0 },
  ])('last three years: $name', ({ years, recent }) => {
    expect(report(years.map((year) => ({ features: { year } }))).recentShare).toBe(recent)
  })

  it('the last three years end with asOf', () => {
    expect(report([{ features: { year: 2018 } }, { features: { year: 2017 } }], '2020-01-01').recentShare).toBe(0.5)
  })

  it.each([
    { years: [2001, 2020, 2005], median: 2005 },
    { years: [2001, 2004], median: 2002.5 },
    { years: [2001, null], median: 2001 },
    { years: [null], median: null },
  ])('the median year of $years is $median', ({ years, median }) => {
    expect(report(years.map((year) => ({ features: { year } }))).medianYear).toBe(median)
  })
})

describe('top document', () => {
  it('has the most items; the lower number among equals', () => {
    expect(report([{ items: 1 }, { items: 3 }, { items: 3 }, { items: 1 }]).topDocument).toEqual({ documentId: 'D2', share: 0.375 })
  })

  it('is ordered by number, not as text', () => {
    const documents = ['D10', 'D9'].map((id) => document(id))
    const evidenceItems = usableEvidence(buildState({ documents, evidence: [evidence('D10.e1'), evidence('D9.e1')] }))
    expect(diversityReport(evidenceItems, '2026-07-01').topDocument?.documentId).toBe('D9')
    expect(diversityReport(evidenceItems.toReversed(), '2026-07-01').topGroup?.documentIds).toEqual(['D9'])
  })
})

describe('top author group', () => {
  it.each([
    { name: 'a shared first author', given: [authors('a'), authors('b'), authors('a')], group: ['D1', 'D3'] },
    { name: 'a shared last author', given: [authors('a', 'x'), authors('b'), authors('c', 'x')], group: ['D1', 'D3'] },
    { name: 'first of one, last of the other', given: [authors('a', 'x'), authors('b'), authors('x', 'y')], group: ['D1', 'D3'] },
    {
      name: 'joined through another',
      given: [authors('a', 'x'), authors('b', 'y'), authors('c'), authors('x', 'y')],
      group: ['D1', 'D2', 'D4'],
    },
    { name: 'a chain', given: [authors('a', 'b'), authors('b', 'c'), authors('c', 'd'), authors('e')], group: ['D1', 'D2', 'D3'] },
    { name: 'unknown authors join nothing', given: [authors(null), authors(null), authors('a')], group: ['D1'] },
    { name: 'the larger share of items wins', given: [authors('a'), authors('a'), authors('b', null, 3)], group: ['D3'] },
    { name: 'the lower number among equals', given: [authors('a'), authors('b'), authors('b'), authors('a')], group: ['D1', 'D4'] },
  ])('$name', ({ given, group }) => {
    expect(report(given).topGroup?.documentIds).toEqual(group)
  })

  it('has the share of its items', () => {
    expect(report([authors('a', null, 2), authors('a', null, 1), authors('b', null, 5)]).topGroup).toEqual({
      documentIds: ['D3'],
      share: 0.625,
    })
    expect(report([authors('a', null, 4), authors('a', null, 2), authors('b', null, 4)]).topGroup).toEqual({
      documentIds: ['D1', 'D2'],
      share: 0.6,
    })
  })
})

describe('concentration', () => {
  it('has the thresholds of spec §9', () => {
    expect(concentration).toEqual({ topDocument: 0.35, topGroup: 0.3, firstAuthors: 4 })
  })

  it.each([
    { name: 'the top document has exactly 35 %', items: [7, 4, 4, 5], documentReason: false },
    { name: 'the top document has more', items: [8, 4, 4, 4], documentReason: true },
  ])('$name', ({ items, documentReason }) => {
    const given = report(items.map((count) => ({ items: count })))
    expect(given.reasons.includes('top document')).toBe(documentReason)
  })

  it.each([
    { name: 'the top group has exactly 30 %', items: [3, 3, 2, 2], reasons: [] },
    { name: 'the top group has more', items: [4, 3, 3, 3], reasons: ['top author group'] },
    { name: 'everything at once', items: [9], reasons: ['top document', 'top author group', 'few first authors'] },
  ])('$name: $reasons', ({ items, reasons }) => {
    const given = report(items.map((count) => ({ items: count })))
    expect(given.reasons).toEqual(reasons)
    expect(given.concentrated).toBe(reasons.length > 0)
  })

  it.each([
    { name: 'four first authors', firstAuthors: ['a', 'b', 'c', 'd', 'a'], few: false },
    { name: 'three', firstAuthors: ['a', 'b', 'c', 'a', 'b'], few: true },
    { name: 'unknown ones do not count', firstAuthors: ['a', 'b', 'c', null, null], few: true },
  ])('$name: few $few', ({ firstAuthors, few }) => {
    const given = report(firstAuthors.map((firstAuthor) => authors(firstAuthor)))
    expect(given.reasons.includes('few first authors')).toBe(few)
  })
})

it('the author groups part the documents whatever the order of the evidence', () => {
  const author = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  fc.assert(
    fc.property(
      fc.array(fc.record({ first: author, last: author }), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (pairs, keys) => {
        const documents = pairs.map(({ first, last }, i) => document(`D${i + 1}`, { features: { firstAuthor: first, lastAuthor: last } }))
        const items = usableEvidence(buildState({ documents, evidence: documents.map((d) => evidence(`${d.documentId}.e1`)) }))
        const shuffled = items.map((item) => ({ item, key: keys.next().value })).sort((a, b) => a.key - b.key)
        const given = diversityReport(items, '2026-07-01')
        expect(
          diversityReport(
            shuffled.map(({ item }) => item),
            '2026-07-01',
          ),
        ).toEqual(given)
        expect(given.topGroup?.share).toBe((given.topGroup?.documentIds.length ?? 0) / items.length)
      },
    ),
  )
})
