import { expect, it } from 'vitest'
import { IntColumn } from './int-column.ts'

it('keeps values in their order, also beyond its start, and changes them', () => {
  const column = new IntColumn()
  const values = Array.from({ length: 5000 }, (_, i) => i * 3 - 7)
  expect(values.map((value) => column.push(value))).toEqual([...values.keys()])
  column.set(4999, -1)
  expect([column.length, column.at(0), column.at(15), column.at(16), column.at(4999)]).toEqual([5000, -7, 38, 41, -1])
})

it('is filled up with zeros where a value is set further on', () => {
  const column = new IntColumn()
  column.set(20, 7)
  column.set(3, 5)
  expect([column.length, ...[0, 3, 19, 20].map((index) => column.at(index))]).toEqual([21, 0, 5, 0, 7])
})

it('has no value where none was put', () => {
  const column = new IntColumn()
  column.push(0)
  for (const index of [1, -1, 0.5]) expect(() => column.at(index)).toThrow(`no value at ${index}`)
})
