/** Letters that forms of one word share at their beginning. */
const prefixLength = 3
/** Shorter terms have too few letters to tell a form from another word. */
const shortestTerm = 5
const gramLength = 4

/** A term with its four-letter pieces, a mark at both ends; sorted, each once. */
export interface TermShape {
  readonly term: string
  readonly pieces: readonly string[]
}

/** The first letters of a term. */
export function prefixOf(term: string): string {
  return term.slice(0, prefixLength)
}

/** The shape of a term; null when it is too short to have forms. */
export function shapeOf(term: string): TermShape | null {
  if (term.length < shortestTerm) return null
  const marked = `_${term}_`
  const pieces = Array.from({ length: marked.length - gramLength + 1 }, (_, start) => marked.slice(start, start + gramLength))
  return { term, pieces: [...new Set(pieces)].sort() }
}

/**
 * Terms that look like forms of a term ("angiogenesi" and "angiogen", "leukaemia" and "leukemia"), among terms with the same
 * first letters: a Dice overlap of their pieces of at least `least`. The most alike first, ties by the term, at most `limit`;
 * the term itself is not among them.
 */
export function relatedForms(
  of: TermShape,
  samePrefix: readonly TermShape[],
  { least, limit }: { readonly least: number; readonly limit: number },
): readonly { readonly form: string; readonly likeness: number }[] {
  const found: { form: string; likeness: number }[] = []
  for (const { term, pieces } of samePrefix) {
    const sum = of.pieces.length + pieces.length
    // The overlap is at most the shorter one.
    if (term === of.term || 2 * Math.min(of.pieces.length, pieces.length) < least * sum) continue
    const likeness = (2 * shared(of.pieces, pieces)) / sum
    if (likeness >= least) found.push({ form: term, likeness })
  }
  return found.sort((a, b) => b.likeness - a.likeness || (a.form < b.form ? -1 : 1)).slice(0, limit)
}

/** How many pieces two sorted lists share. */
function shared(left: readonly string[], right: readonly string[]): number {
  let count = 0
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const [x, y] = [left[i] as string, right[j] as string]
    if (x === y) count += 1
    if (x <= y) i += 1
    if (y <= x) j += 1
  }
  return count
}
