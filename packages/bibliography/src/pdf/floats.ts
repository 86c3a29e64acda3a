import { type BodyStyle, sameColumn } from './body-style.ts'
import { opensCaption } from './heading-words.ts'
import type { Line } from './text-run.ts'

/** Letters below this many body heights are notes, captions and tables, not running text (our reading). */
const SMALL = 0.93
const TINY = 0.85
/** The lines of a caption in the body's size follow one another at most this many letters' heights apart. */
const STEP = 1.45
/** It stands more than this many usual steps below the text. */
const CAPTION_GAP = 1.25

/**
 * Which lines are no running text: captions of figures and tables with the small lines about them, rows of tables,
 * footnotes (small lines at the foot of a column). Small lines among running text, such as quotations, stay in it.
 */
export function findFloats(lines: readonly Line[], body: BodyStyle): ReadonlySet<number> {
  const floats = new Set<number>()
  const isSmall = (line: Line) => line.size < SMALL * body.size
  for (const [index, line] of lines.entries()) {
    if (floats.has(index)) continue
    if (opensCaption(line.text) && isCaption(lines, index, body)) {
      floats.add(index)
      for (let next = index + 1; belongsToCaption(lines, next, line, isSmall); next++) floats.add(next)
    } else if (line.size < TINY * body.size || (line.tabular && isSmall(line))) floats.add(index)
  }
  footnotes(lines, isSmall, floats)
  return floats
}

/** A line that names a figure and is set apart; not "Table 2 shows that …" in running text. */
function isCaption(lines: readonly Line[], index: number, body: BodyStyle): boolean {
  const line = lines[index]
  const before = lines[index - 1]
  if (line === undefined) return false
  if (Math.abs(line.size - body.size) > 0.25 || line.boldStart || line.italic) return true
  const isLabelled = /^[\p{L} ]+\.?\s*(?:[A-Z]?\d{1,3}|[IVX]{1,5})\s*(?:[.:|–—-]|$)/u.test(line.text)
  return isLabelled && (before === undefined || !sameColumn(before, line) || line.y - before.y > CAPTION_GAP * body.pitch)
}

/** Small lines below a caption belong to it; lines of the body's size only while they follow closely in one look. */
function belongsToCaption(lines: readonly Line[], index: number, caption: Line, isSmall: (line: Line) => boolean): boolean {
  const line = lines[index]
  const before = lines[index - 1]
  if (line === undefined || before === undefined || !sameColumn(caption, line) || opensCaption(line.text)) return false
  if (isSmall(line)) return true
  return Math.abs(line.size - caption.size) <= 0.25 && line.y - before.y <= STEP * line.size && !isSmall(caption)
}

/** Small lines below the last line of running text of a column. */
function footnotes(lines: readonly Line[], isSmall: (line: Line) => boolean, floats: Set<number>): void {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]
    const below = lines[index + 1]
    if (line === undefined || !isSmall(line)) continue
    const hasEnd = below === undefined || !sameColumn(line, below) || floats.has(index + 1)
    if (hasEnd) floats.add(index)
  }
}
