import { expect, test } from 'vitest'
import { fullDateYear } from './full-date-year.ts'

test.each<[date: string, year: string | undefined]>([
  ['2023-05-01T20:10:05', '2023'],
  ['2023-05-01', '2023'],
  [' 2023-05-01 ', '2023'],
  ['Jan 29, 2023', '2023'],
  ['January 9 2023', '2023'],
  ['Sept. 3, 2019', '2019'],
  ['29 Jan 2023', '2023'],
  ['3 December, 2019', '2019'],
  ['Tue, 12 Mar 2024 10:00:00 GMT', '2024'],
  ['Tue 12 Mar 2024', '2024'],
  ['2 days ago', undefined],
  ['2023', undefined],
  ['2023-05', undefined],
  ['2023-05-011', undefined],
  ['May 2023', undefined],
  ['May 1', undefined],
  ['Jan 29, 20234', undefined],
  ['12 March 20245', undefined],
  ['seen 2023-05-01', undefined],
  ['since Jan 29, 2023', undefined],
  ['in 29 Jan 2023', undefined],
  ['Foo 12, 2023', undefined],
  ['Jan 129, 2023', undefined],
  ['129 Jan 2023', undefined],
  ['', undefined],
])('%j: %s', (date, year) => {
  expect(fullDateYear(date)).toBe(year)
})
