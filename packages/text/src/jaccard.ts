/** Jaccard similarity of two token lists as sets: shared / all, in [0,1]. Two empty ones share nothing: 0 (our reading). */
export function jaccard(a: Iterable<string>, b: Iterable<string>): number {
  const left = new Set(a)
  const right = new Set(b)
  const shared = [...left].filter((token) => right.has(token)).length
  const all = left.size + right.size - shared
  return all === 0 ? 0 : shared / all
}
