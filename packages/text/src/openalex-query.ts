import { truncateText } from './sanitise-text.ts'

/** Longest search value without a paid plan, in characters (shared/scholarly-apis.md §1). */
const LONGEST = 1500
/** Longest search value as it stands in the address: OpenAlex's guide to searching bounds the whole address by about 4 KB. */
const LONGEST_ENCODED = 3000
/** What is kept of a single word that is longer than all this: any character of it takes at most nine in an address. */
const LONGEST_PIECE = 300
/** More boolean words than this are asked at one request a second (§1). */
const MOST_OPERATORS = 5

const OPERATOR_WORD = /(?<![\p{L}\p{N}_-])(?:AND|OR|NOT)(?![\p{L}\p{N}_-])/gu
const TITLE_WORD = /[\p{L}\p{N}\p{M}]+(?:[.'][\p{L}\p{N}\p{M}]+)*/gu

/**
 * A query for OpenAlex's `search`, '' when it holds no word; at most 1,500 characters, cut between words. Wildcards, "|" and
 * "!" go (the stemmed search refuses them), stray quotes and unbalanced brackets too. AND, OR and NOT in capitals switch to
 * boolean search, so they become small letters unless the query is clearly a boolean one: well formed, at most 5 of them,
 * no question and not all in capitals.
 */
export function openalexQuery(query: string): string {
  const text = withinLimits(query.toWellFormed().replace(/[“”„]/g, '"')).replace(/[|!*?~^\\]/g, ' ')
  const even = withoutOddSigns(text)
  const asked = isClearlyBoolean(even) && !/\?\s*$/.test(query) ? even : even.replace(OPERATOR_WORD, (word) => word.toLowerCase())
  // With phrases or operators OpenAlex reads the signs of Elasticsearch's query strings.
  const strict = asked.includes('"') || asked.search(OPERATOR_WORD) !== -1
  const plain = strict ? asked.replace(/[:/[\]{}<>=&]|(?<=^|[\s("])[-+]+/g, ' ') : asked
  return /[\p{L}\p{N}]/u.test(plain) ? squeezed(plain) : ''
}

/**
 * The words of a title for OpenAlex's title search (PBR-003): no comma (begins the next filter), bar (means "or"), quote,
 * colon, wildcard or other sign, no boolean word in capitals; stops and apostrophes inside words stay, as in its index.
 */
export function openalexTitleQuery(title: string): string {
  const words = title.replace(/[’ʼ]/g, "'").match(TITLE_WORD) ?? []
  return withinLimits(words.join(' ')).replace(OPERATOR_WORD, (word) => word.toLowerCase())
}

/** As many whole words from the start as the limits allow; of a single longer word its beginning. */
function withinLimits(text: string): string {
  let kept = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = kept === '' ? word : `${kept} ${word}`
    if (longer.length > LONGEST || encodeURIComponent(longer).length > LONGEST_ENCODED) {
      return kept === '' ? truncateText(word, LONGEST_PIECE) : kept
    }
    kept = longer
  }
  return kept
}

/** Without quotes when one has no partner, and without brackets when one has none. */
function withoutOddSigns(text: string): string {
  const quoted = (text.match(/"/g)?.length ?? 0) % 2 === 0 ? text : text.replaceAll('"', ' ')
  let depth = 0
  for (const [sign] of quoted.replace(/"[^"]*"/g, '').matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1
    if (depth < 0) break
  }
  return depth === 0 ? quoted : quoted.replace(/[()]/g, ' ')
}

function isClearlyBoolean(text: string): boolean {
  const tokens = text.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? []
  const signs = tokens.map((token) =>
    token === '(' || token === ')' ? token : token === 'NOT' ? 'N' : token === 'AND' || token === 'OR' ? 'B' : 'w',
  )
  const operators = signs.filter((sign) => sign === 'B' || sign === 'N').length
  if (operators === 0 || operators > MOST_OPERATORS) return false
  return /\p{Ll}/u.test(text) && !/^B|[BN]$|\(B|[BN]\)|[BN]B|NN|\(\)/.test(signs.join(''))
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
