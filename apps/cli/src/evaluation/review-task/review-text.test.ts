import { expect, test } from 'vitest'
import type { ReviewOutcome } from './review-outcome.ts'
import { reviewText } from './review-text.ts'

const figures = { documents: 40, foundIncluded: 8, recall: 0.8, precision: 0.2 }
const outcome: ReviewOutcome = {
  task: 'Smith\u001b[2J',
  records: 102,
  documents: 100,
  included: 10,
  read: 39,
  share: 39 / 102,
  foundIncluded: 7,
  recall: 0.7,
  precision: 7 / 39,
  screened: figures,
  relevant: { ...figures, foundIncluded: 9 },
  cited: { documents: 6, foundIncluded: 1, recall: 0.1, precision: 1 / 6 },
  citedWorks: 6,
  traceable: { numbers: 3, traced: 3, untraced: [] },
  evidence: 55,
  costUsd: 0,
  calls: 0,
  degraded: [],
  mode: 'extractive',
  seconds: 1.26,
  runId: 'r-1',
}
const step = { stage: 'reading', role: 'reader', reason: 'r', count: 2 } as const

test('a review in words', () => {
  expect(reviewText(outcome).split('\n')).toEqual([
    'Smith[2J: 102 records, 100 works, 10 records included by the review',
    '',
    '            works  included found  recall  precision',
    '  screened     40               8   0.800      0.200',
    '  relevant     40               9   0.800      0.200',
    '  read         39               7   0.700      0.179',
    '  cited         6               1   0.100      0.167',
    '',
    'Read: 38.2 % of the records; 55 evidence items',
    'Numbers in the report: 3, of them 3 stand in what is cited for them',
    'No model calls; 1.3 s',
  ])
})

test.each([
  [{ calls: 3, costUsd: 0.01234 }, '3 model calls, 0.0123 USD; 1.3 s'],
  [{ calls: 3, costUsd: null }, '3 model calls, cost unknown; 1.3 s'],
  [{ degraded: [step, { ...step, count: 3 }] }, 'Degraded steps: 5 (--keep has the report, which names them)'],
])('%o', (parts, line) => {
  expect(reviewText({ ...outcome, ...parts }).split('\n')).toContain(line)
})

test('the first ten numbers that were not found are told', () => {
  const untraced = Array.from({ length: 11 }, (_, index) => ({ number: String(index), sentence: 'In so many.' }))
  const lines = reviewText({ ...outcome, traceable: { numbers: 12, traced: 1, untraced } }).split('\n')
  expect(lines.filter((line) => line.startsWith('  not found: '))).toHaveLength(10)
  expect(lines).toContain('  not found: 9 in “In so many.”')
})
