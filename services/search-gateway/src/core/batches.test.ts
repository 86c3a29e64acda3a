import { describe, expect, it } from 'vitest'
import { batches } from './batches.ts'

describe('batches', () => {
  it.each([
    { name: 'nothing', values: [], most: 2, longest: 99, out: [] },
    { name: 'as many as fit', values: ['a', 'b'], most: 2, longest: 99, out: [['a', 'b']] },
    { name: 'one more', values: ['a', 'b', 'c'], most: 2, longest: 99, out: [['a', 'b'], ['c']] },
    { name: 'just as long as may be, with a sign after each', values: ['aa', 'bb'], most: 9, longest: 6, out: [['aa', 'bb']] },
    { name: 'one longer', values: ['aa', 'bb'], most: 9, longest: 5, out: [['aa'], ['bb']] },
    {
      name: 'a list that begins anew counts anew',
      values: ['aa', 'b', 'cc', 'd'],
      most: 9,
      longest: 5,
      out: [
        ['aa', 'b'],
        ['cc', 'd'],
      ],
    },
    { name: 'a sign is as long as in an address', values: ['/', 'b'], most: 9, longest: 5, out: [['/'], ['b']] },
    { name: 'a value that is too long stands alone', values: ['a', 'bbbbbbb', 'c'], most: 9, longest: 5, out: [['a'], ['bbbbbbb'], ['c']] },
  ])('$name', ({ values, most, longest, out }) => {
    expect(batches(values, most, longest)).toEqual(out)
  })
  it('length does not matter unless it is said', () => {
    expect(batches(['a'.repeat(9999), 'b'], 2)).toEqual([['a'.repeat(9999), 'b']])
  })
})
