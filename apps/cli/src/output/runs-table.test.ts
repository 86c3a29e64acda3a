import { describe, expect, test } from 'vitest'
import { columns, type ListedRun, moment, runsTable, usd } from './runs-table.ts'

function listed(more: Partial<ListedRun> = {}): ListedRun {
  const times = { startedAt: '2026-07-01T10:00:00.000Z', endedAt: '2026-07-01T10:00:07.000Z' }
  return { runId: 'r-20260701-aaaaaaaa', kind: 'research', question: 'What helps?', status: 'completed', ...times, costUsd: 0.25, ...more }
}

test('a table of runs', () => {
  const running = listed({ runId: 'r-2', kind: 'answer', status: 'interrupted', endedAt: null, costUsd: null })
  expect(runsTable([listed(), running], null)).toBe(
    [
      'RUN                  KIND      STATUS       STARTED (UTC)     TOOK  USD      QUESTION',
      'r-20260701-aaaaaaaa  research  completed    2026-07-01 10:00  7s    0.2500   What helps?',
      'r-2                  answer    interrupted  2026-07-01 10:00  -     unknown  What helps?',
    ].join('\n'),
  )
})

test('words in place of an empty table', () => {
  expect(runsTable([], null)).toContain('No runs yet')
  expect(runsTable([], 'failed')).toBe('No runs with status failed.')
})

test.each([
  { ended: '10:00:00.499', took: ' 0s ' },
  { ended: '10:00:59.400', took: ' 59s ' },
  { ended: '10:01:00.000', took: ' 1m 00s ' },
  { ended: '10:59:59.000', took: ' 59m 59s ' },
  { ended: '11:00:00.000', took: ' 1h 00m ' },
  { ended: '12:03:59.000', took: ' 2h 03m ' },
])('a run that ended at $ended took$took', ({ ended, took }) => {
  expect(runsTable([listed({ endedAt: `2026-07-01T${ended}Z` })], null)).toContain(took)
})

describe('questions', () => {
  test.each([
    { length: 60, shown: 'q'.repeat(60) },
    { length: 61, shown: `${'q'.repeat(59)}…` },
  ])('of $length characters', ({ length, shown }) => {
    expect(runsTable([listed({ question: 'q'.repeat(length) })], null).endsWith(`  ${shown}`)).toBe(true)
  })

  test('are not cut within a character', () => {
    expect(runsTable([listed({ question: '\u{1f9e0}'.repeat(61) })], null).isWellFormed()).toBe(true)
  })

  test('that nobody has asked yet', () => {
    expect(runsTable([listed({ question: null, startedAt: null })], null)).toMatch(/completed +- +- +0\.2500$/)
  })
})

test('dollars, times and columns', () => {
  expect([usd(null), usd(0), usd(1.23456)]).toEqual(['unknown', '0.0000', '1.2346'])
  expect([moment(null), moment('2026-07-01T10:59:59.999Z')]).toEqual(['-', '2026-07-01 10:59'])
  expect(columns([])).toBe('')
  expect(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toBe('a    bb  c\naaa  b')
})
