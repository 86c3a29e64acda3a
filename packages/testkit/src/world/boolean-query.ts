import { tokenise } from '@winnow/text/tokens.ts'
import { type IndexedWork, queryTokens } from './search-index.ts'

/** A boolean query as arXiv and PubMed read it: words side by side must all occur. */
export type BooleanQuery =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly BooleanQuery[] }
  | { readonly kind: 'not'; readonly part: BooleanQuery }
  | Term

export interface Term {
  readonly kind: 'term'
  readonly text: string
  readonly quoted: boolean
  /** "ti" of `ti:memory`, "tiab" of `memory[tiab]`, lower case; '' without one. */
  readonly field: string
}

const TOKEN = /\s*(?:([()])|((?:[a-z]+):)?(?:"([^"]*)"|(\[[^\]]*\]|[^\s()"[\]]+))(?:\[([^\]]*)\])?|(.))/gy

type Token = { readonly bracket: string } | { readonly operator: 'AND' | 'OR' | 'NOT' } | Term

/** Parses a query; null for a malformed one (an open bracket or quote, an operator without its right side). */
export function parseBoolean(query: string): BooleanQuery | null {
  const tokens = lex(query)
  let at = 0
  const peek = () => tokens[at]
  const isOperator = (name: string) => {
    const token = peek()
    return token !== undefined && 'operator' in token && token.operator === name
  }
  const isBracket = (bracket: string) => {
    const token = peek()
    return token !== undefined && 'bracket' in token && token.bracket === bracket
  }

  const any = (): BooleanQuery | null => {
    const parts = [all()]
    while (isOperator('OR')) {
      at++
      parts.push(all())
    }
    return combine('any', parts)
  }
  const all = (): BooleanQuery | null => {
    const parts = [one()]
    while (peek() !== undefined && !isOperator('OR') && !isBracket(')')) {
      if (isOperator('AND')) at++
      parts.push(one())
    }
    return combine('all', parts)
  }
  const one = (): BooleanQuery | null => {
    if (isOperator('NOT')) {
      at++
      const part = one()
      return part === null ? null : { kind: 'not', part }
    }
    const token = peek()
    at++
    if (token === undefined || 'operator' in token) return null
    if (!('bracket' in token)) return token
    if (token.bracket !== '(') return null
    const inner = any()
    if (!isBracket(')')) return null
    at++
    return inner
  }

  const parsed = any()
  return at < tokens.length ? null : parsed
}

function combine(kind: 'all' | 'any', parts: readonly (BooleanQuery | null)[]): BooleanQuery | null {
  const whole = parts.filter((part) => part !== null)
  if (whole.length < parts.length) return null
  return whole.length === 1 ? (whole[0] ?? null) : { kind, parts: whole }
}

function lex(query: string): Token[] {
  const tokens: Token[] = []
  for (const [, bracket, prefix, phrase, word, tag, stray] of query.trim().matchAll(TOKEN)) {
    const field = (tag ?? prefix?.slice(0, -1) ?? '').toLowerCase()
    if (bracket !== undefined) tokens.push({ bracket })
    else if (stray !== undefined) tokens.push({ bracket: stray })
    else if (phrase !== undefined) tokens.push({ kind: 'term', text: phrase, quoted: true, field })
    else if (word === 'AND' || word === 'OR' || word === 'NOT') tokens.push({ operator: word })
    else if (word === 'ANDNOT') tokens.push({ operator: 'NOT' })
    else if (word !== undefined && !word.startsWith('['))
      tokens.push({ kind: 'term', text: [...(tag === undefined ? [] : untagged(tokens)), word].join(' '), quoted: false, field })
  }
  return tokens
}

/** Takes the words at the end that stand before a tag, which is theirs too: "Smith J[au]". */
function untagged(tokens: Token[]): readonly string[] {
  const words: string[] = []
  for (let last = tokens.at(-1); last !== undefined && 'text' in last && !last.quoted && last.field === ''; last = tokens.at(-1)) {
    words.unshift(last.text)
    tokens.pop()
  }
  return words
}

/** Whether an entry meets a query. `meets` decides a term, so that each API reads its fields its own way. */
export function fulfils(query: BooleanQuery, entry: IndexedWork, meets: (term: Term, entry: IndexedWork) => boolean): boolean {
  switch (query.kind) {
    case 'all':
      return query.parts.every((part) => fulfils(part, entry, meets))
    case 'any':
      return query.parts.some((part) => fulfils(part, entry, meets))
    case 'not':
      return !fulfils(query.part, entry, meets)
    case 'term':
      return meets(query, entry)
  }
}

/** Whether the words of a term are in a text: side by side when quoted, anywhere otherwise. A term without a word is met. */
export function holdsTerm({ text, quoted }: Term, tokens: readonly string[]): boolean {
  if (!quoted) return queryTokens(text).every((token) => tokens.includes(token))
  const phrase = tokenise(text)
  return phrase.length === 0 || tokens.some((_, from) => phrase.every((token, at) => tokens[from + at] === token))
}

/** The words of a query that are not negated, for ranking. */
export function positiveWords(query: BooleanQuery): readonly string[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.parts.flatMap(positiveWords)
    case 'not':
      return []
    case 'term':
      return queryTokens(query.text)
  }
}
