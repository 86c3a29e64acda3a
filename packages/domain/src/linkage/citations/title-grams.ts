const LENGTH = 3

/** Numbers for the distinct groups of three letters of a set of titles, and how much each tells. */
export class GramVocabulary {
  readonly #ids = new Map<string, number>()
  readonly #frequencies: number[] = []
  readonly #titles = new Map<string, Int32Array>()

  /**
   * The sorted numbers of the distinct groups of three neighbouring letters of a title, blanks left out: what is left of a
   * title where words are run together, cut, misspelt or garbled by encodings. A shorter title is one group.
   */
  add(words: readonly string[]): Int32Array {
    const text = words.join('')
    const known = this.#titles.get(text)
    if (known !== undefined) return known
    const grams = new Set<number>()
    for (let at = 0; at + LENGTH <= text.length; at++) grams.add(this.#idOf(text.slice(at, at + LENGTH)))
    if (text !== '' && grams.size === 0) grams.add(this.#idOf(text))
    for (const gram of grams) this.#frequencies[gram] = (this.#frequencies[gram] ?? 0) + 1
    const sorted = Int32Array.from(grams).sort()
    this.#titles.set(text, sorted)
    return sorted
  }

  /** The weight of each group by its number: ln(1 + titles / titles that have it), so that common endings tell little. */
  weights(): Float64Array {
    return Float64Array.from(this.#frequencies, (frequency) => Math.log(1 + this.#titles.size / frequency))
  }

  #idOf(gram: string): number {
    const known = this.#ids.get(gram)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(gram, id)
    return id
  }
}

/**
 * Similarity of two titles in [0,1] by the weights of their groups: the mean of how much of both is shared (Jaccard) and
 * how much of the shorter one is (overlap), as a title that was cut or carries more text is still that title.
 */
export function gramSimilarity(a: Int32Array, b: Int32Array, weights: Float64Array): number {
  if (a === b) return a.length === 0 ? 0 : 1 // one title: the vocabulary gives it once
  let [shared, onlyA, onlyB, i, j] = [0, 0, 0, 0, 0]
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY]
    const weight = weights[Math.min(x, y)] ?? 0
    if (x === y) shared += weight
    else if (x < y) onlyA += weight
    else onlyB += weight
    if (x <= y) i++
    if (y <= x) j++
  }
  if (shared === 0) return 0
  return (shared / (shared + onlyA + onlyB) + shared / (shared + Math.min(onlyA, onlyB))) / 2
}
