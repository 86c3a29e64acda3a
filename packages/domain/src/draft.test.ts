import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'

test('a draft is equal to its value and shares nothing with it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value)
      const draft = draftOf(value)
      expect(JSON.stringify(draft)).toBe(before)
      spoil(draft)
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

test('members that are undefined are kept', () => {
  expect(Object.keys(draftOf({ a: undefined, b: null }))).toEqual(['a', 'b'])
})

test('a member of any name is one of the copy', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1}}')
  expect(JSON.stringify(draftOf(value))).toBe('{"__proto__":{"a":1}}')
})

/** Changes every object and list in a value. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) spoil(inner)
  if (Array.isArray(value)) value.push('spoiled')
  else Object.assign(value, { spoiled: true })
}
