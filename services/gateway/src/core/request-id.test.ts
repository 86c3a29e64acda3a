import { expect, test } from 'vitest'
import { requestIdFrom } from './request-id.ts'

test.each([
  [undefined, null],
  ['', null],
  ['b0f1-4.x_Y:z', 'b0f1-4.x_Y:z'],
  ['a'.repeat(128), 'a'.repeat(128)],
  ['a'.repeat(129), null],
  ['a b', null],
  ['a"', null],
  [['a', 'b'], null],
])('%s', (header, id) => {
  expect(requestIdFrom(header)).toBe(id)
})
