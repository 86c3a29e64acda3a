import { keywords } from '@winnow/text/keywords.ts'
import { queryKey } from '../query-key.ts'

/** What agents write where a query should stand: the example of a prompt, or a word for "nothing". */
const placeholders: ReadonlySet<string> = new Set([
  'query',
  'search',
  'search query',
  'your query',
  'your query here',
  'your search query',
  'insert query',
  'insert query here',
  'example query',
  'keywords',
  'topic',
  'string',
  'text',
  'none',
  'null',
  'nil',
  'undefined',
  'n a',
  'na',
  'tbd',
  'todo',
  'placeholder',
  'lorem ipsum',
  'foo bar',
  'foo',
])

/**
 * Why a search of the agent is not made, as it is told; null for a query that is searched. `earlier`: the queries searched
 * before, the question among them. Refused are an empty query, a placeholder, and one that says what an earlier one said:
 * equal words in the same or another order (spec §13).
 */
export function refuseQuery(query: string, earlier: readonly string[]): string | null {
  const said = plain(query)
  if (said === '') return 'The query is empty: write what is to be found, or answer.'
  if (placeholders.has(said) || isTemplate(query))
    return `“${shown(query)}” is a placeholder and no query: write what is to be found, or answer.`
  if (keywords(query).length === 0) return `“${shown(query)}” has no word to search for: write what is to be found, or answer.`
  const same = earlier.find((before) => sameQuery(before, query))
  if (same !== undefined) return `“${shown(query)}” was searched before (“${shown(same)}”): search for something else, or answer.`
  return null
}

/** <topic>, [query], {{query}}, ... and nothing beside it. */
function isTemplate(query: string): boolean {
  return /^\s*(?:<[^<>]*>|\[[^[\]]*\]|\{+[^{}]*\}+|\.{2,}|…)\s*$/u.test(query)
}

/** Equal words that say something, in whatever order; the same key as for queries of research. */
function sameQuery(a: string, b: string): boolean {
  return queryKey('', keywords(a).join(' ')) === queryKey('', keywords(b).join(' '))
}

function plain(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function shown(query: string): string {
  const line = query.replace(/\s+/gu, ' ').trim()
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`
}
