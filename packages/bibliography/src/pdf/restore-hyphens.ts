import { sameColumn } from './body-style.ts'
import type { Line } from './text-run.ts'

/** A column is justified when so many of its long lines end at one edge, within so many letters' heights. */
const JUSTIFIED_SHARE = 0.5
const JUSTIFIED_LINES = 5
const LONG_LINE = 20
const AT_EDGE = 0.12
/** The widths of hyphens, in letters' heights, from Garamond's to Courier's. */
const NARROWEST = 0.18
const WIDEST = 0.65
const SOFT_HYPHEN = '\u00AD'

/**
 * The PDF library drops soft hyphens, with which some programs part words. In justified text their place shows: the line
 * ends a hyphen's width before the edge, inside a word. Gives the lines with those hyphens back.
 */
export function restoreHyphens(lines: readonly Line[]): Line[] {
  const edges = rightEdges(lines)
  return lines.map((line, index) => {
    const next = lines[index + 1]
    const edge = edges.get(`${line.page} ${line.column}`)
    if (edge === undefined || next === undefined || !sameColumn(line, next) || next.size !== line.size || line.bold) return line
    const missing = (edge - line.right) / line.size
    const isLost = missing >= NARROWEST && missing <= WIDEST && /\p{Ll}$/u.test(line.text) && /^\p{Ll}/u.test(next.text)
    return isLost ? { ...line, text: line.text + SOFT_HYPHEN } : line
  })
}

/** The right edges of the justified columns. */
function rightEdges(lines: readonly Line[]): ReadonlyMap<string, number> {
  const columns = new Map<string, Line[]>()
  for (const line of lines) {
    const key = `${line.page} ${line.column}`
    if (line.text.length >= LONG_LINE && !line.tabular) {
      const column = columns.get(key) ?? []
      column.push(line)
      columns.set(key, column)
    }
  }
  const edges = new Map<string, number>()
  for (const [key, column] of columns) {
    const edge = column.map((line) => line.right).sort((a, b) => a - b)[Math.floor(column.length * 0.75)] ?? 0
    const atEdge = column.filter((line) => Math.abs(line.right - edge) <= AT_EDGE * line.size)
    if (atEdge.length >= JUSTIFIED_LINES && atEdge.length >= JUSTIFIED_SHARE * column.length) edges.set(key, edge)
  }
  return edges
}
