import { expect, test } from 'vitest'
import { yearOfFirstPage } from './pdf-year.ts'

test.each<[page: string, year: string | undefined]>([
  ['Cad. Saúde Colet., 2023; 31(3):e310', '2023'],
  ['Cad Saúde Colet, 2023;31(3):e310', '2023'],
  ['Braz J Med (2021) 54(10): e11439', '2021'],
  ['Nature (1999) 54: 3', '1999'],
  ['VOL. 53(4) 2023: 271 - 280', '2023'],
  ['Journal 34(2), 2021', '2021'],
  ['TransInformação, 33:e200068, 2021', '2021'],
  ['Journal 33: 12-19, 2021', '2021'],
  ['Journal 33:12–19, 2021', '2021'],
  ['Proceedings of NAACL-HLT 2018, pages 84–91\nJune 1, 2018. c©2017 Association', '2018'],
  ['In Proceedings of the 5th Meeting 2019', '2019'],
  ['Proceedings of the Meeting\n2018', undefined],
  ['Published: 3 May 2021', '2021'],
  ['Published online: 2021-05-03', '2021'],
  ['Published on May 3, 2021', '2021'],
  ['Published 3 May 2021', '2021'],
  ['literature published from 1972 to 2018', undefined],
  ['Published: 2021. Copyright 2020', '2021'],
  ['© 2020 The Authors', '2020'],
  ['©2020', '2020'],
  ['(c) 2020', '2020'],
  ['Copyright 2020', '2020'],
  ['Copyright by 2020', '2020'],
  ['2021;34(2) and 2019;12(1)', undefined],
  ['2021;34(2) and 2019;12(1)\n© 2021', '2021'],
  ['2021;34(2)\n2021;34(2)', '2021'],
  ['12021;34 20210;34 ©20201', undefined],
  ['1899;34(2) 2100;34(2)', undefined],
  ['Text of 2020 (Lee, 2019)', undefined],
  ['', undefined],
])('%j: %s', (page, year) => {
  expect(yearOfFirstPage(page, undefined)).toBe(year)
})

test.each<[creationDate: unknown, page: string, year: string | undefined]>([
  ['D:20210318163559', 'in 2021 we', '2021'],
  ['D:20210318163559', 'in 2020 we', undefined],
  ['D:20210318163559', 'in 12021 we and 20210', undefined],
  ['20210318163559', 'in 2021 we', undefined],
  ['D:2021', '© 2020, in 2021', '2020'],
  [undefined, 'in 2021 we', undefined],
])('created %j, page %j: %s', (creationDate, page, year) => {
  expect(yearOfFirstPage(page, creationDate)).toBe(year)
})
