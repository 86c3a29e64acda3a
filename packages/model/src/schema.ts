import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A schema as one provider takes it. `strict`: constrained decoding is possible, every object's keys are known. */
export interface ShapedSchema {
  readonly schema: JsonSchema
  readonly strict: boolean
}

interface Rules {
  /** Keywords the provider refuses; they are told in the description, as zod checks them anyway. */
  readonly unsupported: ReadonlySet<string>
  /** Write a small range of integers as a list of values, where bounds are refused but lists are not. */
  readonly integersAsEnum: boolean
}

const mostEnumeratedIntegers = 20
const dropped = new Set(['$schema', '$id', 'id', 'default', '~standard'])
const listsOfSchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const mapsOfSchemas = new Set(['properties', '$defs'])
const singleSchemas = new Set(['items', 'additionalProperties'])

export const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** zod writes the safe integer range on every integer; it says nothing. */
const isNoise = (key: string, value: unknown): boolean =>
  dropped.has(key) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'propertyNames' && isSchema(value) && Object.keys(value).join() === 'type')

const shapeChild = (key: string, value: unknown, rules: Rules): unknown => {
  if (listsOfSchemas.has(key) && Array.isArray(value)) return value.map((inner) => (isSchema(inner) ? shape(inner, rules) : inner))
  if (mapsOfSchemas.has(key) && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSchema(inner) ? shape(inner, rules) : inner]))
  }
  return singleSchemas.has(key) && isSchema(value) ? shape(value, rules) : value
}

const closedObject = (shaped: JsonSchema, required: unknown): JsonSchema => {
  if (!isSchema(shaped.properties)) return shaped
  const before = new Set(Array.isArray(required) ? required : [])
  const properties = Object.entries(shaped.properties).map(([name, inner]) => [
    name,
    before.has(name) ? inner : nullable(inner as JsonSchema),
  ])
  return {
    ...shaped,
    properties: Object.fromEntries(properties),
    required: Object.keys(shaped.properties),
    additionalProperties: shaped.additionalProperties ?? false,
  }
}

const integerList = (schema: JsonSchema): readonly number[] | null => {
  const { type, minimum, maximum } = schema
  if (type !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number') return null
  const count = maximum - minimum + 1
  return count <= mostEnumeratedIntegers ? Array.from({ length: count }, (_, index) => minimum + index) : null
}

function shape(schema: JsonSchema, rules: Rules): JsonSchema {
  const list = rules.integersAsEnum ? integerList(schema) : null
  const notes: string[] = []
  const kept: [string, unknown][] = list === null ? [] : [['enum', list]]
  for (const [key, value] of Object.entries(schema)) {
    if (isNoise(key, value)) continue
    if (list !== null && (key === 'minimum' || key === 'maximum')) continue
    if (rules.unsupported.has(key)) notes.push(`${key} ${JSON.stringify(value)}`)
    else kept.push([key === 'oneOf' ? 'anyOf' : key, shapeChild(key, value, rules)])
  }
  const shaped = closedObject(Object.fromEntries(kept), schema.required)
  if (notes.length === 0) return shaped
  const own = typeof shaped.description === 'string' ? `${shaped.description} ` : ''
  return { ...shaped, description: `${own}(${notes.join(', ')})` }
}

const opensDecoding = new Set(['allOf', 'prefixItems', 'propertyNames', 'not', 'patternProperties'])

/** False where constrained decoding of OpenAI or Anthropic refuses the schema: records, tuples, intersections, "anything". */
const isStrict = (schema: JsonSchema): boolean => {
  const says = (key: string) => schema[key] !== undefined
  if (!['type', 'anyOf', 'enum', 'const', '$ref'].some(says)) return false
  if (Object.keys(schema).some((key) => opensDecoding.has(key))) return false
  if (schema.type === 'object' && schema.additionalProperties !== false) return false
  const maps = [schema.properties, schema.$defs].filter(isSchema).flatMap((map) => Object.values(map))
  const lists = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const items = says('items') ? [schema.items] : []
  return [...maps, ...lists, ...items].every((inner) => isSchema(inner) && isStrict(inner))
}

const shapedFor = (rules: Rules, schema: JsonSchema): ShapedSchema => {
  const shaped = shape(schema, rules)
  return { schema: shaped, strict: isStrict(shaped) }
}

/** The JSON schema (draft 2020-12) of what the model must send for a zod schema. Throws on what JSON cannot express. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => ({ ...z.toJSONSchema(schema, { io: 'input' }) })

/** For OpenAI and compatible servers: every key required, optional ones nullable, lengths of strings told in words. */
export const openaiSchema = (schema: JsonSchema): ShapedSchema =>
  shapedFor({ unsupported: new Set(['minLength', 'maxLength']), integersAsEnum: false }, schema)

/** For Anthropic: no bounds of any kind, so small ranges of integers become lists and the rest is told in words. */
export const anthropicSchema = (schema: JsonSchema): ShapedSchema =>
  shapedFor(
    {
      unsupported: new Set([
        'minimum',
        'maximum',
        'exclusiveMinimum',
        'exclusiveMaximum',
        'multipleOf',
        'minLength',
        'maxLength',
        'pattern',
        'minItems',
        'maxItems',
        'uniqueItems',
      ]),
      integersAsEnum: true,
    },
    schema,
  )

/** For Ollama's grammar: everything but regular expressions. */
export const ollamaSchema = (schema: JsonSchema): ShapedSchema =>
  shapedFor({ unsupported: new Set(['pattern']), integersAsEnum: false }, schema)
