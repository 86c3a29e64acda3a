import { expect, it } from 'vitest'
import { BlockTable } from './block-table.ts'

it('gives sizes, and members with the last added first', () => {
  const table = new BlockTable()
  expect([table.add(7, 0), table.add(9, 1), table.add(7, 2), table.add(7, 3)]).toEqual([1, 1, 2, 3])
  expect([table.members(7), table.members(9), table.members(8)]).toEqual([[3, 2, 0], [1], []])
  expect([table.size(7), table.size(9), table.size(8)]).toEqual([3, 1, 0])
})

it('key 0 and the largest key are keys as any', () => {
  const table = new BlockTable()
  expect(table.members(0)).toEqual([])
  table.add(0, 5)
  table.add(0xffffffff, 6)
  expect([table.members(0), table.members(0xffffffff)]).toEqual([[5], [6]])
})

it('keeps keys apart that fall into one slot, before and after it has grown', () => {
  const table = new BlockTable()
  const keys = Array.from({ length: 3000 }, (_, i) => i * 4096)
  for (const [position, key] of keys.entries()) table.add(key, position)
  for (const [position, key] of keys.entries()) table.add(key, position + keys.length)
  for (const [position, key] of keys.entries()) expect(table.members(key)).toEqual([position + keys.length, position])
  expect(table.size(4096 * 3000)).toBe(0)
})

it('has as many blocks as it is given', () => {
  const table = new BlockTable()
  for (let key = 0; key < 20_000; key++) table.add(key, key)
  for (let key = 0; key < 20_000; key++) expect(table.size(key)).toBe(1)
  expect(table.members(19_999)).toEqual([19_999])
})
