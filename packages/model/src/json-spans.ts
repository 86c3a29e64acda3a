/** A piece of a text that is whole JSON, with what was tidied to read it. `end` is the place behind it. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
  readonly value: unknown
  readonly repairs: readonly TextRepair[]
}

export type TextRepair = 'trailing-comma' | 'control-character' | 'doubled-brace'

/** A reply holds a handful of JSON values; more beginnings than this are noise that would only cost time. */
const mostBeginnings = 500
/** A guard for the recursive readers of values. */
const deepestNesting = 100

const jsonOpening = /\{\s*["'}]|\[\s*(?:["'{[\]\d-]|(?:true|false|null)\b)/y
const doubledBrace = /\{\s*\{/y
const trailingComma = /,\s*[}\]]/y

/** Whether a sticky pattern matches at this very place. */
const matchesAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The place behind the bracket that closes the one at `start`, "open" if there is none, "mismatch" if another kind closes. */
const closeOf = (text: string, start: number): number | 'open' | 'mismatch' => {
  const expected: string[] = []
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{') expected.push('}')
    else if (sign === '[') expected.push(']')
    else if (sign === '}' || sign === ']') {
      if (expected.pop() !== sign) return 'mismatch'
      if (expected.length === 0) return at + 1
    }
  }
  return 'open'
}

const escapeOf = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Drops trailing commas and escapes raw control signs inside strings; nothing is ever closed or filled in. */
const tidy = (text: string): { readonly text: string; readonly repairs: readonly TextRepair[] } => {
  const repairs = new Set<TextRepair>()
  let out = ''
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (inString && sign === '\\') {
      out += text.slice(at, at + 2)
      at += 1
    } else if (inString && sign < ' ') {
      repairs.add('control-character')
      out += escapeOf(sign)
    } else if (!inString && matchesAt(trailingComma, text, at)) repairs.add('trailing-comma')
    else {
      if (sign === '"') inString = !inString
      out += sign
    }
  }
  return { text: out, repairs: [...repairs] }
}

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null // not JSON: the caller tries what may be tidied, or goes on
  }
}

/** The deepest nesting of brackets outside strings. */
const nestingDepth = (text: string): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\' && inString) at += 1
    else if (sign === '"') inString = !inString
    else if (inString) continue
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return deepest
}

/** Reads one whole JSON text, tidied where that is safe; null when it is none, or nested deeper than any answer of ours. */
export const readJson = (text: string): { readonly value: unknown; readonly repairs: readonly TextRepair[] } | null => {
  if (nestingDepth(text) > deepestNesting) return null
  const plain = parse(text)
  if (plain !== null) return { value: plain.value, repairs: [] }
  const tidied = tidy(text)
  const again = tidied.repairs.length === 0 ? null : parse(tidied.text)
  return again === null ? null : { value: again.value, repairs: tidied.repairs }
}

/**
 * All whole objects and lists of a text, outermost only, in order (PBR-027). `cut`: a bracket that opens like JSON is
 * never closed, so the text may be the part of a longer answer (PBR-028) and what stands inside is not taken for one.
 * An opening brace doubled by mistake ("{ {", PBR-030) is passed over.
 */
export const jsonSpans = (text: string): { readonly spans: readonly JsonSpan[]; readonly cut: boolean } => {
  const spans: JsonSpan[] = []
  const opening = /[{[]/g
  for (let beginnings = 0; beginnings < mostBeginnings; ) {
    const start = opening.exec(text)?.index
    if (start === undefined) break
    if (matchesAt(doubledBrace, text, start) || !matchesAt(jsonOpening, text, start)) continue
    beginnings += 1
    const end = closeOf(text, start)
    if (end === 'open') return { spans, cut: true }
    if (end === 'mismatch') continue
    // Broken JSON is left out as a whole: a part of it would be passed off as the answer.
    opening.lastIndex = end
    const read = readJson(text.slice(start, end))
    if (read === null) continue
    const afterDouble = /\{\s*$/.test(text.slice(0, start))
    spans.push({ start, end, value: read.value, repairs: afterDouble ? ['doubled-brace', ...read.repairs] : read.repairs })
  }
  return { spans, cut: false }
}
