import { normaliseTitle } from './normalise.ts'
import { isStopWord } from './stop-words.ts'

/** Fields of arXiv's search (shared/scholarly-apis.md §5). */
const FIELDS = ['ti', 'au', 'abs', 'co', 'jr', 'cat', 'rn', 'all', 'id'] as const
/** Fields whose values are codes: a hyphen in them is part of the code ("cat:cond-mat"). */
const CODES: ReadonlySet<string> = new Set(['cat', 'rn', 'id'])
/** Keywords of a question that are asked for: all must occur, and nothing has more of them (our reading). */
const MOST_KEYWORDS = 12

const FIELD = `(?:${FIELDS.join('|')})`
const TOKEN = new RegExp(
  `(${FIELD}:)?"([^"]*)"|((?:submittedDate|lastUpdatedDate):\\s*\\[\\s*\\d{4,14}\\s+TO\\s+\\d{4,14}\\s*\\])|((?:${FIELD}:)?\\()|(\\))|([^\\s()"]+)`,
  'g',
)
const HAS_FIELD = new RegExp(`(?<![\\w-])(?:${FIELD}:["(\\p{L}\\p{N}\\p{M}_]|(?:submittedDate|lastUpdatedDate):\\s*\\[)`, 'u')
const OPERATOR = /^(?:AND|OR|NOT|ANDNOT)$/
const WORD = /[\p{L}\p{N}\p{M}_]+(?:[.’'][\p{L}\p{N}\p{M}_]+)*/gu

/**
 * A query in arXiv's syntax, '' when it holds no word. Plain words (no field prefix, no boolean word in capitals) become
 * `all:word AND all:word …` without stop words, at most 12, each once. What is in arXiv's syntax already keeps its sense
 * and is mended: terms with a hyphen, colon or bracket are quoted (a bare hyphen means "not"; arXiv/arxiv-search#322), NOT
 * becomes ANDNOT, dangling operators, unbalanced brackets and stray quotes go, and what was written for an address ("+AND+",
 * %22) is decoded.
 */
export function arxivQuery(query: string): string {
  const text = unescaped(query).replace(/[“”„]/g, '"')
  return HAS_FIELD.test(text) || isBoolean(text) ? mended(text) : keywordQuery(text)
}

/** A title as a phrase to look for among titles: `ti:"attention is all you need"`; '' when it holds no word. */
export function arxivTitleQuery(title: string): string {
  return phrase('ti', wordsOf(title))
}

function unescaped(query: string): string {
  const looksEncoded = /%(?:20|22|28|29|3A)/i.test(query) || /\+(?:AND|OR|NOT|ANDNOT)\+/.test(query)
  if (!looksEncoded) return query
  const signs: { readonly [code: string]: string } = { '20': ' ', '22': '"', '28': '(', '29': ')', '3A': ':' }
  return query.replaceAll('+', ' ').replace(/%(20|22|28|29|3a)/gi, (_, code: string) => signs[code.toUpperCase()] ?? '')
}

/** Whether capitals AND, OR or NOT are operators: not in a text that is all capitals. */
function isBoolean(text: string): boolean {
  const bare = text.replace(/"[^"]*"/g, 'phrase')
  return /(?:^|[\s()])(?:AND|OR|NOT|ANDNOT)(?=$|[\s()])/.test(bare) && /\p{Ll}/u.test(bare)
}

function keywordQuery(text: string): string {
  const terms = [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].flatMap(([, quoted, word = '']) => {
    const words = wordsOf(quoted ?? word)
    const term = phrase('all', words)
    return term === '' ? [] : [{ term, key: normaliseTitle(words.join(' ')), spare: quoted === undefined && words.every(isSpare) }]
  })
  const kept = terms.some(({ spare }) => !spare) ? terms.filter(({ spare }) => !spare) : terms
  const once = new Map(kept.map(({ key, term }) => [key, term]))
  return [...once.values()].slice(0, MOST_KEYWORDS).join(' AND ')
}

function isSpare(word: string): boolean {
  return normaliseTitle(word).split(' ').every(isStopWord)
}

type Token =
  | { readonly kind: 'term'; readonly field: string | undefined; readonly value: string; readonly quoted: boolean }
  | { readonly kind: 'range' | 'operator' | 'close'; readonly text: string }
  | { readonly kind: 'open'; readonly field: string | undefined }

function tokenOf([, prefix, quoted, range, open, close, word = '']: RegExpExecArray): Token {
  const field = prefix?.slice(0, -1)
  if (range !== undefined) return { kind: 'range', text: range.replace(/\s*([:[\]])\s*/g, '$1').replace(/\s+TO\s+/, ' TO ') }
  if (open !== undefined) return { kind: 'open', field: open.slice(0, -2) || undefined }
  if (close !== undefined) return { kind: 'close', text: close }
  if (quoted !== undefined) return { kind: 'term', field, value: quoted, quoted: true }
  if (OPERATOR.test(word)) return { kind: 'operator', text: word === 'NOT' ? 'ANDNOT' : word }
  const [, ownField, value = word] = new RegExp(`^(${FIELD}):(.*)$`).exec(word) ?? []
  return { kind: 'term', field: ownField, value, quoted: false }
}

function mended(text: string): string {
  const tokens = withoutOddBrackets([...text.matchAll(TOKEN)].map(tokenOf))[Symbol.iterator]()
  return group(tokens, 'all').text
}

/** What stands up to the closing bracket or the end; `parts`: how many operands it has. */
function group(tokens: Iterator<Token>, field: string): { readonly text: string; readonly parts: number } {
  const out: { readonly operator: string; readonly operand: string }[] = []
  let operator: string | null = null
  const add = (operand: string) => {
    if (operand !== '') out.push({ operator: operator ?? 'AND', operand })
    operator = null
  }
  for (let next = tokens.next(); next.done !== true && next.value.kind !== 'close'; next = tokens.next()) {
    const token = next.value
    // Of two operators side by side the later one is meant ("AND NOT").
    if (token.kind === 'operator') operator = token.text
    else if (token.kind === 'range') add(token.text)
    else if (token.kind === 'term') add(termOf(token, field))
    else if (token.kind === 'open') {
      const inner = group(tokens, token.field ?? field)
      add(inner.parts > 1 ? `(${inner.text})` : inner.text)
    }
  }
  // What a query begins with cannot be excluded at arXiv: the first that is wanted comes before it.
  const first = out.findIndex((part) => part.operator !== 'ANDNOT')
  if (first === -1) return { text: '', parts: 0 }
  const ordered = [...out.slice(first, first + 1), ...out.slice(0, first), ...out.slice(first + 1)]
  const text = ordered.map((part, place) => (place === 0 ? part.operand : `${part.operator} ${part.operand}`)).join(' ')
  return { text, parts: ordered.length }
}

function termOf({ field, value, quoted }: Token & { readonly kind: 'term' }, groupField: string): string {
  const named = field ?? groupField
  if (CODES.has(named)) return /^[\w.*/-]+$/.test(value) ? `${named}:${value}` : ''
  const term = phrase(named, wordsOf(value))
  return !quoted && !term.endsWith('"') && /[\p{L}\p{N}]\*$/u.test(value) ? `${term}*` : term
}

/** One word as it is, several as a phrase. */
function phrase(field: string, words: readonly string[]): string {
  const [first, second] = words
  if (first === undefined) return ''
  if (second !== undefined) return `${field}:"${words.join(' ')}"`
  return `${field}:${OPERATOR.test(first) ? first.toLowerCase() : first}`
}

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Without all brackets when one of them has no partner. */
function withoutOddBrackets(tokens: readonly Token[]): readonly Token[] {
  let depth = 0
  let lowest = 0
  for (const { kind } of tokens) {
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0
    lowest = Math.min(lowest, depth)
  }
  return depth === 0 && lowest === 0 ? tokens : tokens.filter(({ kind }) => kind !== 'open' && kind !== 'close')
}
