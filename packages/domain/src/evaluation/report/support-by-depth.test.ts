import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { describe, expect, test } from 'vitest'
import { reportGoals } from './report-goals.ts'
import { supportByDepth, toolCallsOf } from './support-by-depth.ts'
import { addVerdicts, countVerdicts, supportedShare } from './verdict-counts.ts'

const verdicts = (supported: number, partial = 0, unsupported = 0, cannotCheck = 0) => ({ supported, partial, unsupported, cannotCheck })

test('counting and adding verdicts', () => {
  expect(countVerdicts(['supported', 'supported', 'partial', 'unsupported', 'cannot-check'])).toEqual(verdicts(2, 1, 1, 1))
  expect(addVerdicts([verdicts(1, 2, 3, 4), verdicts(10, 20, 30, 40)])).toEqual(verdicts(11, 22, 33, 44))
  expect(addVerdicts([])).toEqual(verdicts(0))
})
test.each([
  [verdicts(1, 1, 2, 7), 0.25],
  [verdicts(3, 0, 0, 0), 1],
  [verdicts(0, 0, 0, 4), null],
])('the supported share of %j is %s', (counts, expected) => {
  expect(supportedShare(counts)).toBe(expected)
})

describe('depths', () => {
  test.each([
    [0, 0],
    [2, 0],
    [3, 1],
    [20, 1],
    [21, 2],
    [150, 2],
    [151, 3],
  ])('%d tool calls are in bucket %d', (toolCalls, bucket) => {
    const { buckets } = supportByDepth([{ toolCalls, verdicts: verdicts(1) }])
    expect(buckets.map(({ entries }) => entries).indexOf(1)).toBe(bucket)
    expect(buckets.map(({ upTo }) => upTo)).toEqual([2, 20, 150, null])
  })
  const at = (toolCalls: number, supported: number, unsupported: number) => ({ toolCalls, verdicts: verdicts(supported, 0, unsupported) })
  test('a fall from one bucket to the next that has verdicts', () => {
    const { falls, compared, buckets } = supportByDepth([at(1, 3, 1), at(100, 2, 2), at(120, 0, 0), at(200, 1, 1)])
    expect([falls, compared]).toEqual([[{ from: 2, to: 150, by: 0.25 }], true])
    expect(buckets[2]).toMatchObject({ entries: 2, supported: 0.5, verdicts: verdicts(2, 0, 2) })
  })
  test('a fall at the end, after a rise', () => {
    expect(supportByDepth([at(1, 1, 1), at(10, 3, 1), at(1000, 2, 2)]).falls).toEqual([{ from: 20, to: null, by: 0.25 }])
  })
  test.each<[string, ReturnType<typeof at>[], boolean]>([
    ['the same is no fall', [at(1, 1, 1), at(10, 2, 2)], true],
    ['one bucket compares nothing', [at(1, 1, 1), at(2, 0, 4)], false],
    ['buckets without a checked sentence do not count', [at(1, 1, 1), at(30, 0, 0)], false],
    ['nothing', [], false],
  ])('%s', (_, all, compared) => {
    expect(supportByDepth(all)).toMatchObject({ falls: [], compared })
  })
})

test('tool calls are counted by decisions, reads with those before them; showing passages is none', () => {
  const parts = { R: 1, C: 1, T: 1, Q: 1, M: 1, P: 1, N: 1 }
  const entry = (workId: string) => ({ workId, documentId: 'D1', subquestionIds: ['RQ1'], firstEvidence: 1, score: 1, lambda: 1, parts })
  const search = {
    workId: 's',
    operationId: 'S1',
    intentId: 'RQ1.i1',
    source: 'library',
    query: 'q',
    limit: 1,
    fromYear: null,
    toYear: null,
  }
  const events: TypedEvent[] = [
    sealForTest(
      {
        type: 'SearchesRequested',
        data: { iteration: 1, operations: [search, { ...search, operationId: 'S2' }], unaffordable: 0, reserve: {} },
      },
      1,
    ),
    sealForTest(
      {
        type: 'SeedsRequested',
        data: { iteration: 1, operations: [{ workId: 'l', operationId: 'S3', source: 'x', identifier: 'doi:10.1/x' }] },
      },
      2,
    ),
    sealForTest({ type: 'ReadingAllocated', data: { iteration: 1, phase: 'queue', entries: [entry('r1'), entry('r2')], reserve: {} } }, 3),
    sealForTest(
      {
        type: 'SnowballRequested',
        data: {
          iteration: 1,
          round: 1,
          operations: [{ workId: 'b', operationId: 'S4', seedDocumentId: 'D1', direction: 'backward', source: 'x', limit: 1 }],
        },
      },
      4,
    ),
    sealForTest({ type: 'ReadingAllocated', data: { iteration: 1, phase: 'snowball', entries: [entry('r3')], reserve: {} } }, 5),
    sealForTest({ type: 'PassagesRequested', data: { workId: 'p1', search: 1, query: 'q', documentIds: ['D1'], reserve: {} } }, 6),
  ]
  const { total, atReading } = toolCallsOf(events)
  expect([total, Object.fromEntries(atReading)]).toEqual([7, { r1: 5, r2: 5, r3: 7, p1: 7 }])
})

describe('goals', () => {
  const quotes = { inText: 3, short: 1, checked: 4, refused: 0, unchecked: 0, againstText: 0, fidelity: 1, notInText: [] }
  const report: Parameters<typeof reportGoals>[0][number] = {
    claims: 10,
    citedClaims: 9,
    danglingMarks: [],
    quotes,
    numbers: { stated: 1, absent: [] },
  }
  const depth = supportByDepth([])
  const fall = supportByDepth([
    { toolCalls: 1, verdicts: verdicts(1) },
    { toolCalls: 9, verdicts: verdicts(0, 1) },
  ])
  const rise = supportByDepth([
    { toolCalls: 1, verdicts: verdicts(0, 1) },
    { toolCalls: 9, verdicts: verdicts(1) },
  ])
  const met = (...[all, by = depth]: [Parameters<typeof reportGoals>[0], ReturnType<typeof supportByDepth>?]) =>
    Object.fromEntries(reportGoals(all, by).map(({ name, value, met: is }) => [name, [value, is]]))
  test('met', () => {
    expect(met([report])).toEqual({
      citationCoverage: [0.9, true],
      danglingMarks: [0, true],
      quoteFidelity: [1, true],
      absentNumbers: [0, true],
      fallsOfSupportWithDepth: [null, null],
    })
    expect(reportGoals([report], depth).map(({ goal }) => goal)).toEqual(['>= 0.9', '= 0', '= 1', '= 0', '= 0'])
  })
  test('missed', () => {
    const bad = {
      ...report,
      citedClaims: 8,
      danglingMarks: [{ number: 1, sentence: '' }],
      quotes: { ...quotes, inText: 2 },
      numbers: { stated: 1, absent: [{ number: '1', sentence: '' }] },
    }
    expect(met([bad], fall)).toEqual({
      citationCoverage: [0.8, false],
      danglingMarks: [1, false],
      quoteFidelity: [0.75, false],
      absentNumbers: [1, false],
      fallsOfSupportWithDepth: [1, false],
    })
    // Together with a good one: shares are those of the sums.
    expect(met([report, bad], rise)).toMatchObject({
      citationCoverage: [17 / 20, false],
      quoteFidelity: [7 / 8, false],
      fallsOfSupportWithDepth: [0, true],
    })
  })
  test('not defined', () => {
    const empty = { ...report, claims: 0, citedClaims: 0, quotes: { ...quotes, inText: 0, short: 0, checked: 0 } }
    expect(met([empty])).toMatchObject({ citationCoverage: [null, null], quoteFidelity: [null, null], danglingMarks: [0, true] })
  })
})
