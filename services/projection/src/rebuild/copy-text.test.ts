import { expect, test } from 'vitest'
import { copyText } from './copy-text.ts'

test.each<[name: string, value: unknown, text: string]>([
  ['null', null, '\\N'],
  ['what is not there', undefined, '\\N'],
  ['a text that looks like null', '\\N', '\\\\N'],
  ['an empty text', '', ''],
  ['what ends a field or a line', 'a\tb\nc\rd\\e', 'a\\tb\\nc\\rd\\\\e'],
  ['each of several', '\t\t', '\\t\\t'],
  ['a NUL', 'a\0', 'a\ufffd'],
  ['a number', -1.5e21, '-1.5e+21'],
  ['nought', 0, '0'],
  ['true', true, 'true'],
  ['false', false, 'false'],
  ['an object', { a: 'x\ty"', b: [null] }, '{"a":"x\\\\ty\\\\"","b":[null]}'],
  ['an empty list', [], '[]'],
  ['a NUL within JSON', ['\0'], '["\ufffd"]'],
])('%s', (_, value, text) => {
  expect(copyText([{ value }], ['value'])).toBe(`${text}\n`)
})

test('rows are lines, columns are in the order that is asked for', () => {
  const rows = [
    { b: 2, a: 'one' },
    { a: null, b: 4 },
  ]
  expect(copyText(rows, ['a', 'b'])).toBe('one\t2\n\\N\t4\n')
  expect(copyText([], ['a'])).toBe('')
})
