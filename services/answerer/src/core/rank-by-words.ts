import { searchDocuments } from '@winnow/text/search/search-documents.ts'
import { buildSearchIndex } from '@winnow/text/search/search-index.ts'
import { partsOfPassage } from './passage-text.ts'

/** A passage among those given, and what the ranker says of it; null where it said nothing. */
export interface Ranked {
  readonly position: number
  readonly score: number | null
}

/**
 * Passages in the order of how well their words meet a query (BM25 with related forms, then how sentences and title meet it:
 * `searchDocuments`), each once. Those without a word of the query come last in the order given, unscored.
 */
export function rankByWords(query: string, texts: readonly string[]): readonly Ranked[] {
  const index = buildSearchIndex(
    texts.map((text, position) => {
      const { title } = partsOfPassage(text)
      // Of equal ones the earlier goes first: ids are compared as text.
      return { id: String(position).padStart(6, '0'), title, body: text.slice(title.length) }
    }),
  )
  const found = searchDocuments(index, query, texts.length).map(({ position, score }) => ({ position, score }))
  const ranked = new Set(found.map(({ position }) => position))
  const rest = texts.flatMap((_, position) => (ranked.has(position) ? [] : [{ position, score: null }]))
  const all = [...found, ...rest]
  const states = texts.map((text) => partsOfPassage(text).sections.length > 0)
  return [...all.filter(({ position }) => states[position]), ...all.filter(({ position }) => !states[position])]
}
