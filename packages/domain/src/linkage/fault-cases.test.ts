import { describe, expect, it } from 'vitest'
import { cleanAuthors } from './author-key.ts'
import { isWorkDoi, normaliseDoi } from './doi.ts'
import { editorialState } from './editorial-state.ts'
import { givenRecord, recordOfCase } from './fixtures/given-record.ts'
import doiForms from './fixtures/pbr-010.json' with { type: 'json' }
import numerals from './fixtures/pbr-011.json' with { type: 'json' }
import opposites from './fixtures/pbr-012.json' with { type: 'json' }
import scripts from './fixtures/pbr-013.json' with { type: 'json' }
import generic from './fixtures/pbr-014.json' with { type: 'json' }
import versions from './fixtures/pbr-016.json' with { type: 'json' }
import groups from './fixtures/pbr-017.json' with { type: 'json' }
import retractions from './fixtures/pbr-026.json' with { type: 'json' }
import { linkRecords } from './link-records.ts'
import { mergeFields } from './merge-fields.ts'

const clusterIds = (records: Parameters<typeof linkRecords>[0]) => linkRecords(records).clusters.map(({ recordIds }) => recordIds)
const sorted = (clusters: readonly (readonly string[])[]) =>
  clusters.map((ids) => [...ids].sort()).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))

describe('PBR-010: one DOI, many spellings', () => {
  const expected = doiForms.expect.rows as { [row: string]: string | null | { work_doi: boolean } }
  it.each(doiForms.input.rows)('row $row: $in', ({ row, in: raw }) => {
    const doi = normaliseDoi(raw)
    const wanted = expected[row]
    if (typeof wanted === 'object' && wanted !== null) expect(doi !== null && isWorkDoi(doi)).toBe(wanted.work_doi)
    else expect(doi).toBe(wanted)
  })

  it('two records with "n/a" as DOI are not merged', () => {
    const records = ['a', 'b'].map((recordId) =>
      givenRecord({ recordId, ids: { doi: 'n/a' }, title: `Tidal locks of harbour ${recordId}1`, year: 2020 }),
    )
    expect(clusterIds(records)).toEqual([['a'], ['b']])
  })
})

describe('title pairs', () => {
  const pair = (a: string, b: string, common: object, each: readonly object[] = [{}, {}]) =>
    clusterIds([
      givenRecord({ recordId: 'a', title: a, ...common, ...each[0] }),
      givenRecord({ recordId: 'b', title: b, ...common, ...each[1] }),
    ]).length === 1

  it.each(numerals.input.rows)('PBR-011 $row ($why): $title_a / $title_b', ({ title_a, title_b, same_work }) => {
    expect(pair(title_a, title_b, { authors: ['Marek, J.'], year: 2019, venue: 'Journal of Test Medicine' })).toBe(same_work)
  })

  const common = { authors: ['Lindqvist, E.'], year: 2019, venue: 'J Test Med', volume: '7' }
  it.each(opposites.input.rows)('PBR-012 $row ($why), variant A: two DOIs', ({ title_a, title_b, same_work }) => {
    const dois = [{ ids: { doi: '10.5555/a' } }, { ids: { doi: same_work ? '10.5555/A' : '10.5555/b' } }]
    expect(pair(title_a, title_b, common, dois)).toBe(same_work)
  })
  it.each(opposites.input.rows)('PBR-012 $row ($why), variant B: two places', ({ title_a, title_b, same_work }) => {
    expect(pair(title_a, title_b, common, [{ pages: '11-20' }, { pages: same_work ? '11-20' : '21-30' }])).toBe(same_work)
  })
  it.each(opposites.input.rows)(
    'PBR-012 $row ($why), with nothing but the titles to tell them apart',
    ({ title_a, title_b, same_work }) => {
      expect(pair(title_a, title_b, { authors: ['Lindqvist, E.'], year: 2019 })).toBe(same_work)
    },
  )

  it.each(scripts.input.rows)('PBR-013 $row: $title_a / $title_b', ({ title_a, title_b, same_work }) => {
    expect(pair(title_a, title_b, { authors: ['Ruiz, P.'], year: 2018 })).toBe(same_work)
  })
})

describe('PBR-014: headings and the DOIs of containers', () => {
  const records = generic.input.rows.map(recordOfCase)

  it('clusters', () => {
    expect(sorted(clusterIds(records))).toEqual(sorted(generic.expect.values.clusters))
  })

  it('the DOIs of the book and of the supplement are marked as containers', () => {
    expect(linkRecords(records).containers).toEqual(['10.5555/978-1-0000-3100-2', '10.5555/jts.2021.suppl'])
  })
})

describe('PBR-016: preprint and article', () => {
  const records = versions.input.rows.map(recordOfCase)
  const families = linkRecords(records).clusters.filter(({ recordIds }) => recordIds.includes('p1'))

  it('one work, the protocol apart', () => {
    expect(sorted(clusterIds(records))).toEqual(sorted(versions.expect.values.work_families))
  })

  it('the article is cited, the preprint is kept as a version, both DOIs stay', () => {
    expect(families[0]?.survivor.recordId).toBe(versions.expect.values.kept_for_citation)
    const { merged, allIds, preprints } = mergeFields(families[0]?.records ?? [])
    expect(merged.ids.doi).toBe('10.5555/ani120001')
    expect(allIds.doi).toEqual(['10.5555/ani120001', '10.5555/osf.io/x9'])
    expect(preprints.map(({ recordId }) => recordId)).toEqual(['p1'])
  })

  it('the protocol is linked to the work', () => {
    expect(linkRecords(records).linked.map(({ text, work, kind }) => [text.recordId, work.recordId, kind])).toEqual([
      ['p3', 'p1', 'protocol'],
      ['p3', 'p2', 'protocol'],
    ])
  })

  it('the open full text of the preprint is not lost', () => {
    const [article, preprint] = [records[1], records[0]]
    if (article === undefined || preprint === undefined) throw new Error('rows are missing')
    const openAccess = [{ url: 'https://example.org/p1.pdf', kind: 'pdf' as const }]
    const { merged, origins } = mergeFields([article, { ...preprint, openAccess }])
    expect(merged.openAccess).toEqual(openAccess)
    expect(origins.openAccess).toBe('p1')
  })
})

describe('PBR-017: a collaboration before or after the people', () => {
  const records = groups.input.rows.map((row) => recordOfCase(row as Parameters<typeof recordOfCase>[0]))

  it('clusters', () => {
    expect(sorted(clusterIds(records.map((record, i) => ({ ...record, recordId: `k${i + 1}` }))))).toEqual(groups.expect.values.clusters)
  })

  it('":" and "et al." are no authors; the list is marked as cut short', () => {
    const { authors, truncated } = cleanAuthors(records[0]?.authors ?? [])
    expect(authors.map(({ family, collective }) => family ?? collective)).toEqual(['Aurora Collaboration', 'P. A. R. Adeyemi', 'N. Aghani'])
    expect(truncated).toBe(true)
  })
})

describe('PBR-026: retracted, corrected, or only a title with that word', () => {
  const records = retractions.input.rows.map(recordOfCase)
  const linked = linkRecords(records).linked
  const state = (id: string) => {
    const own = records.filter(({ recordId }) => recordId === id)
    return editorialState(
      own,
      linked.flatMap(({ work, kind }) =>
        work.recordId !== id || kind === 'comment' || kind === 'supplement' || kind === 'protocol' ? [] : [{ kind }],
      ),
    )
  }

  it.each([
    { row: 'r1', expected: 'notice' },
    { row: 'r2', expected: 'corrected' },
    { row: 'r3', expected: 'notice' },
    { row: 'r4', expected: 'retracted' },
    { row: 'r5', expected: 'retracted' },
    { row: 'r6', expected: 'ok' },
    { row: 'r7', expected: 'concern' },
    { row: 'r8', expected: 'retracted' },
    { row: 'r9', expected: 'notice' },
    { row: 'r10', expected: 'conflict' },
  ])('$row: $expected', ({ row, expected }) => {
    expect(state(row)).toBe(expected)
  })

  it('notices are linked with what they are about, and nothing is merged', () => {
    expect(linked.map(({ text, work, kind }) => [text.recordId, work.recordId, kind])).toEqual([
      ['r1', 'r2', 'erratum'],
      ['r3', 'r4', 'retraction'],
      ['r9', 'r8', 'retraction'],
    ])
    expect(clusterIds(records)).toHaveLength(records.length)
  })
})
