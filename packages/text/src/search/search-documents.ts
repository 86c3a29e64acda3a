import { passageMatcher } from './passage-match.ts'
import { type SearchIndex, stemmedTerms } from './search-index.ts'
import { readQuery } from './search-query.ts'
import { bestPositions, queryTerms, termScores, withFeedback } from './term-scores.ts'

/** A document found: its place in the index and a score that orders hits of one query. */
export interface SearchHit {
  readonly id: string
  readonly position: number
  readonly score: number
}

/** So many of the best documents are looked at closely. */
const rescored = 100

/**
 * What each sign weighs against the others: BM25 with feedback, relative to the best document, and how the passages meet the
 * query. Round figures near those that a pairwise logistic regression found on the training claims of SciFact.
 */
const weights = { terms: 1, sentence: 0.5, neighbours: 0.5, title: 0.7, anywhere: 1, phrases: 0.5 }

/**
 * The documents that best meet a query in words, best first, at most `limit`; ties by id. First BM25 with related
 * forms and feedback, then the best are ordered by how their sentences and title meet the query; documents after those
 * stay in the order of BM25.
 */
export function searchDocuments(index: SearchIndex, text: string, limit: number): readonly SearchHit[] {
  const query = readQuery(index, text)
  const asked = queryTerms(index, query)
  const plain = termScores(index, asked)
  const best = bestPositions(index, plain, rescored)
  const [first] = best
  if (first === undefined) return []
  const widened = termScores(index, withFeedback(index, asked, plain, best))
  const bestWidened = bestPositions(index, widened, rescored)
  const highest = widened[bestWidened[0] ?? first] as number
  const candidates = new Set([...best, ...bestWidened])
  const hit = (position: number, score: number): SearchHit => ({ id: index.ids[position] ?? '', position, score })
  const matchOf = passageMatcher(index, query)
  const close = [...candidates]
    .map((position) => {
      const match = matchOf(position)
      const score =
        (weights.terms * (widened[position] as number)) / highest +
        weights.sentence * match.sentence +
        weights.neighbours * match.neighbours +
        weights.title * match.title +
        weights.anywhere * match.anywhere +
        weights.phrases * match.phrases
      return hit(position, score)
    })
    .sort((a, b) => b.score - a.score || (index.places[a.position] as number) - (index.places[b.position] as number))
  const lowest = close.at(-1)?.score ?? 0
  const rest = limit <= close.length ? [] : bestPositions(index, plain, index.ids.length).filter((position) => !candidates.has(position))
  // Below all that were looked at closely, in the order of their BM25 scores.
  return [
    ...close,
    ...rest.map((position) => hit(position, (lowest * (plain[position] as number)) / (2 * (plain[first] as number)))),
  ].slice(0, limit)
}

/** Positions of the documents that have at least one of the query's terms itself, ascending. */
export function matchingPositions(index: SearchIndex, text: string): readonly number[] {
  const matching = new Set<number>()
  for (const term of stemmedTerms(text)) {
    const number = index.numberOf.get(term)
    for (const position of index.postings[number ?? -1]?.documents ?? []) matching.add(position)
  }
  return [...matching].sort((a, b) => a - b)
}
