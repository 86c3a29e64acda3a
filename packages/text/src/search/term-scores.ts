import { inverseFrequency, type SearchIndex } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'

/** Okapi BM25 (Robertson and Walker 1994), the usual constants. */
const k1 = 1.2
const b = 0.75
/** A form counts for half of its likeness, and never for more than the term itself would. */
const formWeight = 0.5
/** Documents and terms of feedback, and how much the terms weigh against those of the query (usual figures of RM3). */
const feedbackDocuments = 10
const feedbackTerms = 20
const feedbackWeight = 0.4

/** Term number → weight. */
export type WeightedTerms = ReadonlyMap<number, number>

/** The terms of a query, weight 1, with their related forms. */
export function queryTerms(index: SearchIndex, { terms }: SearchQuery): WeightedTerms {
  const weights = new Map<number, number>()
  for (const { number } of terms) if (number !== undefined) weights.set(number, 1)
  for (const { rarity, forms } of terms) {
    for (const { number, likeness } of forms) {
      // A rare form of a common word must not outweigh it.
      if (!weights.has(number)) weights.set(number, formWeight * likeness * Math.min(1, rarity / inverseFrequency(index, number)))
    }
  }
  return weights
}

/** BM25 of every document for weighted terms, by position; 0 where none occurs. */
export function termScores(index: SearchIndex, terms: WeightedTerms): Float64Array {
  const scores = new Float64Array(index.ids.length)
  // In the order of the numbers, so that the last bit of a sum does not depend on the order of the query.
  for (const [term, weight] of [...terms].sort(([x], [y]) => x - y)) {
    const posting = index.postings[term]
    if (posting === undefined) continue
    const rarity = weight * inverseFrequency(index, term)
    for (let at = 0; at < posting.documents.length; at++) {
      const document = posting.documents[at] as number
      const frequency = posting.frequencies[at] as number
      const length = (index.lengths[document] as number) / index.averageLength
      scores[document] = (scores[document] as number) + (rarity * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length))
    }
  }
  return scores
}

/** Positions with a positive score, best first, ties by id; at most `limit`. */
export function bestPositions({ places }: SearchIndex, scores: Float64Array, limit: number): readonly number[] {
  const positive = scores.filter((score) => score > 0).sort()
  if (positive.length === 0 || limit <= 0) return []
  // Only what reaches the score of the last one is put in order: most of the matches never matter.
  const least = positive[Math.max(0, positive.length - limit)] as number
  const found: number[] = []
  for (let position = 0; position < scores.length; position++) if ((scores[position] as number) >= least) found.push(position)
  return found
    .sort((x, y) => (scores[y] as number) - (scores[x] as number) || (places[x] as number) - (places[y] as number))
    .slice(0, limit)
}

/**
 * The terms of a query and those that its best documents are about (pseudo-relevance feedback: RM3, Abdul-Jaleel et al.
 * 2004, with rare terms preferred). Numbers are left out: they tie documents together that only share a figure. `ranked`:
 * positions by their scores, best first.
 */
export function withFeedback(index: SearchIndex, terms: WeightedTerms, scores: Float64Array, ranked: readonly number[]): WeightedTerms {
  const best = ranked.slice(0, feedbackDocuments)
  const total = best.reduce((sum, position) => sum + (scores[position] as number), 0)
  const found = new Map<number, number>()
  for (const position of best) {
    const share = (scores[position] as number) / total / (index.lengths[position] as number)
    for (const passage of index.passages[position] ?? []) {
      for (const term of passage) found.set(term, (found.get(term) ?? 0) + share)
    }
  }
  const prominent = [...found]
    .filter(([term]) => !/^\p{N}+$/u.test(index.terms[term] ?? ''))
    .map(([term, share]) => [term, share * inverseFrequency(index, term)] as const)
    .sort(([x, a], [y, c]) => c - a || x - y)
    .slice(0, feedbackTerms)
  const highest = prominent[0]?.[1] ?? 1
  const widened = new Map(terms)
  for (const [term, weight] of prominent) widened.set(term, (widened.get(term) ?? 0) + (feedbackWeight * weight) / highest)
  return widened
}
