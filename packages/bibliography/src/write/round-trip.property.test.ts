import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import { isPlaceholderAbstract } from '@winnow/text/placeholder-abstract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine } from '../clean-text.ts'
import { recordsOf } from '../fixtures/records-of.ts'
import { readBibtex } from '../read/bibtex.ts'
import { readCsv } from '../read/csv.ts'
import { readJson } from '../read/json.ts'
import { readRis } from '../read/ris.ts'
import { writeBibtex } from './bibtex.ts'
import { writeCslJson } from './csl-json.ts'
import { writeCsv } from './csv.ts'
import { writeJsonl } from './jsonl.ts'
import { writeRis } from './ris.ts'

// Text as a record holds it: cleaned already, on one line, with the signs that formats trip over.
const SIGNS = fc.constantFrom(
  '{',
  '}',
  '$',
  '%',
  '&',
  '#',
  '_',
  '~',
  '^',
  '\\',
  '"',
  "'",
  '`',
  '<',
  '-',
  ',',
  ';',
  '@',
  '=',
  '|',
  ':',
  '顾',
  'ö',
  '🔥',
  'م',
  '–',
  ' and ',
  ' AU  - ',
  '\\"o',
  '--',
)
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), SIGNS, fc.constantFrom('word ', 'of ', 'a ')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => cleanLine(parts.join('')))
  .filter((value) => /\p{L}{2}/u.test(value) && cleanLine(value) === value && cleanLine(value.replace(/\s+/g, ' ')) === value)
const familyName = fc.constantFrom('Lee', 'van den Berg', "O'Hara", 'Özkan', '顾', 'Núñez-Ordás', 'De Jong', 'Smith', 'Barrett-Connor')
const given = fc.constantFrom('Ann', 'J. P.', 'Ödön', '明远', 'Jean-Luc', 'X.')
const author: fc.Arbitrary<Author> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ family: familyName, given }) },
  fc.record({ family: fc.constantFrom('King', 'Smith'), given, suffix: fc.constantFrom('Jr.', 'III') }),
  fc.record({ collective: fc.constantFrom('Aurora Collaboration', 'WHO Regional Office', 'Heart & Lung Study Group') }),
)
const digits = (min: number, max: number) => fc.integer({ min, max }).map(String)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const fields = fc.record({
  title: text,
  authors: fc.array(author, { maxLength: 5 }),
  year: optional(fc.integer({ min: 1500, max: 2099 })),
  venue: optional(fc.constantFrom('J Test', 'Annals of R&D', 'Zeitschrift für Ä_B', '日本の雑誌')),
  volume: optional(digits(1, 900)),
  issue: optional(digits(1, 40)),
  pages: optional(fc.tuple(digits(1, 500), digits(501, 999)).map(([start, end]) => `${start}-${end}`)),
  publisher: optional(fc.constantFrom('Acme & Sons', 'P')),
  language: optional(fc.constantFrom('en', 'German')),
  abstract: optional(text.filter((value) => !isPlaceholderAbstract(value))),
  keywords: optional(fc.uniqueArray(fc.constantFrom('heat', 'R&D', 'a_b', 'machine learning'), { minLength: 1, maxLength: 3 })),
  url: optional(fc.constantFrom('https://example.org/a_b/O%20que?x=1&y=2~z', 'https://x.org/#frag')),
  type: fc.constantFrom(
    'article',
    'conference-paper',
    'review',
    'book',
    'book-chapter',
    'thesis',
    'report',
    'dataset',
    'web',
    'editorial',
    'letter',
    'protocol',
    'notice',
    'abstract',
    'preprint',
  ),
  ids: fc.record(
    {
      doi: fc.constantFrom('10.5555/(sici)1(1996)2:3<4::a>5', '10.1007/9_3'),
      pmid: digits(1, 99_999_999),
      pmcid: fc.constant('PMC123'),
      arxiv: fc.constant('2301.00001'),
      isbn: fc.constant('9780306406157'),
      openalex: fc.constant('W7'),
      s2: fc.constant('0a1b2c'),
    },
    { requiredKeys: [] },
  ),
})
const record = fields.map((members): Record => {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return { recordId: 'k1', source: 'library', ...Object.fromEntries(present) } as Record
})

/** The members that every format carries. */
function carried({
  title,
  authors,
  year,
  venue,
  volume,
  issue,
  pages,
  publisher,
  language,
  abstract,
  keywords,
  url,
  type,
  ids,
}: Record): object {
  return { title, authors, year, venue, volume, issue, pages, publisher, language, abstract, keywords, url, type, ids }
}

/** RIS has no place for these ids but an address; the first of them is read as the record's own. */
function withAddress(item: Record): Record {
  const { arxiv, openalex, s2 } = item.ids
  const [first] = [
    ...(arxiv === undefined ? [] : [`https://arxiv.org/abs/${arxiv}`]),
    ...(openalex === undefined ? [] : [`https://openalex.org/${openalex}`]),
    ...(s2 === undefined ? [] : [`https://www.semanticscholar.org/paper/${s2}`]),
  ]
  return item.url === undefined && first !== undefined ? { ...item, url: first } : item
}

const FORMATS: [name: string, through: (records: readonly Record[]) => Record[]][] = [
  ['BibTeX', (records) => recordsOf(readBibtex(writeBibtex(records.map((item) => ({ record: item })))))],
  ['RIS', (records) => recordsOf(readRis(writeRis(records.map((item) => ({ record: item })))))],
  ['CSL-JSON', (records) => recordsOf(readJson(writeCslJson(records.map((item) => ({ record: item })))))],
  ['JSONL', (records) => recordsOf(readJson(writeJsonl(records)))],
]

test.each(FORMATS)(
  'what %s writes, it reads',
  (name, through) => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
        expect(through(records).map(carried)).toEqual(records.map((item) => carried(name === 'RIS' ? withAddress(item) : item)))
      }),
      { numRuns: 150 },
    )
  },
  60_000,
)

test('what the table writer writes, the table reader reads', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          title: text,
          abstract: text.filter((value) => !isPlaceholderAbstract(value)),
          year: fc.integer({ min: 1500, max: 2099 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      (rows) => {
        const table = writeCsv(
          ['id', 'title', 'abstract', 'year'],
          rows.map(({ title, abstract, year }, index) => [`k${index}`, title, abstract, year]),
        )
        expect(recordsOf(readCsv(table.replaceAll('\r\n', '\n'))).map(({ title, abstract, year }) => ({ title, abstract, year }))).toEqual(
          rows,
        )
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)
