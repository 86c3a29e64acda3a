import { recordsOf } from '@winnow/bibliography/fixtures/records-of.ts'
import { readCsv } from '@winnow/bibliography/read/csv.ts'
import { csvLine } from '@winnow/bibliography/write/csv.ts'
import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { tableHeader, tableRow } from './dedup-table.ts'
import { givenRecord } from './fixtures/given-library.ts'

const full: Record = {
  ...givenRecord('a', {
    type: 'conference-paper',
    title: '=SUM(A1) "quoted", and more',
    year: 2020,
    venue: 'Proc. of Tests; part',
    volume: '4',
    issue: '2',
    pages: '1-9',
    publisher: 'Acme & Sons',
    language: 'en',
    ids: { doi: '10.5555/a', pmid: '7', pmcid: 'PMC812', arxiv: '2301.00001', openalex: 'W9', s2: 'ab', isbn: '9780306406157' },
    url: 'https://example.org/a?b=1,2',
    keywords: ['heat', 'cold, dry'],
    abstract: 'Aim: x.\nResults: y.',
    citedByCount: 12,
    references: ['doi:10.5555/b', 'openalex:W1'],
    retracted: true,
  }),
  authors: [{ family: 'Garcia Lopez', given: 'Maria Jose' }, { family: 'King', given: 'Ann', suffix: 'Jr.' }, { collective: 'WHO Office' }],
}
const table = (record: Record, remarks = {}) => `${csvLine(tableHeader)}${csvLine(tableRow(record, remarks))}`.replaceAll('\r\n', '\n')
const readBack = (record: Record) => recordsOf(readCsv(table(record)))

test('a record with every field is read back as it was', () => {
  const { source: _source, rawType: _rawType, origin: _origin, ...found } = readBack(full)[0] ?? givenRecord('none')
  const { source: _own, ...expected } = full
  expect(found).toEqual(expected)
})

test('a row has a cell for each name of the header', () => {
  expect(tableRow(givenRecord('a'), {})).toHaveLength(tableHeader.length)
  expect(new Set(tableHeader).size).toBe(tableHeader.length)
})

test('remarks stand in their columns', () => {
  const remarks = { merged_ids: 'a; b', field_sources: 'a (title)', other_ids: 'doi:x', linked: 'has erratum e' }
  const { entries } = readCsv(table(full, remarks), Object.keys(remarks))
  expect(entries[0]?.columns).toEqual(remarks)
})

test.each<[name: string, authors: readonly Author[], truncated?: true]>([
  ['one person of two family names', [{ family: 'Garcia Lopez', given: 'Maria Jose' }]],
  ['one person', [{ family: 'Lee', given: 'Ann' }]],
  ['a group by name', [{ collective: 'Aurora Collaboration' }]],
  ['a group whose name could be a person’s', [{ collective: 'Doctors Abroad' }, { family: 'Lee', given: 'Ann' }]],
  ['a group with a comma', [{ collective: 'Health and Safety, Ltd.' }]],
  ['a cut list', [{ family: 'Lee', given: 'Ann' }], true],
])('authors: %s', (_name, authors, truncated) => {
  const record: Record = {
    ...givenRecord('a', { title: 'T' }),
    authors: [...authors],
    ...(truncated === undefined ? {} : { authorsTruncated: truncated }),
  }
  expect(readBack(record)).toMatchObject([{ authors, ...(truncated === undefined ? {} : { authorsTruncated: truncated }) }])
})

test('no author is an empty cell, also of a cut list', () => {
  const cell = (record: Record) => tableRow(record, {})[tableHeader.indexOf('authors')]
  expect(cell(givenRecord('a'))).toBe('')
  expect(cell({ ...givenRecord('a'), authorsTruncated: true })).toBe('')
})

test.each<[keywords: string[], cell: string]>([
  [['a', 'b'], 'a; b'],
  [['a'], 'a'],
  [['a, b'], 'a, b;'],
  [['a, b', 'c'], 'a, b; c'],
  [['a; b', 'c'], 'a, b; c'],
])('the keywords %j', (keywords, cell) => {
  expect(tableRow(givenRecord('a', { keywords }), {})[tableHeader.indexOf('keywords')]).toBe(cell)
})

test('a formula cannot run', () => {
  expect(table(givenRecord('a', { title: "=cmd|'/c calc'!A1" }))).toContain(",'=cmd|'/c calc'!A1,")
})
