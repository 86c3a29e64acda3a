import { createHash } from 'node:crypto'

/** The parts of JSON schema that our schemas use. */
interface JsonSchema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

/** What a model could take from the prompt. */
interface Seen {
  readonly root: JsonSchema
  readonly subquestions: readonly string[]
  readonly intents: readonly string[]
  readonly documents: readonly string[]
  readonly evidence: readonly string[]
  readonly sentences: readonly string[]
  /** The next number, 0 ≤ x < 1, of a sequence that the prompt alone decides. */
  readonly next: () => number
}

/**
 * A reply that fits the schema, made from the words and ids of the prompt as a model would, if one without sense. It knows
 * the product by the names of properties only. The same prompt and schema give the same reply.
 */
export function standInReply(prompt: string, schema: unknown): unknown {
  const root = (schema ?? {}) as JsonSchema
  return valueFor(root, '', {
    root,
    subquestions: idsIn(prompt, /\bRQ\d+\b(?!\.i)/g),
    intents: idsIn(prompt, /\bRQ\d+\.i\d+\b/g),
    documents: idsIn(prompt, /\bD\d+\b(?!\.e)/g),
    evidence: idsIn(prompt, /\bD\d+\.e\d+\b/g),
    sentences: sentencesIn(prompt),
    next: numbersFrom(prompt),
  })
}

function idsIn(prompt: string, pattern: RegExp): readonly string[] {
  return [...new Set(prompt.match(pattern) ?? [])]
}

/** What a prompt puts before a text, such as "Search intent RQ1.i2: ". */
const label = /^\s*[A-Z][A-Za-z ]{2,20}(?: RQ\S+)?: |^\s*RQ\d+: /

function sentencesIn(prompt: string): readonly string[] {
  const sentences = prompt
    .split(/(?<=[.!?])\s+|\n+/)
    // Items of a list are instructions, such as a source's syntax.
    .filter((line) => !line.startsWith('- '))
    .map((sentence) => sentence.replace(label, '').trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 6 && sentence.length < 400)
  return sentences.length > 0 ? [...new Set(sentences)] : ['Nothing in the text bears on this question at all.']
}

function numbersFrom(seed: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${drawn} ${seed}`).digest().readUInt32BE(0) / 2 ** 32
  }
}

function pick<T>(list: readonly T[], seen: Seen): T | undefined {
  return list[Math.floor(seen.next() * list.length)]
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const target = schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], root)
  return resolved((target ?? {}) as JsonSchema, root)
}

function valueFor(given: JsonSchema, name: string, seen: Seen): unknown {
  const schema = resolved(given, seen.root)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return pick(schema.enum, seen)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) {
    const real = choices.map((choice) => resolved(choice, seen.root)).filter((choice) => choice.type !== 'null')
    return valueFor(pick(real, seen) ?? {}, name, seen)
  }
  const type = typeof schema.type === 'object' ? schema.type.find((one) => one !== 'null') : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema, seen, {})
    case 'array':
      return arrayOf(schema, name, seen)
    case 'boolean':
      return seen.next() < (name === 'sufficient' ? 0.2 : 0.6)
    case 'integer':
    case 'number':
      return numberOf(schema, type, seen)
    default:
      return textOf(name, seen).slice(0, schema.maxLength ?? 400)
  }
}

function objectOf(schema: JsonSchema, seen: Seen, fixed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {})
  return Object.fromEntries(entries.map(([key, inner]) => [key, fixed[key] ?? valueFor(inner, key, seen)]))
}

function arrayOf(schema: JsonSchema, name: string, seen: Seen): unknown[] {
  const item = resolved(schema.items ?? {}, seen.root)
  const has = (key: string) => item.properties?.[key] !== undefined
  // A judgement of every paper, and of every subquestion for each.
  if (has('documentId') && has('scores')) return seen.documents.map((documentId) => objectOf(item, seen, { documentId }))
  if (has('subquestionId') && has('score')) return seen.subquestions.map((subquestionId) => objectOf(item, seen, { subquestionId }))
  const wanted = 1 + Math.floor(seen.next() * 3)
  const length = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? wanted, wanted))
  return Array.from({ length }, () => valueFor(item, name.replace(/s$/, ''), seen))
}

function numberOf(schema: JsonSchema, type: 'integer' | 'number', seen: Seen): number {
  const low = schema.minimum ?? 0
  const high = Math.min(schema.maximum ?? low + 1, low + 100)
  const value = low + (high - low) * seen.next()
  return type === 'integer' ? Math.round(value) : Math.round(value * 100) / 100
}

function textOf(name: string, seen: Seen): string {
  const known = /^subquestionId$/.test(name)
    ? seen.subquestions
    : /^intentId$/.test(name)
      ? seen.intents
      : /^(documentId|citation)$/.test(name)
        ? seen.documents
        : /^evidence(Id)?$/.test(name)
          ? seen.evidence
          : []
  const id = pick(known, seen)
  if (id !== undefined) return id
  if (name === 'section') return 'Abstract'
  const sentence = pick(seen.sentences, seen) ?? ''
  const words = sentence.split(/\s+/).filter((word) => word.length > 3)
  // Few words make a query, a title or a heading.
  if (/query|title|heading/i.test(name)) return words.slice(-6).join(' ')
  // Two plans for one question differ in something.
  return name === 'text' ? `${sentence.replace(/[.?!]$/, '')}, with a view to ${pick(words, seen) ?? 'all'}?` : sentence
}
