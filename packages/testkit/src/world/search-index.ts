import { type Bm25Index, buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { tokenise, words } from '@winnow/text/tokens.ts'
import { asSeenBy, spokenName } from './as-seen-by.ts'
import type { WorldApi } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'

/** The texts of a work that a query can ask about, as search tokens in their order. */
export interface IndexedWork {
  readonly work: WorldWork
  readonly year: number | undefined
  readonly title: readonly string[]
  readonly abstract: readonly string[]
  readonly authors: readonly string[]
}

/** The works of one API, with the words that this API knows of them. */
export interface SearchIndex {
  readonly entries: readonly IndexedWork[]
  readonly bm25: Bm25Index
}

/** Words of a title count twice (spec §2). */
const TITLE_WEIGHT = 2

export function buildSearchIndex(api: WorldApi, works: readonly WorldWork[]): SearchIndex {
  const entries = works.map((work): IndexedWork => {
    const seen = asSeenBy(api, work)
    return {
      work,
      year: seen.year,
      title: tokenise(seen.title.replace(/<[^>]*>/g, '')),
      abstract: tokenise(seen.abstract ?? ''),
      authors: tokenise(seen.authors.map(spokenName).join(' ')),
    }
  })
  const bm25 = buildIndex(
    entries.map(({ work, title, abstract }) => ({
      id: work.key,
      fields: [
        { tokens: title, weight: TITLE_WEIGHT },
        { tokens: abstract, weight: 1 },
      ],
    })),
  )
  return { entries, bm25 }
}

/** The words of a query that say something, stemmed, each once. */
export function queryTokens(query: string): readonly string[] {
  return [
    ...new Set(
      words(query)
        .filter((word) => !isStopWord(word))
        .map(stem),
    ),
  ]
}

/** An entry and how well it fits. */
export interface Ranked {
  readonly entry: IndexedWork
  readonly score: number
}

/** One of the words is enough. */
export const ANY_WORD = Number.EPSILON

/**
 * Entries that pass `fits`, best first by BM25 of the tokens, ties in the order of the library. `share`: the least part of the
 * tokens (0–1, rounded up to whole tokens) that an entry must hold.
 */
export function rank(
  index: SearchIndex,
  tokens: readonly string[],
  share: number,
  fits: (entry: IndexedWork) => boolean,
): readonly Ranked[] {
  const scores = scoreAll(index.bm25, tokens)
  const least = Math.ceil(tokens.length * share)
  return index.entries
    .map((entry, position) => ({ entry, score: scores[position] ?? 0 }))
    .filter(({ entry }) => fits(entry) && held(entry, tokens) >= least)
    .sort((a, b) => b.score - a.score)
}

function held({ title, abstract }: IndexedWork, tokens: readonly string[]): number {
  return tokens.filter((token) => title.includes(token) || abstract.includes(token)).length
}
