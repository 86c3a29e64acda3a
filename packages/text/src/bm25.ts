/** Okapi BM25 (Robertson and Walker 1994), with the idf of Lucene, which is never negative. */
const K1 = 1.2
const B = 0.75

/** A document as fields of tokens (see `tokenise`), each with its weight, such as title 2 and abstract 1 (spec §2). */
export type Bm25Document = {
  readonly id: string
  readonly fields: readonly { readonly tokens: readonly string[]; readonly weight: number }[]
}

type Posting = { readonly document: number; readonly frequency: number }

export type Bm25Index = {
  readonly ids: readonly string[]
  /** Weighted lengths, by document position. */
  readonly lengths: readonly number[]
  readonly averageLength: number
  readonly postings: ReadonlyMap<string, readonly Posting[]>
}

export type Bm25Hit = { readonly id: string; readonly position: number; readonly score: number }

/** An immutable index. A field of weight w counts as if its text stood w times in the document. */
export function buildIndex(documents: readonly Bm25Document[]): Bm25Index {
  const postings = new Map<string, Posting[]>()
  const lengths = documents.map(({ fields }) => fields.reduce((sum, field) => sum + field.weight * field.tokens.length, 0))
  documents.forEach(({ fields }, document) => {
    const frequencies = new Map<string, number>()
    for (const { tokens, weight } of fields) for (const token of tokens) frequencies.set(token, (frequencies.get(token) ?? 0) + weight)
    for (const [token, frequency] of frequencies) {
      const known = postings.get(token)
      if (known === undefined) postings.set(token, [{ document, frequency }])
      else known.push({ document, frequency })
    }
  })
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return { ids: documents.map(({ id }) => id), lengths, averageLength, postings }
}

/** The score of every document, by position; 0 where no token occurs. A token asked twice counts once. */
export function scoreAll(index: Bm25Index, queryTokens: readonly string[]): Float64Array {
  const scores = new Float64Array(index.ids.length)
  // Sorted, so that the sums, and with them the last bit of a score, do not depend on the order of the query.
  for (const token of [...new Set(queryTokens)].sort()) {
    const found = index.postings.get(token)
    if (found === undefined) continue
    const idf = Math.log(1 + (index.ids.length - found.length + 0.5) / (found.length + 0.5))
    for (const { document, frequency } of found) {
      const relativeLength = (index.lengths[document] ?? 0) / index.averageLength
      const saturation = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * relativeLength))
      scores[document] = (scores[document] ?? 0) + idf * saturation
    }
  }
  return scores
}

/** At most `limit` documents with a positive score, best first; ties by id, then by position. */
export function search(index: Bm25Index, queryTokens: readonly string[], limit: number): readonly Bm25Hit[] {
  const scores = scoreAll(index, queryTokens)
  return index.ids
    .map((id, position) => ({ id, position, score: scores[position] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.position - b.position))
    .slice(0, Math.max(0, limit))
}
