import type { SearchIndex } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'

/** How a document meets a query, each in [0,1]; shares are of the query's terms weighted by their rarity. */
export interface PassageMatch {
  /** Best share found in one sentence (or the title). */
  readonly sentence: number
  /** Best share found in two sentences that follow each other. */
  readonly neighbours: number
  readonly title: number
  /** Share found anywhere, a missing term counting with the likeness of its most alike form. */
  readonly anywhere: number
  /** Share of the query's pairs of neighbours that stand side by side. */
  readonly phrases: number
}

const none: PassageMatch = { sentence: 0, neighbours: 0, title: 0, anywhere: 0, phrases: 0 }

/** A comparison of the passages of documents with one query; what does not depend on the document is made once. */
export function passageMatcher(index: SearchIndex, { terms, neighbours }: SearchQuery): (document: number) => PassageMatch {
  const total = terms.reduce((sum, { rarity }) => sum + rarity, 0)
  if (total === 0) return () => none
  const shares = Float64Array.from(terms, ({ rarity }) => rarity / total)
  // Term of the index → its place in the query plus one; 0: not asked for.
  const placeOf = new Uint16Array(index.terms.length)
  for (const [place, { number }] of terms.entries()) if (number !== undefined) placeOf[number] = place + 1
  const formsOf = new Map<number, { readonly place: number; readonly likeness: number }[]>()
  for (const [place, { forms }] of terms.entries()) {
    for (const { number, likeness } of forms) formsOf.set(number, [...(formsOf.get(number) ?? []), { place, likeness }])
  }
  const isForm = new Uint8Array(index.terms.length)
  for (const number of formsOf.keys()) isForm[number] = 1
  const wanted = new Map<number, number>(neighbours.map(([first, second], pair) => [first * index.terms.length + second, pair]))

  return (document) => {
    /** By place in the query: the passage it was last seen in, counted from one. */
    const lastSeen = new Uint32Array(terms.length)
    const likeness = new Float64Array(terms.length)
    const phrases = new Set<number>()
    let [sentence, pair, title] = [0, 0, 0]
    for (const [number, passage] of (index.passages[document] ?? []).entries()) {
      let own = 0
      let withBefore = 0
      for (let at = 0; at < passage.length; at++) {
        const term = passage[at] as number
        if (isForm[term] === 1)
          for (const form of formsOf.get(term) ?? []) likeness[form.place] = Math.max(likeness[form.place] as number, form.likeness)
        const place = placeOf[term] as number
        if (place === 0) continue
        likeness[place - 1] = 1
        if (at > 0) {
          const phrase = wanted.get((passage[at - 1] as number) * index.terms.length + term)
          if (phrase !== undefined) phrases.add(phrase)
        }
        if (lastSeen[place - 1] === number + 1) continue
        own += shares[place - 1] as number
        lastSeen[place - 1] = number + 1
      }
      // What this sentence has, and what only the one before has; the title does not precede a sentence.
      for (let place = 0; place < terms.length; place++) {
        const seen = lastSeen[place] as number
        if (seen === number + 1 || (seen === number && number > 1)) withBefore += shares[place] as number
      }
      if (number === 0) title = own
      sentence = Math.max(sentence, own)
      pair = Math.max(pair, withBefore)
    }
    const anywhere = likeness.reduce((sum, one, place) => sum + one * (shares[place] as number), 0)
    return { sentence, neighbours: pair, title, anywhere, phrases: wanted.size === 0 ? 0 : phrases.size / wanted.size }
  }
}
