import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableJson, storableText } from './storable-text.ts'

test.each([
  ['plain', 'plain'],
  ['a\0b\0', 'a\ufffdb\ufffd'],
  ['half \ud83d of', 'half \ufffd of'],
  ['\udc00 other half', '\ufffd other half'],
  ['\ud83d\ude00 whole', '\ud83d\ude00 whole'],
])('%j is stored as %j', (text, expected) => {
  expect(storableText(text)).toBe(expected)
  expect(storableJson({ list: [text] })).toBe(JSON.stringify({ list: [expected] }))
})

test('a backslash before letters that look like an escape stays', () => {
  for (const text of ['\\u0000', '\\ud83d', '\\\\udfff'])
    expect(JSON.parse(storableJson({ text, bad: '\0' }))).toEqual({ text, bad: '\ufffd' })
})

test('any value: equal to its JSON with every text made storable', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('\0', '\ud800', '\udbff', '\udc00', '\udfff', '\\', '"'), fc.string()) })
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.record({ a: text, b: fc.double() }))), (value) => {
      const expected = value.map((item) => (typeof item === 'string' ? storableText(item) : { ...item, a: storableText(item.a) }))
      expect(storableJson(value)).toBe(JSON.stringify(expected))
    }),
  )
})
