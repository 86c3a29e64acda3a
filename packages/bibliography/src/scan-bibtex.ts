/** A field value as its parts stand in the file: braced or quoted text, or the name of an @string (or a bare number). */
export type BibtexValue = readonly ({ readonly text: string } | { readonly name: string })[]

/** One @entry; `problem` when it is not whole. Field names are in lower case; the first of two equal ones counts. */
export type BibtexEntry = {
  readonly line: number
  readonly source: string
  readonly type: string
  readonly key: string
  readonly fields: ReadonlyMap<string, BibtexValue>
  readonly problem?: string
}

const ENTRY_START = /@\s*([a-zA-Z]+)\s*([{(])/g
/** An entry that begins on a line of its own, or right after a closing bracket, inside another one: the other was never closed. */
const NEXT_ENTRY = /(?<=\n[ \t]*|[})]\s*)@[a-zA-Z]+\s*[{(][^,{}()"=\n]*[,=]/g

/**
 * The entries of a BibTeX text, @string among them, with their lines; @comment and @preamble and all between entries is
 * passed over. A brace that is never closed costs one entry: the next one begins where a line does with "@type{key,".
 */
export function scanBibtex(text: string): BibtexEntry[] {
  const entries: BibtexEntry[] = []
  let line = 1
  let counted = 0
  let at = 0
  for (;;) {
    ENTRY_START.lastIndex = at
    const start = ENTRY_START.exec(text)
    if (start === null) return entries
    const [opening, type = '', bracket = ''] = start
    line += text.slice(counted, start.index).split('\n').length - 1
    counted = start.index
    const bodyStart = start.index + opening.length
    const { end, bodyEnd, problem } = endOfEntry(text, bodyStart, bracket === '(' ? ')' : '}')
    const kind = type.toLowerCase()
    if (kind !== 'comment' && kind !== 'preamble') {
      const source = text.slice(start.index, end).trimEnd()
      entries.push({ line, source, type: kind, ...parseBody(text.slice(bodyStart, bodyEnd), kind, problem) })
    }
    at = Math.max(end, bodyStart)
  }
}

type Extent = { readonly end: number; readonly bodyEnd: number; readonly problem?: string }

const UNCLOSED = 'a brace that is never closed: the entry is not read'
const NOT_ENDED = 'the closing brace of the entry is missing'
const STRAY = 'a closing brace too many: check the fields of this entry'

/** Where the entry and its body end; a field that follows the closing brace on a line of its own shows a brace too many before it. */
function endOfEntry(text: string, from: number, closing: string): Extent {
  NEXT_ENTRY.lastIndex = from
  const limit = NEXT_ENTRY.exec(text)?.index ?? text.length
  let depth = 1
  for (let at = from; at < limit; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === closing && depth === 1) {
      const rest = text.slice(at + 1, limit)
      if (!/\n[ \t]*[a-zA-Z][\w-]*[ \t]*=[ \t]*[{"]/.test(rest)) return { end: at + 1, bodyEnd: at }
      return { end: limit, bodyEnd: at + 1 + Math.max(rest.lastIndexOf(closing), 0), problem: STRAY }
    } else if (sign === '}' && depth > 1) depth--
  }
  return { end: limit, bodyEnd: limit, problem: depth === 1 ? NOT_ENDED : UNCLOSED }
}

/** A field inside a value: the brace of the field before it was never closed. */
const SWALLOWED_FIELD = /[,\n]\s*[a-zA-Z][\w-]*\s*=\s*[{"\d]/

function parseBody(body: string, kind: string, problem: string | undefined): Pick<BibtexEntry, 'key' | 'fields' | 'problem'> {
  const scanner = new FieldScanner(body)
  const key = kind === 'string' ? '' : scanner.key()
  const { fields, broken } = scanner.fields()
  const found = problem ?? broken
  const swallows = problem === NOT_ENDED && [...fields.values()].flat().some((part) => 'text' in part && SWALLOWED_FIELD.test(part.text))
  if (problem === UNCLOSED || swallows) return { key, fields: new Map(), problem: UNCLOSED }
  return { key, fields, ...(found === undefined ? {} : { problem: found }) }
}

/** Reads "key, name = value # value, …" from left to right; a missing comma or stray text costs no field that can be told. */
class FieldScanner {
  readonly #body: string
  #at = 0

  constructor(body: string) {
    this.#body = body
  }

  /** The text before the first comma; nothing where a field stands there already. */
  key(): string {
    const found = /^\s*([^,={}"]*?)\s*(,|$)/.exec(this.#body)
    this.#at = found?.[0].length ?? 0
    return found?.[1] ?? ''
  }

  fields(): { fields: Map<string, BibtexValue>; broken?: string } {
    const fields = new Map<string, BibtexValue>()
    let broken: string | undefined
    while (this.#skip(/[\s,]*/y) && this.#at < this.#body.length) {
      const name = this.#take(/([^\s=,{}"#]+)\s*=\s*/y)
      if (name === undefined) {
        broken ??= `text that is no field: "${this.#body.slice(this.#at, this.#at + 30).split('\n')[0]}"`
        this.#skip(/[^,\n]*[,\n]?/y)
        continue
      }
      const value = this.#value()
      if (value.length === 0) broken ??= `the field "${name}" has no value`
      else if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value)
    }
    return { fields, ...(broken === undefined ? {} : { broken }) }
  }

  #value(): BibtexValue {
    const parts: ({ text: string } | { name: string })[] = []
    do {
      const sign = this.#body[this.#at]
      if (sign === '{' || sign === '"') parts.push({ text: this.#delimited(sign === '{' ? '}' : '"') })
      else {
        const name = this.#take(/([^\s,{}"#=]+)/y)
        if (name === undefined) break
        parts.push({ name })
      }
    } while (this.#skip(/\s*/y) && this.#take(/(#)\s*/y) !== undefined)
    return parts
  }

  /** The text up to its closing sign outside inner braces; to the end of the body where that is missing. */
  #delimited(closing: string): string {
    const start = this.#at + 1
    let depth = 0
    for (let at = start; at < this.#body.length; at++) {
      const sign = this.#body[at]
      if (sign === '\\') at++
      else if (sign === closing && depth === 0) {
        this.#at = at + 1
        return this.#body.slice(start, at)
      } else if (sign === '{') depth++
      else if (sign === '}' && depth > 0) depth--
    }
    this.#at = this.#body.length
    return this.#body.slice(start)
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#body)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found[1]
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (pattern.exec(this.#body) !== null) this.#at = pattern.lastIndex
    return true
  }
}
