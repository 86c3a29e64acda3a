/** Longer texts than this many code points get difflib's "autojunk": frequent characters start no match. */
const AUTOJUNK_FROM = 200

/**
 * Ratcliff/Obershelp similarity in [0,1], exactly CPython's `difflib.SequenceMatcher(None, a, b).ratio()` with autojunk
 * on, over code points. Two empty texts give 1. Not symmetric: callers order the pair (spec §4: shorter title first).
 */
export function ratio(a: string, b: string): number {
  return a === b ? 1 : (exactRatio(codePoints(a), codePoints(b), 0) ?? 0)
}

/**
 * An upper bound of `ratio(a, b)` (difflib's `quick_ratio`): what the two would reach if order did not matter.
 * Linear time, symmetric.
 */
export function ratioUpperBound(a: string, b: string): number {
  return multisetRatio(codePoints(a), codePoints(b))
}

/**
 * `ratio(a, b)` if it is at least `threshold`, otherwise null; most pairs are refused by their lengths or by the upper
 * bound, without the quadratic part, and others as soon as what is left to match cannot reach the threshold.
 */
export function ratioAtLeast(a: string, b: string, threshold: number): number | null {
  if (a === b) return threshold <= 1 ? 1 : null
  const x = codePoints(a)
  const y = codePoints(b)
  const byLength = (2 * Math.min(x.length, y.length)) / (x.length + y.length)
  if (byLength < threshold || multisetRatio(x, y) < threshold) return null
  return exactRatio(x, y, threshold)
}

function exactRatio(x: Int32Array, y: Int32Array, threshold: number): number | null {
  const both = x.length + y.length
  if (both === 0) return 1
  const matched = matchedLength(x, y, (possible) => (2 * possible) / both >= threshold)
  return matched === null ? null : (2 * matched) / both
}

function multisetRatio(x: Int32Array, y: Int32Array): number {
  const both = x.length + y.length
  if (both === 0) return 1
  const available = new Map<number, number>()
  for (const c of y) available.set(c, (available.get(c) ?? 0) + 1)
  let matched = 0
  for (const c of x) {
    const left = available.get(c) ?? 0
    if (left === 0) continue
    available.set(c, left - 1)
    matched++
  }
  return (2 * matched) / both
}

/**
 * Total size of the matching blocks: the longest common substring, then the same to its left and to its right. Ties go
 * to the block that starts earliest in `x`, then in `y`, as in difflib. libraries.md §g has the measurements. Null as soon
 * as the size that is still possible is not `enough`.
 */
function matchedLength(x: Int32Array, y: Int32Array, enough: (possible: number) => boolean): number | null {
  const positions = positionsOf(y)
  let lengths = new Int32Array(y.length)
  let nextLengths = new Int32Array(y.length)
  let total = 0
  let possible = Math.min(x.length, y.length)
  const ranges: [alo: number, ahi: number, blo: number, bhi: number][] = [[0, x.length, 0, y.length]]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [alo, ahi, blo, bhi] = range
    let bestA = alo
    let bestB = blo
    let size = 0
    let touched: number[] = []
    for (let i = alo; i < ahi; i++) {
      const row: number[] = []
      for (const j of positions.get(x[i] ?? -1) ?? []) {
        if (j < blo) continue
        if (j >= bhi) break
        const length = (j > blo ? (lengths[j - 1] ?? 0) : 0) + 1
        nextLengths[j] = length
        row.push(j)
        if (length > size) {
          bestA = i - length + 1
          bestB = j - length + 1
          size = length
        }
      }
      for (const j of touched) lengths[j] = 0
      ;[lengths, nextLengths] = [nextLengths, lengths]
      touched = row
    }
    for (const j of touched) lengths[j] = 0
    // Frequent ("junk") characters start no block, but a block may grow over them.
    while (bestA > alo && bestB > blo && x[bestA - 1] === y[bestB - 1]) {
      bestA--
      bestB--
      size++
    }
    while (bestA + size < ahi && bestB + size < bhi && x[bestA + size] === y[bestB + size]) size++
    const toTheLeft = Math.min(bestA - alo, bestB - blo)
    const toTheRight = Math.min(ahi - bestA, bhi - bestB) - size
    possible += (size === 0 ? 0 : toTheLeft + size + toTheRight) - Math.min(ahi - alo, bhi - blo)
    if (!enough(possible)) return null
    if (size === 0) continue
    total += size
    if (alo < bestA && blo < bestB) ranges.push([alo, bestA, blo, bestB])
    if (bestA + size < ahi && bestB + size < bhi) ranges.push([bestA + size, ahi, bestB + size, bhi])
  }
  return total
}

function positionsOf(y: Int32Array): Map<number, number[]> {
  const positions = new Map<number, number[]>()
  y.forEach((c, j) => {
    const known = positions.get(c)
    if (known === undefined) positions.set(c, [j])
    else known.push(j)
  })
  if (y.length >= AUTOJUNK_FROM) {
    const limit = Math.floor(y.length / 100) + 1
    for (const [c, found] of positions) if (found.length > limit) positions.delete(c)
  }
  return positions
}

function codePoints(text: string): Int32Array {
  const points = new Int32Array(text.length)
  let count = 0
  for (const character of text) points[count++] = character.codePointAt(0) ?? 0
  return points.subarray(0, count)
}
