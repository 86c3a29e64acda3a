import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptSamples, preferenceStatistics, type QuestionRow, questionExtremes, type SampleRow } from './preference-statistics.ts'
import { validityFilters } from './validity.ts'

const question = (id: string, origin: string | null = 'set', goldPoints = 3): QuestionRow => ({ id, origin, goldPoints })
const sample = (questionId: string, runId: string, score: number | null, failed: SampleRow['failed'] = []): SampleRow => ({
  questionId,
  runId,
  searches: 0,
  failed,
  score,
})
const noDrops = Object.fromEntries(validityFilters.map((filter) => [filter, 0]))

const questions = [question('q2', 'b'), question('q1', 'a'), question('q3', null), question('q4', 'a', 0), question('q5', 'a')]
const samples = [
  sample('q1', 'r1', 2),
  sample('q1', 'r2', 1.5),
  sample('q1', 'r3', null, ['cited', 'supported']),
  sample('q1', 'r4', null, ['cited']),
  sample('q2', 'r5', 2.4),
  sample('q2', 'r6', 2.1),
  // Passed every filter, and the judge gave no whole judgement.
  sample('q2', 'r7', null),
  // A score of one that fails a filter does not count.
  sample('q2', 'r8', 3, ['whole']),
  sample('q3', 'r9', 1),
  sample('q5', 'r10', 0),
  sample('q5', 'r11', 0.7),
]

test('what was kept, what was dropped and why, gaps, and pairs by θ', () => {
  expect(preferenceStatistics(questions, samples, [0.3, 0.5, 0.7])).toEqual({
    questions: { total: 5, withoutGoldPoints: 1, byOrigin: { a: 3, b: 1, unnamed: 1 } },
    samples: { total: 11, kept: 7, unjudged: 1, dropped: 3, droppedBy: { ...noDrops, cited: 2, supported: 1, whole: 1 } },
    gaps: {
      questions: 3,
      histogram: [0, 0, 0, 1, 0, 1, 0, 1].map((count, bin) => ({ from: bin / 10, count })),
    },
    pairs: [
      { theta: 0.3, pairs: 3, byOrigin: { a: 2, b: 1 } },
      { theta: 0.5, pairs: 2, byOrigin: { a: 2 } },
      { theta: 0.7, pairs: 1, byOrigin: { a: 1 } },
    ],
  })
})

test('of nothing', () => {
  expect(preferenceStatistics([], [], [0.3])).toEqual({
    questions: { total: 0, withoutGoldPoints: 0, byOrigin: {} },
    samples: { total: 0, kept: 0, unjudged: 0, dropped: 0, droppedBy: noDrops },
    gaps: { questions: 0, histogram: [] },
    pairs: [{ theta: 0.3, pairs: 0, byOrigin: {} }],
  })
})

describe('the bin of a gap', () => {
  test.each([
    { name: 'none', gap: 0, bin: 0 },
    { name: 'the beginning of a bin', gap: 0.3, bin: 3 },
    // 0.7 · 10 is 6.999999… or 7 by how it came to be.
    { name: 'the beginning of another', gap: 0.7, bin: 7 },
    { name: 'just below', gap: 0.299999, bin: 2 },
    { name: 'the widest', gap: 3, bin: 30 },
  ])('$name', ({ gap, bin }) => {
    const { histogram } = preferenceStatistics([question('q')], [sample('q', 'a', gap), sample('q', 'b', 0)], []).gaps
    expect(histogram.at(-1)).toEqual({ from: bin / 10, count: 1 })
    expect(histogram).toHaveLength(bin + 1)
  })
})

test('kept samples have a score and fail nothing', () => {
  expect(keptSamples(samples).map(({ runId }) => runId)).toEqual(['r1', 'r2', 'r5', 'r6', 'r9', 'r10', 'r11'])
})

test('best and worst stand in the order of the questions', () => {
  const found = questionExtremes(questions, keptSamples(samples)).map((one) => [one.question.id, one.chosen.runId, one.rejected.runId])
  expect(found).toEqual([
    ['q2', 'r5', 'r6'],
    ['q1', 'r1', 'r2'],
    ['q5', 'r11', 'r10'],
  ])
})

test('the figures add up', () => {
  const row = fc.record({
    questionId: fc.constantFrom('q1', 'q2', 'q3'),
    runId: fc.uuid(),
    searches: fc.nat({ max: 3 }),
    failed: fc.subarray([...validityFilters], { maxLength: 2 }),
    score: fc.option(fc.integer({ min: 0, max: 30 }).map((n) => n / 10)),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const { samples: counted, gaps, pairs } = preferenceStatistics([question('q1'), question('q2'), question('q3')], rows, [0.1, 0.5])
      expect(counted.kept + counted.dropped + counted.unjudged).toBe(rows.length)
      expect(counted.total).toBe(rows.length)
      expect(Math.max(0, ...Object.values(counted.droppedBy))).toBeLessThanOrEqual(counted.dropped)
      expect(gaps.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(gaps.questions)
      const wide = gaps.histogram.filter(({ from }) => from >= 0.5).reduce((sum, { count }) => sum + count, 0)
      expect(pairs[1]?.pairs).toBe(wide)
    }),
  )
})
