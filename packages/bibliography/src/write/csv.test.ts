import { expect, test } from 'vitest'
import { type CsvCell, writeCsv } from './csv.ts'
import { writeJsonl } from './jsonl.ts'

test.each<[cell: CsvCell, written: string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['one\rtwo', '"one\rtwo"'],
  [' padded', '" padded"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ["'=x", "''=x"],
  ["'tis", "'tis"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a=1', 'a=1'],
  [-1, '-1'],
  [0.5, '0.5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  ['', ''],
])('the cell %j', (cell, written) => {
  expect(writeCsv(['h'], [[cell]])).toBe(`h\r\n${written}\r\n`)
})

test('rows and header', () => {
  expect(
    writeCsv(
      ['a', 'b,c'],
      [
        ['1', 2],
        ['3', null],
      ],
    ),
  ).toBe('a,"b,c"\r\n1,2\r\n3,\r\n')
})

test('JSONL has a line for each value', () => {
  expect(writeJsonl([{ a: 'x\ny' }, { b: undefined }])).toBe('{"a":"x\\ny"}\n{}\n')
  expect(writeJsonl([])).toBe('')
})
