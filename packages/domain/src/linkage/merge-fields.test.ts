import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { mergeFields } from './merge-fields.ts'
import { profileOf } from './profile.ts'
import { compareForCitation } from './survivor.ts'

type Given = Parameters<typeof givenRecord>[0]
const full = { authors: ['Ruiz, P'], year: 2020, venue: 'Reef Letters' }

describe('compareForCitation', () => {
  it.each([
    { name: 'published before preprint', best: { ...full }, other: { ...full, type: 'preprint' as const, ids: { doi: '10.5555/p' } } },
    { name: 'preprint before weak', best: { ...full, type: 'preprint' as const }, other: { year: 2020, abstract: 'x' } },
    { name: 'web page before preprint', best: { ...full, type: 'web' as const }, other: { ...full, type: 'preprint' as const } },
    { name: 'article before web page', best: full, other: { ...full, type: 'web' as const, ids: { doi: '10.5555/a' } } },
    { name: 'with a DOI before without', best: { ...full, ids: { doi: '10.5555/a' } }, other: { ...full, abstract: 'x', pages: '1' } },
    { name: 'the fuller one', best: { ...full, abstract: 'x' }, other: full },
    { name: 'more identifiers', best: { ...full, ids: { pmid: '1' } }, other: full },
    { name: 'one field outweighs identifiers', best: { ...full, pages: '1' }, other: { ...full, ids: { pmid: '1', openalex: 'W1' } } },
    { name: 'at last the canonical order', best: { ...full, recordId: 'a' }, other: { ...full, recordId: 'b' } },
  ])('$name', ({ best, other }: { best: Given; other: Given }) => {
    const [x, y] = [profileOf(givenRecord(best)), profileOf(givenRecord(other))]
    expect(compareForCitation(x, y)).toBeLessThan(0)
    expect(compareForCitation(y, x)).toBeGreaterThan(0)
  })
})

describe('mergeFields', () => {
  const article = givenRecord({ recordId: 'article', ...full, title: 'Reefs', ids: { doi: '10.5555/a', pmid: '1' }, volume: '7' })
  const preprint = givenRecord({
    recordId: 'preprint',
    type: 'preprint',
    title: 'REEFS v1',
    authors: ['Ruiz, Pia', 'Moss, A'],
    year: 2019,
    venue: 'bioRxiv',
    issue: '9',
    ids: { doi: '10.1101/2019.01.01.123456', arxiv: '2301.00001' },
    abstract: 'long abstract',
    citedByCount: 5,
    language: 'en',
  })

  it("the best record's fields survive, with their origins; missing ones are filled", () => {
    const { merged, origins } = mergeFields([preprint, article])
    expect(merged).toMatchObject({
      recordId: 'article',
      title: 'Reefs',
      year: 2020,
      venue: 'Reef Letters',
      volume: '7',
      type: 'article',
      abstract: 'long abstract',
      citedByCount: 5,
      language: 'en',
    })
    expect(origins).toMatchObject({
      recordId: 'article',
      title: 'article',
      year: 'article',
      venue: 'article',
      volume: 'article',
      abstract: 'preprint',
      citedByCount: 'preprint',
      language: 'preprint',
    })
  })

  it('a place in print is never mixed from two records', () => {
    const { merged, origins } = mergeFields([article, preprint])
    expect(merged).not.toHaveProperty('issue')
    expect(origins).not.toHaveProperty('issue')
  })

  it('identifiers are united, the survivor first', () => {
    const { merged, allIds, origins } = mergeFields([preprint, article])
    expect(merged.ids).toEqual({ doi: '10.5555/a', pmid: '1', arxiv: '2301.00001' })
    expect(allIds).toEqual({ doi: ['10.5555/a', '10.1101/2019.01.01.123456'], pmid: ['1'], arxiv: ['2301.00001'] })
    expect(origins).toMatchObject({ 'ids.doi': 'article', 'ids.arxiv': 'preprint' })
  })

  it('an identifier that two records share stands once', () => {
    expect(mergeFields([article, { ...article, recordId: 'copy' }]).allIds.doi).toEqual(['10.5555/a'])
  })

  it('preprints are kept as versions of a published survivor, and only then', () => {
    expect(mergeFields([article, preprint]).preprints.map(({ recordId }) => recordId)).toEqual(['preprint'])
    expect(mergeFields([preprint]).preprints).toEqual([])
  })

  it('a whole author list goes before one that is cut short, else the longest', () => {
    const cut = { ...article, authorsTruncated: true }
    expect(mergeFields([cut, preprint]).merged.authors).toHaveLength(2)
    expect(mergeFields([cut, preprint]).merged).not.toHaveProperty('authorsTruncated')
    const both = mergeFields([cut, { ...preprint, authorsTruncated: true }])
    expect([both.merged.authors.length, both.merged.authorsTruncated, both.origins.authors]).toEqual([2, true, 'preprint'])
    expect(mergeFields([article, preprint]).merged.authors).toHaveLength(1)
  })

  it('the longest abstract, the highest count and the longest references', () => {
    const a = { ...article, abstract: 'short', abstractHash: 'h1', citedByCount: 9, references: ['doi:10.5555/x'] }
    const b = { ...preprint, references: ['doi:10.5555/x', 'doi:10.5555/y'] }
    const { merged, origins } = mergeFields([a, b])
    expect(merged).toMatchObject({ abstract: 'long abstract', citedByCount: 9, references: ['doi:10.5555/x', 'doi:10.5555/y'] })
    expect(merged).not.toHaveProperty('abstractHash')
    expect(origins).toMatchObject({ abstract: 'preprint', citedByCount: 'article', references: 'preprint' })
    expect(mergeFields([a]).merged.abstractHash).toBe('h1')
    expect(mergeFields([{ ...article, citedByCount: 0 }]).merged.citedByCount).toBe(0)
  })

  it('notices of all records, each once', () => {
    const notice = { kind: 'erratum' as const, direction: 'by' as const, from: 'x' }
    const other = { kind: 'retraction' as const, direction: 'by' as const, from: 'y' }
    expect(
      mergeFields([
        { ...article, notices: [notice] },
        { ...preprint, notices: [notice, other] },
      ]).merged.notices,
    ).toEqual([notice, other])
    expect(mergeFields([{ ...article, notices: [notice] }]).merged.notices).toEqual([notice])
    expect(mergeFields([article, preprint]).merged).not.toHaveProperty('notices')
  })

  it('a title that is missing comes from another record', () => {
    const { merged, origins } = mergeFields([{ ...article, title: ' ' }, preprint])
    expect([merged.title, origins.title]).toEqual(['REEFS v1', 'preprint'])
  })

  it('the order of records changes nothing', () => {
    expect(mergeFields([article, preprint])).toEqual(mergeFields([preprint, article]))
  })

  it('of nothing is a broken invariant', () => {
    expect(() => mergeFields([])).toThrow('a work without records')
  })
})
