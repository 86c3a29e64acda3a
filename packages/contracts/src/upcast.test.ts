import { expect, test } from 'vitest'
import { upcast } from './upcast.ts'

const steps = {
  1: (data: unknown) => ({ ...(data as object), two: 2 }),
  2: (data: unknown) => ({ ...(data as object), three: (data as { two: number }).two + 1 }),
}

test.each([
  ['from the first version through every step', 1, { one: 1 }, { one: 1, two: 2, three: 3 }],
  ['from the second version through the rest', 2, { two: 5 }, { two: 5, three: 6 }],
  ['the current version as it is', 3, { x: 1 }, { x: 1 }],
])('%s', (_, version, data, lifted) => {
  expect(upcast('RunPaused', version, data, steps)).toEqual(lifted)
})

test('data of a type without steps is left alone', () => {
  const data = { x: 1 }
  expect(upcast('RunPaused', 1, data, undefined)).toBe(data)
  expect(upcast('RunPaused', 1, data)).toBe(data)
})

test('what was stored is not changed', () => {
  const stored = Object.freeze({ one: 1 })
  upcast('RunPaused', 1, stored, steps)
  expect(stored).toEqual({ one: 1 })
})
