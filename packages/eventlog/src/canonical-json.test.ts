import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test.each([
  { name: 'null', value: null, text: 'null' },
  { name: 'true', value: true, text: 'true' },
  { name: 'false', value: false, text: 'false' },
  { name: 'text', value: 'a"\\\n\u2028é', text: '"a\\"\\\\\\n\u2028é"' },
  { name: 'lone surrogate', value: '\ud83d', text: '"\\ud83d"' },
  { name: 'whole number', value: 10, text: '10' },
  { name: 'minus zero', value: -0, text: '0' },
  { name: 'large number', value: 1e21, text: '1e+21' },
  { name: 'fraction', value: 0.1, text: '0.1' },
  { name: 'array keeps its order', value: [3, 1, [2]], text: '[3,1,[2]]' },
  { name: 'empty', value: [{}, []], text: '[{},[]]' },
  { name: 'keys sorted at every depth', value: { b: { d: 1, c: 2 }, a: 3 }, text: '{"a":3,"b":{"c":2,"d":1}}' },
  {
    name: 'keys sorted by code units, not as people do',
    value: { é: 1, z: 2, Z: 3, 10: 4, 9: 5 },
    text: '{"10":4,"9":5,"Z":3,"z":2,"é":1}',
  },
  { name: 'by UTF-16 code units beyond U+FFFF', value: { '\uff21': 1, '\u{1f525}': 2 }, text: '{"\u{1f525}":2,"\uff21":1}' },
  { name: 'undefined members left out', value: { a: undefined, b: 1 }, text: '{"b":1}' },
  { name: 'object without prototype', value: Object.assign(Object.create(null), { a: 1 }), text: '{"a":1}' },
  {
    name: 'undefined left out beside what is put in order',
    value: { a: undefined, b: { d: 1, c: 2 }, e: undefined },
    text: '{"b":{"c":2,"d":1}}',
  },
  { name: 'numbers as keys below others', value: { a: [{ 1: 1, 10: 2, 2: 3 }], b: 1 }, text: '{"a":[{"1":1,"10":2,"2":3}],"b":1}' },
  { name: 'a number as a key after a sign', value: { '-': 1, 1: 2 }, text: '{"-":1,"1":2}' },
  {
    name: 'lists of objects',
    value: [{ a: 1 }, { b: 1, a: 2 }, { c: [{ b: 1, a: 2 }] }],
    text: '[{"a":1},{"a":2,"b":1},{"c":[{"a":2,"b":1}]}]',
  },
  {
    name: 'a key "__proto__" that is moved',
    value: JSON.parse('{"b":1,"__proto__":{"b":1,"a":2}}'),
    text: '{"__proto__":{"a":2,"b":1},"b":1}',
  },
  { name: 'a member named toJSON', value: { toJSON: 'x', a: 1 }, text: '{"a":1,"toJSON":"x"}' },
  { name: 'a key "__proto__"', value: JSON.parse('{"__proto__":1}'), text: '{"__proto__":1}' },
])('$name', ({ value, text }) => {
  expect(canonicalJson(value)).toBe(text)
})

test.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1n,
  undefined,
  [undefined],
  new Date(0),
  new Map(),
  new Set(),
  () => 1,
  Symbol('x'),
  { a: { b: Number.NaN } },
  { toJSON: () => 1 },
  new Array(2),
])('refuses what JSON cannot hold (%#)', (value) => {
  expect(() => canonicalJson(value)).toThrow(/not a JSON (value|number)/)
})

test('reads back as the same value, and is the same text whatever order the keys came in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(reversed(value))).toBe(text)
    }),
  )
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
