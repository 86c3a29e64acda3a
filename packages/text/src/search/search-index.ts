import { stemmer } from 'stemmer'
import { splitSentences } from '../sentences.ts'
import { isStopWord } from '../stop-words.ts'
import { words } from '../tokens.ts'
import { prefixOf, shapeOf, type TermShape } from './related-forms.ts'

/** A document to be searched: its title counts for more than its body. */
export interface SearchDocument {
  readonly id: string
  readonly title: string
  readonly body: string
}

/** An immutable index. Terms are numbers: positions in `terms`, given in the order of first appearance. */
export interface SearchIndex {
  readonly ids: readonly string[]
  /** By position: the place of the document's id among all, sorted; equal scores go by it. */
  readonly places: Uint32Array
  readonly terms: readonly string[]
  readonly numberOf: ReadonlyMap<string, number>
  /** Shapes of the terms by their first letters: where forms of one word are looked for. */
  readonly byPrefix: ReadonlyMap<string, readonly TermShape[]>
  /** By term: the documents that have it, ascending, and its weighted frequency there. */
  readonly postings: readonly { readonly documents: Uint32Array; readonly frequencies: Float32Array }[]
  /** By document: the terms of the title, then those of each sentence. */
  readonly passages: readonly (readonly Uint32Array[])[]
  /** By document: weighted number of terms. */
  readonly lengths: Float64Array
  readonly averageLength: number
}

/** A word of the title weighs as much as one and a half of the body: titles are short and to the point (our figure). */
export const titleWeight = 1.5

/**
 * Search terms of a text in order, repeats kept: folded words without stop words, stemmed by Porter's algorithm (1980;
 * package "stemmer"), so that "inhibition" finds "inhibits". A text of stop words alone keeps them.
 */
export function stemmedTerms(text: string): readonly string[] {
  return searchedWords(text).map((word) => stemmer(word))
}

function searchedWords(text: string): readonly string[] {
  const all = words(text)
  const kept = all.filter((word) => !isStopWord(word))
  return kept.length > 0 ? kept : all
}

/** Indexes documents; time and memory grow with the number of words. */
export function buildSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const numberOf = new Map<string, number>()
  const numberOfWord = new Map<string, number>()
  const number = (word: string): number => {
    const known = numberOfWord.get(word)
    if (known !== undefined) return known
    const term = stemmer(word)
    const own = numberOf.get(term) ?? numberOf.size
    numberOf.set(term, own)
    numberOfWord.set(word, own)
    return own
  }
  const passages = documents.map(({ title, body }) =>
    [title, ...splitSentences(body)].map((passage) => Uint32Array.from(searchedWords(passage), number)),
  )
  const found: { readonly documents: number[]; readonly frequencies: number[] }[] = Array.from(numberOf, () => ({
    documents: [],
    frequencies: [],
  }))
  const lengths = Float64Array.from(passages, (own, document) => {
    const frequencies = new Map<number, number>()
    let length = 0
    for (const [place, passage] of own.entries()) {
      const weight = place === 0 ? titleWeight : 1
      length += weight * passage.length
      for (const term of passage) frequencies.set(term, (frequencies.get(term) ?? 0) + weight)
    }
    for (const [term, frequency] of frequencies) {
      found[term]?.documents.push(document)
      found[term]?.frequencies.push(frequency)
    }
    return length
  })
  const terms = [...numberOf.keys()]
  const ids = documents.map(({ id }) => id)
  const places = new Uint32Array(ids.length)
  const byId = [...ids.keys()].sort((a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : ids[a] === ids[b] ? a - b : 1))
  for (const [place, position] of byId.entries()) places[position] = place
  return {
    ids,
    places,
    terms,
    numberOf,
    byPrefix: Map.groupBy(
      terms.flatMap((term) => shapeOf(term) ?? []),
      ({ term }) => prefixOf(term),
    ),
    postings: found.map((own) => ({ documents: Uint32Array.from(own.documents), frequencies: Float32Array.from(own.frequencies) })),
    passages,
    lengths,
    averageLength: Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)),
  }
}

/** Inverse document frequency of a term (Lucene's form of BM25's, never negative); that of an unknown term is the highest. */
export function inverseFrequency(index: SearchIndex, term: number | undefined): number {
  const containing = term === undefined ? 0 : (index.postings[term]?.documents.length ?? 0)
  return Math.log(1 + (index.ids.length - containing + 0.5) / (containing + 0.5))
}
