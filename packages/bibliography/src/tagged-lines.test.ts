import { expect, test } from 'vitest'
import { allValues, firstValue, TaggedLines } from './tagged-lines.ts'

test('fields gather into entries; a line outside an entry passes', () => {
  const lines = new TaggedLines()
  lines.goOn('preamble')
  lines.add('TI', 'One', 3)
  lines.goOn('and more')
  lines.add('AU', ' ', 5)
  expect([lines.has('TI'), lines.has('KW')]).toEqual([true, false])
  lines.close()
  lines.close()
  lines.add('TI', 'Two', 9)
  expect(lines.entries()).toEqual([
    {
      line: 3,
      fields: [
        { tag: 'TI', value: 'One\nand more' },
        { tag: 'AU', value: '' },
      ],
    },
    { line: 9, fields: [{ tag: 'TI', value: 'Two' }] },
  ])
})

test('the first tag with a value counts', () => {
  const entry = {
    line: 1,
    fields: [
      { tag: 'A', value: ' ' },
      { tag: 'B', value: 'b1' },
      { tag: 'C', value: 'c' },
      { tag: 'B', value: 'b2' },
    ],
  }
  expect(allValues(entry, 'A', 'B', 'C')).toEqual(['b1', 'b2'])
  expect(firstValue(entry, 'A', 'B')).toBe('b1')
  expect(firstValue(entry, 'A')).toBeUndefined()
})
