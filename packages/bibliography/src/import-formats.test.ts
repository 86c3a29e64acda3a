import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Library, readLibrary } from './read-library.ts'

// Real exports of 19 databases with the fields that CoLRev expects of them (shared/data/SOURCES.md). Not part of the
// repository: without the folder these tests show as skipped.
const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const EXPORTS = `${DATA}import-formats/`
const SCORED = ['title', 'year', 'venue', 'volume', 'issue', 'pages', 'publisher', 'abstract'] as const

/** Where CoLRev rewrites a field by rules of its own, which no reader of the file could know. */
const THEIRS: readonly RegExp[] = [
  // Names of the journals and conferences of AIS, from the address.
  /^ais_enl venue/,
  // "Unknown" put in for a missing author.
  /^\S+ authors .*want "unknown"/,
  // The chapter's title moved to `chapter`, the book's into `title`.
  /^(?:jstor_ris|wiley_bib|scopus_bib) (?:title|venue) .*(?:Secondary Title|Dummy in Practice|Public Dummy Review Eight|Book Chapter)/,
]

const letters = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const people = (record: Record) => record.authors.map((author) => letters(author.family ?? author.collective)).join()

function counterpart(left: Record[], want: Record): Record | undefined {
  const same = (record: Record) =>
    (want.ids.doi !== undefined && record.ids.doi === want.ids.doi) ||
    (record.year === want.year &&
      (letters(record.title) === letters(want.title) || (want.authors.length > 0 && people(record) === people(want))))
  const index = left.findIndex(same)
  return index === -1 ? undefined : left.splice(index, 1)[0]
}

function differences(stem: string, got: Library, want: Library): { fields: number; wrong: string[] } {
  const left = [...got.records]
  const wrong: string[] = []
  let fields = 0
  const compare = (name: string, expected: unknown, found: unknown) => {
    if (expected === undefined || expected === '' || expected === 'UNKNOWN') return
    const line = `${stem} ${name} want ${JSON.stringify(expected)} got ${JSON.stringify(found ?? null)}`
    const same = letters(expected) === letters(found)
    if (!same && THEIRS.some((pattern) => pattern.test(line))) return
    fields++
    if (!same) wrong.push(line)
  }
  for (const record of want.records) {
    const found = counterpart(left, record)
    for (const name of SCORED) compare(name, record[name], found?.[name])
    compare('doi', record.ids.doi, found?.ids.doi)
    compare('authors', people(record), found === undefined ? undefined : people(found))
    compare('keywords', record.keywords?.join(), found?.keywords?.join())
  }
  return { fields, wrong }
}

describe.skipIf(!existsSync(EXPORTS))('real exports of databases', () => {
  const results: { stem: string; got: Library; want: Library }[] = []
  beforeAll(async () => {
    const names = readdirSync(EXPORTS)
    for (const name of names.filter((candidate) => !/(?:_result|-expected)\.bib$/.test(candidate))) {
      const stem = name.replace(/\.[^.]+$/, '')
      const expected = names.find((candidate) => candidate === `${stem}_result.bib` || candidate === `${stem}-expected.bib`) ?? ''
      results.push({ stem, got: await readLibrary([EXPORTS + name]), want: await readLibrary([EXPORTS + expected]) })
    }
  }, 60_000)

  test('all 22 give all their records', () => {
    expect(results).toHaveLength(22)
    expect(results.map(({ stem, got }) => [stem, got.records.length])).toEqual(results.map(({ stem, want }) => [stem, want.records.length]))
  })

  test('only the entry with a brace too many is a problem', () => {
    expect(results.flatMap(({ got }) => got.problems.map(({ file, line, problem }) => [file, line, problem]))).toEqual([
      ['ebsco_bib.bib', 15, 'a closing brace too many: check the fields of this entry'],
    ])
  })

  test('at least 98 % of the expected fields are right', () => {
    const scores = results.map(({ stem, got, want }) => differences(stem, got, want))
    const fields = scores.reduce((sum, score) => sum + score.fields, 0)
    const wrong = scores.flatMap((score) => score.wrong)
    expect(fields).toBeGreaterThan(400)
    expect(wrong.length / fields, wrong.join('\n')).toBeLessThanOrEqual(0.02)
  })
})

describe.skipIf(!existsSync(DATA))('sets of records', () => {
  test.each<[path: string, records: number, problems: number]>([
    ['dedup-ldd/cytology_screening.jsonl.gz', 1856, 0],
    ['dedup-ldd/digital_work.jsonl.gz', 7159, 0],
    ['dedup-sweep', 684, 179],
    ['dedup-dblp-acm/acm.jsonl.gz', 2294, 0],
    ['dedup-dblp-acm/dblp.jsonl.gz', 2616, 0],
    ['screening-asreview', 10353, 1],
    ['screening-synergy/Chou_2004.jsonl.gz', 1630, 8],
  ])(
    '%s: %i records',
    async (path, records, problems) => {
      const library = await readLibrary([DATA + path])
      expect([library.records.length, library.problems.length]).toEqual([records, problems])
    },
    60_000,
  )
})
