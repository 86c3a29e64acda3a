import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { coerceToSchema } from './coerce-to-schema.ts'
import { jsonSchemaOf } from './schema.ts'

const coerced = (value: unknown, schema: z.ZodType) => coerceToSchema(value, jsonSchemaOf(schema))
const item = z.object({ id: z.string(), n: z.int() })
const shapes = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a'), n: z.int() }),
  z.object({ kind: z.literal('b'), words: z.array(z.string()) }),
])

describe('a value of the type asked for stays as it is', () => {
  test.each([
    ['text that is a number', '20', z.string()],
    ['text that is JSON', '{"a":1}', z.string()],
    ['an empty list', [], z.array(z.string())],
    ['an option', 'exclude', z.enum(['include', 'exclude'])],
    ['null where it may be', null, z.string().nullable()],
    ['"none" where texts may be', 'none', z.string().nullable()],
    ['"none" where nothing may be null', 'none', z.int()],
    ['a number out of bounds', 12, z.int().max(5)],
    ['a score of 0', 0, z.number().min(0).max(1)],
    ['a score of 1', 1, z.number().min(0).max(1)],
    ['anything where anything may be', { a: ['1'] }, z.unknown()],
    ['keys that the schema does not know', { id: 'x', n: 1, extra: '2' }, item],
    ['a boolean', false, z.boolean()],
  ])('%s', (_, value, schema) => {
    expect(coerced(value, schema)).toEqual({ value, coercions: [] })
  })
})

describe('a value of another type is read where that is safe', () => {
  test.each([
    ['a stringified list', '["a","b"]', z.array(z.string()), ['a', 'b'], ['stringified']],
    ['a stringified list with white space', ' ["a"]', z.array(z.string()), ['a'], ['stringified']],
    ['a stringified object', '{"id":"x","n":1}', item, { id: 'x', n: 1 }, ['stringified']],
    ['a stringified object for a list', '{"id":"x","n":1}', z.array(item), [{ id: 'x', n: 1 }], ['single-as-list', 'stringified']],
    ['a doubly stringified list', JSON.stringify('["a"]'), z.array(z.string()), ['"[\\"a\\"]"'], ['single-as-list']],
    ['a single text', 'heat wave', z.array(z.string()), ['heat wave'], ['single-as-list']],
    ['a single object', { id: 'x', n: '1' }, z.array(item), [{ id: 'x', n: 1 }], ['number', 'single-as-list']],
    ['a list of one for an object', [{ id: 'x', n: 1 }], item, { id: 'x', n: 1 }, ['list-of-one']],
    ['a list of one for a text', ['a'], z.string(), 'a', ['list-of-one']],
    ['a list of one for a nullable', ['a'], z.string().nullable(), 'a', ['list-of-one']],
    ['an integer as text', '20', z.int(), 20, ['number']],
    ['a number as text', '0.5', z.number(), 0.5, ['number']],
    ['a nullable number as text', '3', z.number().nullable(), 3, ['number']],
    ['a number for a text', 1, z.string(), '1', ['text']],
    ['a share of ten', '8/10', z.number().min(0).max(1), 0.8, ['score']],
    ['a percentage', 85, z.number().min(0).max(1), 0.85, ['score']],
    ['yes', 'yes', z.boolean(), true, ['boolean']],
    ['0 for false', 0, z.boolean(), false, ['boolean']],
    ['an option with a reason', 'Include - a cohort', z.enum(['include', 'exclude']), 'include', ['enum']],
    ['a nullable option in capitals', 'EXCLUDE', z.enum(['include', 'exclude']).nullable(), 'exclude', ['enum']],
    ['"none" for null', 'None', z.int().nullable(), null, ['null-word']],
    ['"n/a" for null', ' N/A ', item.nullable(), null, ['null-word']],
    ['an empty text for null', '', z.array(z.string()).nullable(), null, ['null-word']],
    ['"null" for null', 'null', z.boolean().nullable(), null, ['null-word']],
    ['"nil" for null', 'nil', z.boolean().nullable(), null, ['null-word']],
    ['null for a key that may be left out', { a: null }, z.object({ a: z.string().optional() }), {}, ['left-out']],
    ['values of a record', { RQ1: '0.8', RQ2: 0.1 }, z.record(z.string(), z.number().min(0).max(1)), { RQ1: 0.8, RQ2: 0.1 }, ['score']],
    ['inside a chosen variant', { kind: 'b', words: 'x' }, shapes, { kind: 'b', words: ['x'] }, ['single-as-list']],
    ['inside another variant', { kind: 'a', n: '1' }, shapes, { kind: 'a', n: 1 }, ['number']],
    [
      'inside the variant that has its constant, behind one without any',
      { kind: 'b', words: 'x' },
      z.union([z.object({ words: z.int() }), z.object({ kind: z.literal('b'), words: z.array(z.string()) })]),
      { kind: 'b', words: ['x'] },
      ['single-as-list'],
    ],
    ['a union by type', ['a'], z.union([z.string(), z.array(z.string())]), ['a'], []],
  ])('%s', (_, value, schema, expected, coercions) => {
    expect(coerced(value, schema)).toEqual({ value: expected, coercions })
  })
})

describe('what cannot be read safely is left for the schema to refuse', () => {
  test.each([
    ['a cut stringified list', '["a", "b', z.array(z.string())],
    ['a cut stringified object', '{"id":', item],
    ['an empty text for a list', ' ', z.array(z.string())],
    ['a text for a list of objects', 'x', z.array(item)],
    ['an object for a list of texts', { a: 1 }, z.array(z.string())],
    ['a text for an object', 'x', item],
    ['a list of two for a text', ['a', 'b'], z.string()],
    ['an empty list for a text', [], z.string()],
    ['words for a number', 'many', z.int()],
    ['a fraction of an unbounded number', '8/10', z.number()],
    ['a fraction of another range', '8/10', z.number().min(0).max(5)],
    ['a word for a score', 'high', z.number().min(0).max(1)],
    ['points that may be of ten or a hundred', 8, z.number().min(0).max(1)],
    ['a word for a boolean', 'perhaps', z.boolean()],
    ['another word for an option', 'maybe', z.enum(['include', 'exclude'])],
    ['null for a key that must be there', { id: null, n: 1 }, item],
    ['an unknown variant', { kind: 'c', n: true }, shapes],
    ['true for a number', true, z.int()],
    ['a text for a union without texts', '5', z.union([z.int(), z.array(z.int())])],
  ])('%s', (_, value, schema) => {
    expect(coerced(value, schema)).toEqual({ value, coercions: [] })
  })
})

test('references of a recursive schema are followed', () => {
  interface Tree {
    n: number
    children: Tree[]
  }
  const tree: z.ZodType<Tree> = z.object({
    n: z.int(),
    get children(): z.ZodArray<z.ZodType<Tree>> {
      return z.array(tree)
    },
  })
  const { value } = coerced({ n: '1', children: '[{"n":"2","children":[]}]' }, tree)
  expect(value).toEqual({ n: 1, children: [{ n: 2, children: [] }] })
})

test('a shared definition is followed', () => {
  const shared = z.object({ n: z.int() }).meta({ id: 'Shared' })
  expect(coerced({ a: { n: '1' }, b: { n: '2' } }, z.object({ a: shared, b: shared })).value).toEqual({ a: { n: 1 }, b: { n: 2 } })
})
