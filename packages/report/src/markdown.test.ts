import { readFileSync } from 'node:fs'
import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownReport } from './markdown.ts'
import { content, events, material } from './testing/example-run.ts'
import { materialOf } from './testing/log-of.ts'
import { report } from './testing/report-parts.ts'

/** What scripts find: body without code and quotes, marks, entries of the list (shared/accept/1-main-job.sh). */
function citationsOf(report: string) {
  const at = report.search(/^#+ *references\s*$/im)
  const body = report
    .slice(0, at)
    .replace(/`[^`]*`/g, '')
    .replace(/^>.*$/gm, '')
  const list = report.slice(at).split(/\n(?=#+ )/)[0] ?? ''
  return {
    cited: [...body.matchAll(/\[(\d+(?:, \d+)*)\]/g)].flatMap(([, numbers = '']) => numbers.split(', ').map(Number)),
    listed: [...list.matchAll(/^\W*\[(\d+)\]/gm)].map(([, number]) => Number(number)),
    // Any bracket with digits alone that is no mark of ours, in the whole report.
    others: [...report.matchAll(/\[[\s\d,;–-]*\d[\s\d,;–-]*\]/g)]
      .map(([found]) => found)
      .filter((found) => !/^\[\d+(?:, \d+)*\]$/.test(found)),
  }
}

test('the example, in every byte', () => {
  expect(report(material)).toBe(readFileSync(new URL('./fixtures/example-report.md', import.meta.url), 'utf8'))
})

test('only three lines tell the run, the third with the times of operations', () => {
  const lines = (text: string) => text.split('\n').filter((line) => !/^(Run|Generated|Duration): /.test(line))
  const other = markdownReport(
    { ...materialOf(events, content), runId: 'another' },
    { generatedAt: '2027-01-01T00:00:00.000Z', durationMs: 5 },
  )
  expect(lines(other)).toEqual(lines(report(material)))
  expect(other.split('\n').length - lines(other).length).toBe(3)
  expect(other).toMatch(/^Duration: 5 ms; operations answered \(UTC\): S1 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/m)
})

describe('citations', () => {
  const texts = [
    'It helps.',
    'See [2, 3] and [4].',
    'Run: x',
    '# a',
    '| b |',
    '[1]: https://x.y',
    '[ 9 ] `[8]`',
    '> c [7]',
    '](z) [5](y)',
    '\u0661 [\u0661]',
    '',
  ]
  const sentence = (ids: readonly string[]) =>
    fc.record({
      text: fc.constantFrom(...texts),
      citations: fc.subarray([...ids, 'D98', 'D99']),
      evidence: fc.constant([]),
    }) as fc.Arbitrary<CitedSentence>
  const ids = ['D1', 'D2', 'D3', 'D4', 'D5']
  const contents: fc.Arbitrary<ReportContent> = fc.record({
    title: fc.constantFrom(...texts),
    summary: fc.array(sentence(ids), { maxLength: 3 }),
    sections: fc.array(
      fc.record({
        heading: fc.constantFrom('References', 'references', 'A [1]', '# b', ''),
        subquestionIds: fc.constant(['RQ1']),
        paragraphs: fc.array(fc.array(sentence(ids), { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
    notEstablished: fc.subarray(texts),
    contradictions: fc.array(fc.record({ note: fc.constantFrom(...texts), citations: fc.subarray(ids) }), { maxLength: 2 }),
    removedCitations: fc.nat(3),
    mode: fc.constantFrom('model', 'extractive', 'mixed'),
  })

  test('every mark has its entry, every entry is cited, numbers rise with the first appearance, no other bracket holds numbers', () => {
    fc.assert(
      fc.property(contents, fc.constantFrom(...texts), (given, title) => {
        const titled = new Map(
          [...material.corpus.records].map(([key, record]) => [key, { ...record, title: record.title === '' ? '' : title }]),
        )
        const { cited, listed, others } = citationsOf(
          report({ ...material, corpus: { ...material.corpus, records: titled }, content: given }),
        )
        const first = [...new Set(cited)]
        expect(first).toEqual(first.map((_, index) => index + 1))
        expect(listed).toEqual(first)
        expect(others).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})
