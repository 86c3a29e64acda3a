import { expect, test } from 'vitest'
import { dedupSummary, explainAll } from './dedup-summary.ts'
import { deduplicate } from './deduplicated.ts'
import { ferryRecords, givenLibrary, givenRecord } from './fixtures/given-library.ts'

const one = [givenRecord('x', { title: 'Reef growth under strong lamps\u001b[2J' })]
const ids = { doi: '10.5555/book' }
const book = [
  givenRecord('a', { ids, title: 'Introduction', pages: '1-4', authors: ['Hale'] }),
  givenRecord('b', { ids, title: 'Spike trains as event sequences', pages: '5-9', authors: ['Novak'] }),
]

test('records, documents, duplicates by rule, linked texts', () => {
  expect(dedupSummary(deduplicate(givenLibrary(ferryRecords)))).toBe(
    ['5 records of 1 file: 3 documents, 2 duplicates', '  same title and author  2', 'Linked, not merged: 1 erratum'].join('\n'),
  )
})

test('one of each', () => {
  expect(dedupSummary(deduplicate(givenLibrary(one)))).toBe('1 record of 1 file: 1 document, 0 duplicates')
})

test('files without a record are not counted; thousands are parted', () => {
  const files = [
    { file: 'a', format: 'ris', records: 1200 },
    { file: 'b', format: 'csv', records: 0 },
    { file: 'c', format: 'csv', records: 34 },
  ] as const
  const many = Array.from({ length: 1234 }, (_, index) =>
    givenRecord(`r${index}`, { ids: { doi: '10.5555/x' }, title: 'Reef growth under lamps' }),
  )
  expect(dedupSummary(deduplicate(givenLibrary(many, { files })))).toBe(
    '1,234 records of 2 files: 1 document, 1,233 duplicates\n  same DOI  1,233',
  )
})

test('the strongest rule first, one of another version last', () => {
  const decision = (tier: string) => ({ a: 'x', b: 'y', tier, signals: [] })
  const [cluster] = deduplicate(givenLibrary(one)).clusters
  if (cluster === undefined) throw new Error('one cluster is needed')
  const decisions = ['new', 'fuzzy', 'place', 'doi', 'title-author', 'identifier'].map(decision)
  const summary = dedupSummary({ ...deduplicate(givenLibrary(one)), clusters: [{ ...cluster, decisions }] })
  expect(
    summary
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/ {2,}/)[0]),
  ).toEqual(['same DOI', 'same identifier', 'same title and author', 'same pages of one volume', 'same or similar title', 'new'])
})

test('DOIs of a book are told', () => {
  expect(dedupSummary(deduplicate(givenLibrary(book)))).toBe(
    "2 records of 1 file: 2 documents, 0 duplicates\nDOIs that stand on different works (a book's on its chapters): 1",
  )
})

test('every document of several records in words, and what is linked', () => {
  const lines = explainAll(deduplicate(givenLibrary(ferryRecords))).split('\n')
  expect(lines.slice(0, 2)).toEqual(['Night shift and mood in ferry crews · Osei · 2020 · Sleep Tests · 4(2) · 1-9', '  3 records, a kept'])
  expect(lines[2]).toMatch(/^ {2}a \+ b: same title, .*\(title-author\)$/)
  expect(lines.slice(4)).toEqual(['', 'e is an erratum of a: linked, never merged'])
})

test('nothing to explain; nothing steers the terminal', () => {
  expect(explainAll(deduplicate(givenLibrary(one)))).toBe('No two records are one work.')
  const twice = [...one, { ...(one[0] ?? givenRecord('x')), recordId: 'y', ids: { pmid: '1' } }].map((record) => ({
    ...record,
    ids: { pmid: '1' },
  }))
  expect(explainAll(deduplicate(givenLibrary(twice)))).not.toContain('\u001b')
})
