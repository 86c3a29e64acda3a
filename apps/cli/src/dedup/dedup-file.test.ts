import { recordsOf } from '@winnow/bibliography/fixtures/records-of.ts'
import type { ReadResult } from '@winnow/bibliography/raw-entry.ts'
import { readBibtex } from '@winnow/bibliography/read/bibtex.ts'
import { readCsv } from '@winnow/bibliography/read/csv.ts'
import { readRis } from '@winnow/bibliography/read/ris.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, test } from 'vitest'
import { type DedupFormat, dedupFile } from './dedup-file.ts'
import { deduplicate } from './deduplicated.ts'
import { ferryRecords, givenLibrary, givenRecord } from './fixtures/given-library.ts'

const REMARKS = ['record_id', 'merged_ids', 'field_sources', 'other_ids', 'linked']
const READERS: readonly [Exclude<DedupFormat, 'json'>, (text: string, columns: readonly string[]) => ReadResult][] = [
  ['csv', readCsv],
  ['ris', readRis],
  ['bibtex', readBibtex],
]
const fileOf = (records: readonly Record[], format: DedupFormat) => [...dedupFile(deduplicate(givenLibrary(records)), format)].join('')

const odd: Record = {
  ...givenRecord('12', {
    title: '=cmd|{calc} 50 % of R&D_x "so" \\alpha',
    year: 2021,
    abstract: 'Aim: x.\nTY  - JOUR',
    ids: { pmid: '99', arxiv: '2301.00001', openalex: 'W7' },
  }),
  authors: [{ collective: 'WHO Office' }, { family: 'Núñez-Ordás', given: 'P.' }],
}

describe.each(READERS)('%s', (format, read) => {
  const result = read(fileOf([...ferryRecords, odd], format).replaceAll('\r\n', '\n'), REMARKS)
  const records = recordsOf(result)

  test('every document once, in the order of the input', () => {
    expect(result.problems).toEqual([])
    expect(records.map(({ title }) => title)).toEqual([
      'Reef growth under strong lamps',
      'Night shift and mood in ferry crews',
      'Erratum: Night shift and mood in ferry crews',
      odd.title,
    ])
  })

  test('the best fields and all identifiers', () => {
    expect(records[1]).toMatchObject({
      recordId: 'a',
      ids: { doi: '10.5555/sleep.4', pmid: '7' },
      volume: '4',
      pages: '1-9',
      abstract: 'Crews slept badly. We asked all of them.',
    })
    expect(records[3]?.ids).toMatchObject({ pmid: '99', arxiv: '2301.00001', openalex: 'W7' })
    expect(records[3]?.authors).toEqual(odd.authors)
  })

  test('where they come from', () => {
    expect(result.entries[0]?.columns).toEqual({})
    expect(result.entries[1]?.columns).toEqual({
      merged_ids: 'a; b; p',
      field_sources: 'a (type, title, authors, year, venue, volume, issue, pages, doi); b (abstract, pmid)',
      other_ids: 'doi:10.5555/pre.1',
      linked: 'has erratum e',
    })
    expect(result.entries[2]?.columns).toEqual({ linked: 'erratum of a' })
    expect(result.entries[3]?.columns).toEqual(format === 'bibtex' ? { record_id: '12' } : {})
  })
})

describe('what records have besides', () => {
  const others = [
    { note: 'a note', label: '1' },
    { note: 'hers', editor: 'Roe, B.' },
    { merged_ids: 'x; y', editor: 'Poe, C.', title: 'T' },
  ]
  const title = 'Night shift and mood in ferry crews'
  const pair = ['b', 'a'].map((id) => givenRecord(id, { title, authors: ['Osei'], year: 2020, ids: { pmid: '1' } }))
  const library = givenLibrary([...pair, givenRecord('c', { title: 'Reef growth under strong lamps' })], { columns: others })
  const written = (format: DedupFormat) => [...dedupFile(deduplicate(library), format)].join('').replaceAll('\r\n', '\n')

  test.each(READERS)('%s: the kept record’s, then the others’', (_format, read) => {
    const wanted = ['note', 'label', 'editor', 'merged_ids']
    const text = written(_format)
    const [first, second] = read(text, wanted).entries.map(({ columns }) => columns)
    expect(first).toMatchObject({ label: '1', merged_ids: 'a; b' })
    expect(text).toContain('hers')
    expect(text).not.toContain('a note')
    expect(text).toContain('Roe, B.')
    expect(second).toMatchObject({ merged_ids: 'x; y' })
  })

  test.each(READERS.filter(([format]) => format !== 'csv'))('%s: remarks in lines of a note stay apart', (format, read) => {
    const columns = [{ note: 'label: 1\nby: her' }, {}, {}] as unknown as typeof others
    const text = [...dedupFile(deduplicate({ ...library, columns }), format)].join('')
    expect(read(text, ['label', 'by', 'merged_ids']).entries[0]?.columns).toEqual({ label: '1', by: 'her', merged_ids: 'a; b' })
  })
  test('columns that are called as what every object has', () => {
    const columns = [{ constructor: '1' }, {}, { toString: '0' }] as unknown as typeof others
    const text = [...dedupFile(deduplicate({ ...library, columns }), 'csv')].join('')
    expect(text.split('\r\n').map((line) => line.split(',').slice(-2))).toEqual([['constructor', 'toString'], ['1', ''], ['', '0'], ['']])
  })
  test('columns of a table come in the order of the input', () => {
    // A column that the table has itself is none of them.
    expect(written('csv').split('\n')[0]).toMatch(/^id,type,title,.*,linked,note,label,editor$/)
  })
})

test('json has the clusters', () => {
  expect(JSON.parse(fileOf(ferryRecords, 'json'))).toMatchObject({ records: 5, documents: 3 })
})

test('each document is a piece of its own', () => {
  const pieces = (format: DedupFormat) => [...dedupFile(deduplicate(givenLibrary(ferryRecords)), format)]
  expect(pieces('ris')).toHaveLength(3)
  expect(pieces('bibtex')).toHaveLength(3)
  expect(pieces('csv')).toHaveLength(4)
})

test('no records: an empty bibliography, a table with its header', () => {
  expect(fileOf([], 'ris')).toBe('')
  expect(fileOf([], 'bibtex')).toBe('')
  expect(fileOf([], 'csv')).toMatch(/^id,type,title,[^\n]*\r\n$/)
})
