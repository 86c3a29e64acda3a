import { expect, test } from 'vitest'
import { filledLines, splitJsonValues } from './json-values.ts'

test.each<[text: string, start: number, values: [string, number][]]>([
  [
    '{"a":1} {"b":2}',
    0,
    [
      ['{"a":1}', 1],
      ['{"b":2}', 1],
    ],
  ],
  [
    '[{"a":1},\n {"b":[2]}\n]',
    1,
    [
      ['{"a":1}', 1],
      ['{"b":[2]}', 2],
    ],
  ],
  [
    '\n\n{"a":\n1}\n{"b":2}',
    0,
    [
      ['{"a":\n1}', 3],
      ['{"b":2}', 5],
    ],
  ],
  ['x\n[{"a":1}]', 3, [['{"a":1}', 2]]],
  [
    '{"a":"}, \\" ] {"},{"b":2}',
    0,
    [
      ['{"a":"}, \\" ] {"}', 1],
      ['{"b":2}', 1],
    ],
  ],
  [
    '1, "two", null',
    0,
    [
      ['1', 1],
      ['"two"', 1],
      ['null', 1],
    ],
  ],
  ['{"a":1}], {"b":2}', 0, [['{"a":1}', 1]]],
  ['{"open": [1, 2', 0, [['{"open": [1, 2', 1]]],
  [
    '{"a": "never closed\n}, {"b":2}',
    0,
    [
      ['{"a": "never closed\n}', 1],
      ['{"b":2}', 2],
    ],
  ],
  [
    '}, {"b":2}',
    0,
    [
      ['}', 1],
      ['{"b":2}', 1],
    ],
  ],
  ['  ', 0, []],
])('the values of %j from %i', (text, start, values) => {
  expect(splitJsonValues(text, start)).toEqual(values.map(([value, line]) => ({ text: value, line })))
})

test('blank lines count, but are no values', () => {
  expect(filledLines('a\n\n  b \n')).toEqual([
    { text: 'a', line: 1 },
    { text: 'b', line: 3 },
  ])
})
