import type { z } from 'zod'
import { cleanValue } from './clean-text.ts'
import { type Coercion, coerceToSchema } from './coerce-to-schema.ts'
import { jsonSpans, readJson, type TextRepair } from './json-spans.ts'
import { isSchema, type JsonSchema, jsonSchemaOf } from './schema.ts'
import { withoutThinking } from './thinking.ts'

/** What was done to a reply to read it. */
export type Repair = TextRepair | Coercion | 'byte-order-mark' | 'thinking' | 'fence' | 'prose' | 'unwrapped'

export type ReadReply<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  /** `reason` is a sentence that can be told to the model and to people. */
  | { readonly ok: false; readonly reason: string }

interface Candidate {
  readonly value: unknown
  readonly repairs: readonly Repair[]
}

const mostIssues = 5

const fencePattern = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/gm

/** A reply wrapped in an object of one foreign key, such as {"input": {…}} (PBR-029), stands for what is inside. */
const unwrapped = (value: unknown, schema: JsonSchema): unknown => {
  if (!isSchema(value) || !isSchema(schema.properties)) return value
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || Object.hasOwn(schema.properties, entry[0])) return value
  const known = Object.keys(schema.properties)
  const inside = typeof entry[1] === 'string' ? readJson(entry[1])?.value : entry[1]
  return isSchema(inside) && known.some((key) => Object.hasOwn(inside, key)) ? inside : value
}

const issuesOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, mostIssues)
    .map((issue) => `${issue.path.length === 0 ? 'the whole' : issue.path.join('.')}: ${issue.message}`)
    .join('; ')

const readCandidate = <T>(candidate: Candidate, schema: z.ZodType<T>, jsonSchema: JsonSchema): ReadReply<T> => {
  const inner = unwrapped(candidate.value, jsonSchema)
  const { value, coercions } = coerceToSchema(inner, jsonSchema)
  const parsed = schema.safeParse(cleanValue(value))
  if (!parsed.success) return { ok: false, reason: `the JSON does not fit the schema (${issuesOf(parsed.error)})` }
  return {
    ok: true,
    value: parsed.data,
    repairs: [...candidate.repairs, ...(inner === candidate.value ? [] : (['unwrapped'] as const)), ...coercions],
  }
}

const candidatesIn = (text: string, around: readonly Repair[]): readonly Candidate[] => {
  const whole = readJson(text)
  if (whole !== null) return [{ value: whole.value, repairs: [...around, ...whole.repairs] }]
  return jsonSpans(text).spans.map((span) => ({ value: span.value, repairs: [...around, 'prose', ...span.repairs] }))
}

/** Candidates in groups, the most trustworthy first: the whole reply, its fenced blocks, any JSON in its prose. */
const candidateGroups = (text: string, before: readonly Repair[]): readonly (readonly Candidate[])[] => {
  const whole = readJson(text)
  if (whole !== null) return [[{ value: whole.value, repairs: [...before, ...whole.repairs] }]]
  const fenced = [...text.matchAll(fencePattern)].flatMap((match) => candidatesIn((match[2] ?? '').trim(), [...before, 'fence']))
  return [fenced, candidatesIn(text, before)]
}

const chooseFrom = <T>(group: readonly Candidate[], schema: z.ZodType<T>, jsonSchema: JsonSchema): ReadReply<T> | null => {
  const read = group.map((candidate) => readCandidate(candidate, schema, jsonSchema))
  const fitting = read.filter((reply) => reply.ok)
  const [first] = fitting
  if (first === undefined) return read[0] ?? null
  const different = new Set(fitting.map((reply) => JSON.stringify(reply.value))).size
  return different === 1 ? first : { ok: false, reason: `the reply holds ${different} different answers` }
}

/**
 * Reads a model's reply into a value of the schema (spec §2, PBR-027 to 030): past a byte order mark, <think> blocks,
 * code fences and prose; past trailing commas, a doubled opening brace and stringified nested JSON. The value is always
 * validated. A cut reply is never closed, a broken one never read in part, and of two different answers none is chosen.
 */
export const readReply = <T>(text: string, schema: z.ZodType<T>): ReadReply<T> => {
  const jsonSchema = jsonSchemaOf(schema)
  const marked = text.startsWith('\ufeff')
  const body = text.replace(/^\ufeff/, '').trim()
  if (body === '') return { ok: false, reason: 'the reply is empty' }
  const marks: readonly Repair[] = marked ? ['byte-order-mark'] : []
  const thought = readJson(body) === null ? withoutThinking(body) : { text: body, removed: false }
  const answer = thought.text.trim()
  if (answer === '') return { ok: false, reason: 'the reply holds reasoning but no answer' }
  if (readJson(answer) === null && jsonSpans(answer).cut) return { ok: false, reason: 'the JSON is not closed: the reply was cut' }
  let refused: ReadReply<T> | null = null
  for (const group of candidateGroups(answer, thought.removed ? [...marks, 'thinking'] : marks)) {
    const chosen = chooseFrom(group, schema, jsonSchema)
    if (chosen?.ok === true) return chosen
    refused ??= chosen
  }
  return refused ?? { ok: false, reason: 'the reply holds no JSON' }
}
