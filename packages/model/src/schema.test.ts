import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anthropicSchema, jsonSchemaOf, ollamaSchema, openaiSchema } from './schema.ts'

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const openai = (schema: z.ZodType) => openaiSchema(jsonSchemaOf(schema))
const anthropic = (schema: z.ZodType) => anthropicSchema(jsonSchemaOf(schema))
const ollama = (schema: z.ZodType) => ollamaSchema(jsonSchemaOf(schema))

describe('for OpenAI', () => {
  test.each([
    [
      'every key is required and none else allowed',
      z.object({ a: z.string(), b: z.boolean() }),
      closed({ a: { type: 'string' }, b: { type: 'boolean' } }),
    ],
    [
      'an optional key is nullable',
      z.object({ a: z.string().optional() }),
      closed({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    ],
    [
      'bounds of numbers and lists stay',
      z.object({ a: z.number().min(0).max(1), b: z.array(z.string()).min(1).max(3) }),
      closed({ a: { type: 'number', minimum: 0, maximum: 1 }, b: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string' } } }),
    ],
    [
      'the safe range of integers is noise',
      z.object({ a: z.int(), b: z.int().min(1) }),
      closed({ a: { type: 'integer' }, b: { type: 'integer', minimum: 1 } }),
    ],
    [
      'lengths of texts are told in words',
      z.object({ a: z.string().min(1).max(5).describe('A name.') }),
      closed({ a: { type: 'string', description: 'A name. (minLength 1, maxLength 5)' } }),
    ],
    [
      'words alone where there is no description',
      z.object({ a: z.string().max(5) }),
      closed({ a: { type: 'string', description: '(maxLength 5)' } }),
    ],
    ['defaults are left out', z.object({ a: z.string().catch('x') }), closed({ a: { type: 'string' } })],
    [
      'oneOf becomes anyOf',
      z.object({ a: z.discriminatedUnion('k', [z.object({ k: z.literal('x') }), z.object({ k: z.literal('y') })]) }),
      closed({ a: { anyOf: [closed({ k: { type: 'string', const: 'x' } }), closed({ k: { type: 'string', const: 'y' } })] } }),
    ],
    [
      'objects in lists are closed too',
      z.object({ a: z.array(z.object({ b: z.string() })) }),
      closed({ a: { type: 'array', items: closed({ b: { type: 'string' } }) } }),
    ],
    ['patterns stay', z.object({ a: z.string().regex(/^a$/) }), closed({ a: { type: 'string', pattern: '^a$' } })],
    [
      'a property may be named like a keyword',
      z.object({ default: z.string(), id: z.string(), minLength: z.string() }),
      closed({ default: { type: 'string' }, id: { type: 'string' }, minLength: { type: 'string' } }),
    ],
  ])('%s, strictly', (_, schema, shaped) => {
    expect(openai(schema)).toEqual({ schema: shaped, strict: true })
  })

  test('definitions are shaped and referred to', () => {
    const shared = z.object({ n: z.string().max(3) }).meta({ id: 'Shared' })
    const { schema, strict } = openai(z.object({ a: shared, b: shared }))
    expect(schema.$defs).toEqual({ Shared: closed({ n: { type: 'string', description: '(maxLength 3)' } }) })
    expect(schema.properties).toEqual({ a: { $ref: '#/$defs/Shared' }, b: { $ref: '#/$defs/Shared' } })
    expect(strict).toBe(true)
  })

  test.each([
    ['a record', z.object({ a: z.record(z.string(), z.number()) })],
    ['a record in a list', z.object({ a: z.array(z.record(z.string(), z.number())) })],
    ['a record in a union', z.object({ a: z.record(z.string(), z.number()).nullable() })],
    ['anything', z.object({ a: z.unknown() })],
    ['a list of anything', z.object({ a: z.array(z.unknown()) })],
    ['a tuple', z.object({ a: z.tuple([z.string()]) })],
    ['an intersection', z.object({ a: z.intersection(z.string().min(1), z.string().regex(/a/)) })],
    ['an object with open keys', z.looseObject({ a: z.string() })],
    ['a record at the root', z.record(z.string(), z.string())],
    ['a record in a definition', z.object({ a: z.object({ r: z.record(z.string(), z.string()) }).meta({ id: 'Def' }) })],
  ])('%s cannot be strict', (_, schema) => {
    expect(openai(schema).strict).toBe(false)
  })

  test('a record keeps the schema of its values, without the noise of its keys', () => {
    expect(openai(z.object({ a: z.record(z.string(), z.number()) })).schema).toEqual(
      closed({ a: { type: 'object', additionalProperties: { type: 'number' } } }),
    )
    expect(openai(z.record(z.string().regex(/^RQ/), z.number())).schema).toHaveProperty('propertyNames')
  })
})

describe('for Anthropic', () => {
  test.each([
    [
      'bounds are told in words',
      z.object({ a: z.number().min(0).max(1) }),
      closed({ a: { type: 'number', description: '(minimum 0, maximum 1)' } }),
    ],
    [
      'exclusive bounds and steps too',
      z.object({ a: z.number().gt(0).lt(1).multipleOf(0.1) }),
      closed({ a: { type: 'number', description: expect.stringMatching(/exclusiveMinimum 0.*exclusiveMaximum 1.*multipleOf 0.1/) } }),
    ],
    [
      'sizes of lists too',
      z.object({ a: z.array(z.string()).min(2).max(3) }),
      closed({ a: { type: 'array', items: { type: 'string' }, description: '(minItems 2, maxItems 3)' } }),
    ],
    [
      'patterns and lengths too',
      z.object({ a: z.string().min(1).max(2).regex(/a/) }),
      closed({ a: { type: 'string', description: expect.stringMatching(/minLength 1, maxLength 2.*pattern "a"/) } }),
    ],
    [
      'a small range of integers becomes a list',
      z.object({ a: z.int().min(1).max(5) }),
      closed({ a: { type: 'integer', enum: [1, 2, 3, 4, 5] } }),
    ],
    [
      'a range of 20 too',
      z.object({ a: z.int().min(1).max(20) }),
      closed({ a: { type: 'integer', enum: Array.from({ length: 20 }, (_x, index) => index + 1) } }),
    ],
    [
      'a range of 21 not',
      z.object({ a: z.int().min(0).max(20) }),
      closed({ a: { type: 'integer', description: '(minimum 0, maximum 20)' } }),
    ],
    ['a range with one end not', z.object({ a: z.int().min(3) }), closed({ a: { type: 'integer', description: '(minimum 3)' } })],
  ])('%s', (_, schema, shaped) => {
    expect(anthropic(schema)).toEqual({ schema: shaped, strict: true })
  })
})

test('for Ollama only patterns are left out', () => {
  const schema = z.object({ a: z.string().min(1).regex(/a/), b: z.int().min(1).max(5) })
  expect(ollama(schema).schema).toEqual(
    closed({ a: { type: 'string', minLength: 1, description: '(pattern "a")' }, b: { type: 'integer', minimum: 1, maximum: 5 } }),
  )
})

test('the dialect is not named: picky servers refuse it', () => {
  expect(jsonSchemaOf(z.object({})).$schema).toBeDefined()
  expect(openai(z.object({})).schema).not.toHaveProperty('$schema')
})

test('what JSON cannot express is a mistake of ours and throws', () => {
  expect(() => jsonSchemaOf(z.object({ a: z.date() }))).toThrow()
})
