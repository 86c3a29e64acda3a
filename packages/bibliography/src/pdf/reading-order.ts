import type { Fragment } from './text-run.ts'

/** A column is at least this part of the page's width, and most of its letters stand in lines of that many: a table's cells are shorter (our reading). */
const COLUMN_WIDTH = 0.15
const LINE_LETTERS = 18
/** So many lines of prose make a column even beside a table in it. */
const PROSE_LINES = 8
const PROSE_WIDTH = 0.2
/** So few lines beside a column, such as a heading, need no length. */
const FEW_LINES = 2
/** Columns stand beside each other for at least so many lines. */
const COLUMN_LINES = 3
/** One line beside one line tells nothing of how the file is ordered. */
const STOREY_LINES = 2
/** So many lines begin at a column's left edge, within so many points. */
const EDGE_LINES = 3
const EDGE_TOLERANCE = 2
const MAX_EDGES = 40

type Band = { readonly left: Fragment[]; readonly right: Fragment[]; readonly across: Fragment[] }

/**
 * The blocks of a page in reading order, whatever the order of the file: text across the page parts it into bands, and
 * in each band the columns follow one another from left to right. Columns in columns are found the same way.
 */
export function readingOrder(fragments: readonly Fragment[], pageWidth: number): Fragment[][] {
  const sorted = [...fragments].sort((a, b) => a.y - b.y || a.x - b.x)
  return blocks(sorted, pageWidth)
}

function blocks(sorted: readonly Fragment[], pageWidth: number): Fragment[][] {
  const gutter = bestGutter(sorted, pageWidth)
  if (gutter === undefined) return sorted.length === 0 ? [] : [[...sorted]]
  const result: Fragment[][] = []
  let across: Fragment[] = []
  const flush = () => {
    if (across.length > 0) result.push(...blocks(across, pageWidth))
    across = []
  }
  for (const band of bandsAt(sorted, gutter)) {
    if (band.across.length > 0) across.push(...band.across)
    else if (areColumns(band, pageWidth)) {
      flush()
      for (const { left, right } of storeysOf(band)) result.push(...blocks(left, pageWidth), ...blocks(right, pageWidth))
    } else across.push(...[...band.left, ...band.right].sort((a, b) => a.y - b.y || a.x - b.x))
  }
  flush()
  return result
}

/**
 * Columns that are read in storeys: where white space runs through both, and the file has all text above it, of both
 * columns, before all text below it. Geometry alone cannot tell this from two headings that chance to be level.
 */
function storeysOf({ left, right }: Band): { left: Fragment[]; right: Fragment[] }[] {
  for (const top of left) {
    const isAbove = (fragment: Fragment) => fragment.y < top.y - 0.5 * top.size
    const above = { left: left.filter(isAbove), right: right.filter(isAbove) }
    const below = { left: left.filter((fragment) => !isAbove(fragment)), right: right.filter((fragment) => !isAbove(fragment)) }
    if ([above.left, above.right, below.left, below.right].some((part) => part.length === 0)) continue
    const lastAbove = Math.max(...[...above.left, ...above.right].map((fragment) => fragment.order))
    const firstBelow = Math.min(...[...below.left, ...below.right].map((fragment) => fragment.order))
    if (lastAbove >= firstBelow || !isColumnwise(above)) continue
    const storeys = storeysOf({ ...below, across: [] })
    if (storeys.length > 1 || isColumnwise(below)) return [above, ...storeys]
  }
  return [{ left, right }]
}

/** Whether the file has the left column before the right one, line by line, so that its order can be trusted. */
function isColumnwise({ left, right }: { readonly left: readonly Fragment[]; readonly right: readonly Fragment[] }): boolean {
  if (left.length < STOREY_LINES || right.length < STOREY_LINES) return false
  return Math.max(...left.map((fragment) => fragment.order)) < Math.min(...right.map((fragment) => fragment.order))
}

/** The left edge of right columns that has most lines on both sides; undefined when there are no columns. */
function bestGutter(sorted: readonly Fragment[], pageWidth: number): number | undefined {
  let best: number | undefined
  let most = COLUMN_LINES - 1
  for (const edge of edges(sorted)) {
    const support = bandsAt(sorted, edge)
      .filter(({ left, right }) => left.length >= COLUMN_LINES && right.length >= COLUMN_LINES)
      .filter(({ left, right }) => isColumn(left, pageWidth) && isColumn(right, pageWidth))
      .reduce((sum, { left, right }) => sum + Math.min(left.length, right.length), 0)
    if (support > most) {
      best = edge
      most = support
    }
  }
  return best
}

/** Where most lines begin, without the outermost edge. */
function edges(fragments: readonly Fragment[]): number[] {
  const starts = fragments.map((fragment) => fragment.x).sort((a, b) => a - b)
  const found: { start: number; count: number }[] = []
  let from = 0
  for (let i = 1; i <= starts.length; i++) {
    const start = starts[from] ?? 0
    const next = starts[i]
    if (next !== undefined && next - start <= EDGE_TOLERANCE) continue
    if (i - from >= EDGE_LINES) found.push({ start, count: i - from })
    from = i
  }
  return found
    .filter(({ start }) => start > (starts[0] ?? 0) + EDGE_TOLERANCE)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_EDGES)
    .map(({ start }) => start)
}

/** Top-down: runs of fragments that keep to one side of `x`, parted by those that lie across it. */
function bandsAt(sorted: readonly Fragment[], x: number): Band[] {
  const bands: Band[] = []
  for (const fragment of sorted) {
    let side: keyof Band = fragment.x >= x - EDGE_TOLERANCE ? 'right' : fragment.right <= x ? 'left' : 'across'
    const above = bands.at(-1)?.across.at(-1)
    if (side === 'left' && above !== undefined && endsParagraph(above, fragment) && !sorted.some((other) => isBeside(fragment, other)))
      side = 'across'
    let band = bands.at(-1)
    if (band === undefined || (side === 'across') !== band.across.length > 0) {
      band = { left: [], right: [], across: [] }
      bands.push(band)
    }
    band[side].push(fragment)
  }
  return bands
}

/** Whether a short line is the last one of the paragraph across the page above it. */
function endsParagraph(above: Fragment, last: Fragment): boolean {
  const isAlike = above.font === last.font && Math.abs(above.size - last.size) <= 0.1 && Math.abs(above.x - last.x) <= EDGE_TOLERANCE
  return isAlike && last.y - above.y <= 1.6 * last.size
}

function isBeside(line: Fragment, other: Fragment): boolean {
  return other !== line && other.x >= line.right && Math.abs(other.y - line.y) <= 0.5 * line.size
}

/** Whether a band at an accepted gutter is two columns, and not the rows of a table across the page. */
function areColumns({ left, right }: Band, pageWidth: number): boolean {
  const isLeft = isColumn(left, pageWidth)
  const isRight = isColumn(right, pageWidth)
  if (left.length === 0 || right.length === 0) return false
  return (isLeft && isRight) || (isLeft && right.length <= FEW_LINES) || (isRight && left.length <= FEW_LINES)
}

/** Whether fragments are lines of prose, not cells of a table or labels of a list. */
function isColumn(fragments: readonly Fragment[], pageWidth: number): boolean {
  if (fragments.length === 0) return false
  const extent = Math.max(...fragments.map((fragment) => fragment.right)) - Math.min(...fragments.map((fragment) => fragment.x))
  const letters = (parts: readonly Fragment[]) => parts.reduce((sum, { text }) => sum + text.length, 0)
  const long = fragments.filter(({ text }) => text.length >= LINE_LETTERS)
  const prose = long.filter(({ x, right }) => right - x >= PROSE_WIDTH * pageWidth)
  return extent >= COLUMN_WIDTH * pageWidth && (letters(long) * 2 >= letters(fragments) || prose.length >= PROSE_LINES)
}
