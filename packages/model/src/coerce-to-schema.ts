import { readBoolean, readEnum, readNumber, readScore } from './coerce.ts'
import { readJson } from './json-spans.ts'
import { isSchema, type JsonSchema } from './schema.ts'

/** What was done to a value to make it fit; names for the log. */
export type Coercion =
  | 'stringified'
  | 'list-of-one'
  | 'single-as-list'
  | 'number'
  | 'score'
  | 'boolean'
  | 'enum'
  | 'text'
  | 'null-word'
  | 'left-out'

const nullWords = new Set(['', 'none', 'null', 'n/a', 'nil'])

const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  if (typeof schema.$ref !== 'string') return schema
  const definitions = isSchema(root.$defs) ? root.$defs : {}
  const target = schema.$ref === '#' ? root : definitions[schema.$ref.replace('#/$defs/', '')]
  return isSchema(target) ? target : schema
}

const typesOf = (schema: JsonSchema): readonly unknown[] => {
  if (Array.isArray(schema.type)) return schema.type
  if (schema.type !== undefined) return [schema.type]
  const sample = Array.isArray(schema.enum) ? schema.enum[0] : schema.const
  return sample === undefined ? [] : [typeof sample]
}

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const matchesType = (value: unknown, schema: JsonSchema): boolean =>
  typesOf(schema).some((type) => (type === 'integer' ? typeof value === 'number' : type === typeOfValue(value)))

/** Variants of a union without null, and whether null is one. */
const variantsOf = (schema: JsonSchema, root: JsonSchema): { readonly variants: readonly JsonSchema[]; readonly acceptsNull: boolean } => {
  const union = schema.anyOf ?? schema.oneOf
  if (Array.isArray(union)) {
    const inner = union.filter(isSchema).map((variant) => resolved(variant, root))
    return {
      variants: inner.filter((variant) => variant.type !== 'null'),
      acceptsNull: inner.some((variant) => typesOf(variant).includes('null')),
    }
  }
  const types = typesOf(schema)
  if (!types.includes('null')) return { variants: [schema], acceptsNull: false }
  const others = types.filter((type) => type !== 'null')
  return { variants: others.map((type) => ({ ...schema, type })), acceptsNull: true }
}

/** The variant of a discriminated union whose constants the value carries. */
const hasConstantsOf = (value: unknown, variant: JsonSchema): boolean => {
  if (!isSchema(value) || !isSchema(variant.properties)) return false
  const constants = Object.entries(variant.properties).flatMap(([key, inner]) =>
    isSchema(inner) && inner.const !== undefined ? [[key, inner.const] as const] : [],
  )
  return constants.length > 0 && constants.every(([key, constant]) => value[key] === constant)
}

const chosenVariant = (value: unknown, variants: readonly JsonSchema[]): JsonSchema | undefined =>
  variants.length === 1
    ? variants[0]
    : (variants.find((variant) => hasConstantsOf(value, variant)) ?? variants.find((variant) => matchesType(value, variant)))

const coerceNumber = (value: unknown, schema: JsonSchema, done: Set<Coercion>): unknown => {
  if (schema.minimum === 0 && schema.maximum === 1 && schema.type === 'number') {
    const score = readScore(value)
    if (score === null || score === value) return value
    done.add('score')
    return score
  }
  const number = typeof value === 'string' ? readNumber(value) : null
  if (number === null) return value
  done.add('number')
  return number
}

const coerceString = (value: unknown, schema: JsonSchema, done: Set<Coercion>): unknown => {
  if (typeof value === 'number') {
    done.add('text')
    return String(value)
  }
  if (typeof value !== 'string' || !Array.isArray(schema.enum) || schema.enum.includes(value)) return value
  const option = readEnum(
    value,
    schema.enum.filter((entry): entry is string => typeof entry === 'string'),
  )
  if (option === null) return value
  done.add('enum')
  return option
}

const coerceArray = (value: unknown, schema: JsonSchema, root: JsonSchema, done: Set<Coercion>): unknown => {
  const items = isSchema(schema.items) ? schema.items : {}
  if (Array.isArray(value)) return value.map((item) => coerceTo(item, items, root, done))
  const accepted = variantsOf(resolved(items, root), root).variants
  const bracketed = typeof value === 'string' && /^\s*[[{]/.test(value)
  const parsed = bracketed ? readJson(value) : null
  if (parsed !== null) {
    done.add('stringified')
    return coerceArray(parsed.value, schema, root, done)
  }
  const single = typeof value === 'string' ? !bracketed && value.trim() !== '' : isSchema(value)
  if (!single || !accepted.some((variant) => matchesType(value, variant))) return value
  done.add('single-as-list')
  return [coerceTo(value, items, root, done)]
}

const coerceObject = (value: unknown, schema: JsonSchema, root: JsonSchema, done: Set<Coercion>): unknown => {
  if (typeof value === 'string' && /^\s*\{/.test(value)) {
    const parsed = readJson(value)
    if (parsed === null) return value
    done.add('stringified')
    return coerceObject(parsed.value, schema, root, done)
  }
  if (!isSchema(value)) return value
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const entries: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    if (!isSchema(own)) {
      entries.push([key, inner])
      continue
    }
    // An optional key is asked for as nullable (`openaiSchema`), so null stands for "left out".
    if (inner === null && Object.hasOwn(properties, key) && !required.includes(key) && !variantsOf(resolved(own, root), root).acceptsNull) {
      done.add('left-out')
      continue
    }
    entries.push([key, coerceTo(inner, own, root, done)])
  }
  return Object.fromEntries(entries)
}

function coerceTo(value: unknown, asked: JsonSchema, root: JsonSchema, done: Set<Coercion>): unknown {
  const { variants, acceptsNull } = variantsOf(resolved(asked, root), root)
  if (value === null && acceptsNull) return null
  if (acceptsNull && typeof value === 'string' && nullWords.has(value.trim().toLowerCase())) {
    if (!variants.some((variant) => typesOf(variant).includes('string'))) {
      done.add('null-word')
      return null
    }
  }
  const schema = chosenVariant(value, variants)
  const type = schema === undefined ? undefined : typesOf(schema)[0]
  if (schema === undefined || type === undefined) return value
  if (Array.isArray(value) && value.length === 1 && type !== 'array') {
    done.add('list-of-one')
    return coerceTo(value[0], schema, root, done)
  }
  if (type === 'array') return coerceArray(value, schema, root, done)
  if (type === 'object') return coerceObject(value, schema, root, done)
  if (type === 'number' || type === 'integer') return coerceNumber(value, schema, done)
  if (type === 'string') return coerceString(value, schema, done)
  if (type !== 'boolean' || typeof value === 'boolean') return value
  const boolean = readBoolean(value)
  if (boolean === null) return value
  done.add('boolean')
  return boolean
}

/**
 * Brings a JSON value nearer to a JSON schema, only where the schema asks for another type than the value has (PBR-029):
 * a stringified list or object, "20" for 20, "none" for null, a list of one for its element, a single item for a list,
 * a near-miss of an enum or a score. Text fields are never parsed. The result must be validated; what cannot be read
 * stays as it was. Out: the value and the names of what was done, sorted.
 */
export const coerceToSchema = (
  value: unknown,
  schema: JsonSchema,
): { readonly value: unknown; readonly coercions: readonly Coercion[] } => {
  const done = new Set<Coercion>()
  const coerced = coerceTo(value, schema, schema, done)
  return { value: coerced, coercions: [...done].sort() }
}
