import { describe, expect, it } from 'vitest'
import { growingArray } from './growing-array.ts'

describe('growingArray', () => {
  it.each([0, 1, 1023, 1024, 1025, 5000])('holds %i items in their order', (count) => {
    const array = growingArray(Int32Array)
    for (let i = 0; i < count; i++) array.push(i * 3)
    expect(array.length()).toBe(count)
    expect([...array.taken()]).toEqual(Array.from({ length: count }, (_, i) => i * 3))
  })

  it('gives arrays of its kind that do not change later', () => {
    const array = growingArray(Float64Array)
    array.push(0.5)
    const taken = array.taken()
    array.push(1)
    expect(taken).toEqual(Float64Array.of(0.5))
  })
})
