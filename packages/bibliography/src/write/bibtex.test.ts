import { parse } from '@retorquere/bibtex-parser'
import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import pbr034 from '../fixtures/pbr-034.json' with { type: 'json' }
import { recordsOf } from '../fixtures/records-of.ts'
import { readBibtex } from '../read/bibtex.ts'
import { latexEscape, writeBibtex } from './bibtex.ts'

const RECORDS = pbr034.input.rows.map(
  (row): Record => ({
    recordId: row.row,
    source: 'library',
    ids: row.doi === undefined ? {} : { doi: row.doi },
    title: row.title,
    authors: row.authors.map((author) =>
      'family' in author ? { family: author.family, given: author.given } : { collective: author.name },
    ),
    ...(row.year === null ? {} : { year: row.year }),
    ...(row.pages === undefined ? {} : { pages: row.pages }),
    ...(row.url === undefined ? {} : { url: row.url }),
    type: row.type === 'article' ? 'article' : row.type === 'report' ? 'report' : 'other',
  }),
)
const items = RECORDS.map((record) => ({ record }))
const text = writeBibtex(items)
const block = (index: number) => text.split('\n\n')[index] ?? ''

test('PBR-034: eight entries, eight valid keys, the same in any order', () => {
  const keys = (source: string) => [...source.matchAll(/^@\w+\{(.*),$/gm)].map((match) => match[1])
  expect(keys(text)).toHaveLength(8)
  expect(new Set(keys(text)).size).toBe(8)
  for (const key of keys(text)) expect(key).toMatch(/^[A-Za-z][A-Za-z0-9:._-]*$/)
  expect(keys(writeBibtex(items.toReversed()))).toEqual(keys(text).toReversed())
})

test('PBR-034: our reader gives back title, authors, year, url and DOI', () => {
  const back = recordsOf(readBibtex(text))
  expect(readBibtex(text).problems).toEqual([])
  for (const [index, record] of RECORDS.entries()) {
    const { title, authors, year, url } = record
    expect({ title: back[index]?.title, authors: back[index]?.authors, year: back[index]?.year, url: back[index]?.url }).toEqual({
      title,
      authors,
      year,
      url,
    })
    expect(back[index]?.ids.doi).toBe(record.ids.doi?.toLowerCase())
  }
})

test('PBR-034: another parser does too', () => {
  const { entries, errors } = parse(text, { english: false, sentenceCase: false, caseProtection: false })
  expect(errors).toEqual([])
  expect(entries.map((entry) => entry.fields.title ?? '')).toEqual(RECORDS.map((record) => record.title))
  expect(entries.map((entry) => entry.fields.doi)).toEqual(RECORDS.map((record) => record.ids.doi))
  expect(entries.map((entry) => entry.fields.url)).toEqual(RECORDS.map((record) => record.url))
  expect(entries.map((entry) => entry.fields.year)).toEqual(RECORDS.map((record) => record.year?.toString()))
  expect(entries[5]?.fields.author).toEqual([{ name: 'Centre for Health and Safety, Ltd.' }])
})

test('PBR-034: braces balance however they are counted; signs are escaped; no empty field', () => {
  for (const entry of text.split('\n\n')) expect(entry.split('{').length).toBe(entry.split('}').length)
  expect(block(4)).toContain(
    'Cost in \\$ and \\% of R\\&D\\_\\textbraceleft{}total\\textbraceright{} \\#1 \\textasciitilde{} \\textbraceleft{}unbalanced}',
  )
  expect(block(5)).toContain('author = {{Centre for Health and Safety, Ltd.}}')
  expect(block(5)).not.toMatch(/year|null|undefined/)
  expect(block(6)).toContain('pages = {12--19}')
  expect(block(6)).toContain('url = {https://example.org/a_b/O%20que?x=1&y=2~z}')
  expect(text).not.toContain('= {}')
})

const FULL: Record = {
  recordId: 'r',
  source: 'library',
  ids: { doi: '10.5555/x', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC123', isbn: '9780306406157', openalex: 'W7', s2: 'ab' },
  title: 'T',
  authors: [{ family: 'Lee', given: 'Ann' }],
  authorsTruncated: true,
  year: 2020,
  venue: 'J',
  volume: '1',
  issue: '2',
  pages: '3-4',
  publisher: 'P',
  type: 'article',
  language: 'en',
  abstract: 'One.\nTwo.',
  keywords: ['k', 'l'],
  url: 'https://x.org/{a} b\\c',
}

test('every field in its place', () => {
  expect(writeBibtex([{ key: 'D1', record: FULL, note: 'Cited as [1] & more' }])).toBe(`@article{D1,
  author = {Lee, Ann and others},
  title = {T},
  journal = {J},
  year = {2020},
  volume = {1},
  number = {2},
  pages = {3--4},
  publisher = {P},
  doi = {10.5555/x},
  eprint = {2301.00001},
  archiveprefix = {arXiv},
  pmid = {5},
  pmcid = {PMC123},
  isbn = {9780306406157},
  openalex = {W7},
  s2 = {ab},
  url = {https://x.org/%7Ba%7D%20b%5Cc},
  language = {en},
  keywords = {k, l},
  abstract = {One. Two.},
  note = {Cited as [1] \\& more},
}
`)
})

test.each<[type: RecordType, entry: string, venue: string, publisher: string, word: string | undefined]>([
  ['article', 'article', 'journal', 'publisher', undefined],
  ['conference-paper', 'inproceedings', 'booktitle', 'publisher', undefined],
  ['preprint', 'misc', 'howpublished', 'publisher', 'Preprint'],
  ['review', 'article', 'journal', 'publisher', 'Review'],
  ['book', 'book', 'series', 'publisher', undefined],
  ['book-chapter', 'incollection', 'booktitle', 'publisher', undefined],
  ['thesis', 'phdthesis', 'series', 'school', undefined],
  ['report', 'techreport', 'series', 'institution', undefined],
  ['dataset', 'misc', 'howpublished', 'publisher', 'Dataset'],
  ['web', 'misc', 'howpublished', 'publisher', 'Web'],
  ['editorial', 'article', 'journal', 'publisher', 'Editorial'],
  ['letter', 'article', 'journal', 'publisher', 'Letter'],
  ['protocol', 'article', 'journal', 'publisher', 'Protocol'],
  ['notice', 'article', 'journal', 'publisher', 'Notice'],
  ['abstract', 'article', 'journal', 'publisher', 'Abstract'],
  ['other', 'misc', 'howpublished', 'publisher', undefined],
])('%s is @%s', (type, entry, venue, publisher, word) => {
  const lines = writeBibtex([{ key: 'k', record: { ...FULL, type } }]).split('\n')
  expect(lines[0]).toBe(`@${entry}{k,`)
  expect(lines).toContain(`  ${venue} = {J},`)
  expect(lines).toContain(`  ${publisher} = {P},`)
  expect(lines.find((line) => line.startsWith('  type'))).toBe(word === undefined ? undefined : `  type = {${word}},`)
})

test.each<[authors: Record['authors'], field: string]>([
  [[{ family: 'King', given: 'Martin', suffix: 'Jr.' }], 'King, Jr., Martin'],
  [[{ family: 'Madonna' }], 'Madonna'],
  [[{ family: 'Barnes Noble' }], '{Barnes Noble}'],
  [[{ family: 'A, b', given: 'C' }], '{A, b}, C'],
  [[{ family: 'Salt and Pepper', given: 'C' }], '{Salt and Pepper}, C'],
  [[{ family: 'Sandand', given: 'C' }], 'Sandand, C'],
  [[{ collective: 'R&D Group' }, { family: 'Lee', given: 'A' }], '{R\\&D Group} and Lee, A'],
])('the authors %j', (authors, field) => {
  expect(writeBibtex([{ record: { ...FULL, authors, authorsTruncated: false } }])).toContain(`author = {${field}},`)
})

test('an author list cut before its first name says nothing', () => {
  expect(writeBibtex([{ record: { ...FULL, authors: [] } }])).not.toContain('author =')
})

test.each<[keywords: string[], field: string]>([
  [['a', 'b'], 'a, b'],
  [['a, b', 'c'], 'a, b; c'],
  [['a, b'], 'a, b;'],
  [['a'], 'a'],
])('the keywords %j', (keywords, field) => {
  expect(writeBibtex([{ record: { ...FULL, keywords } }])).toContain(`keywords = {${field}},`)
})

test.each<[plain: string, escaped: string]>([
  ['$%&#_', '\\$\\%\\&\\#\\_'],
  ['\\', '\\textbackslash{}'],
  ['{}', '\\textbraceleft{}\\textbraceright{}'],
  ['~^', '\\textasciitilde{}\\textasciicircum{}'],
  ['<>', '\\textless{}\\textgreater{}'],
  ['a--b', 'a-{}-b'],
  ['---', '-{}-{}-'],
  ["``q''", "`{}`q'{}'"],
  ['a\n b\u0085c', 'a b c'],
  ['Gödel–Escher', 'Gödel–Escher'],
])('%j is written %j', (plain, escaped) => {
  expect(latexEscape(plain)).toBe(escaped)
})

test.each(['1--2', '1–2', '1—2', '1‐2', '1-2'])('the pages %j have a double hyphen', (pages) => {
  expect(writeBibtex([{ record: { ...FULL, pages } }])).toContain('pages = {1--2}')
})
