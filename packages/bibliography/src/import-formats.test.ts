import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ExpectedExport, fieldDifferences, readExports } from './fixtures/expected-exports.ts'
import { readLibrary } from './read-library.ts'

// Real exports of 19 databases with the fields that CoLRev expects of them (shared/data/SOURCES.md). Not part of the
// repository: without the folder these tests show as skipped. `npm run bench -- linkage` measures the same.
const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const EXPORTS = `${DATA}import-formats/`

describe.skipIf(!existsSync(EXPORTS))('real exports of databases', () => {
  let results: readonly ExpectedExport[] = []
  beforeAll(async () => {
    results = (await readExports(EXPORTS)).exports
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
    const scores = results.map(fieldDifferences)
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
