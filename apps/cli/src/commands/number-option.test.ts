import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { dateOption, numberOption, yearOption } from './number-option.ts'

describe('numbers', () => {
  test.each([
    ['whole', ['0', '1', '40', ' 7 ', '1e3'], ['-1', '0.5', '', ' ', 'x', 'NaN', 'Infinity', '1,5']],
    ['positive', ['0.01', '2', '1e-3'], ['0', '-0.5', '', 'x', 'Infinity', '2 USD']],
    ['positive whole', ['1', '30'], ['0', '-1', '1.5', '', 'ten', '1e400']],
  ] as const)('%s', (kind, good, bad) => {
    const read = numberOption('--max-reads', kind)
    expect(good.map(read)).toEqual(good.map(Number))
    for (const raw of bad) expect(() => read(raw)).toThrow(new UsageError(`--max-reads takes a ${kind} number, not "${raw}"`))
  })
})

test('a year has four digits', () => {
  const read = yearOption('--from')
  expect(['1999', '0001'].map(read)).toEqual([1999, 1])
  for (const raw of ['99', '20201', '-199', '20x0', '', ' 2020'])
    expect(() => read(raw)).toThrow(new UsageError(`--from takes a year of four digits, not "${raw}"`))
})

test('a date is a day that there is', () => {
  const read = dateOption('--as-of')
  expect(['2026-11-30', '2024-02-29', '0999-01-01'].map(read)).toEqual(['2026-11-30', '2024-02-29', '0999-01-01'])
  for (const raw of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '30.11.2026', '2026-11-31', '2026-11-30T00:00', '', '20261130'])
    expect(() => read(raw)).toThrow(new UsageError(`--as-of takes a date such as 2026-11-30, not "${raw}"`))
})
