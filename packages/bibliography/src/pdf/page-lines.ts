import { looksOf } from './fragments.ts'
import { readingOrder } from './reading-order.ts'
import type { PageFragments } from './running-heads.ts'
import type { Fragment, Line } from './text-run.ts'

/** Fragments of one line differ in their baselines by at most this part of the letters' height. */
const SAME_BASELINE = 0.45
/** A gap of more than this many letters' heights parts cells. */
const CELL_GAP = 1.6
/** The number of a heading or a list stands apart from its text, and is no cell. */
const LABEL = /^(?:\[?\(?(?:\d{1,3}(?:\.\d{1,2})*|[A-Z](?:\.\d{1,2})*|[ivxIVX]{1,5})[.)\]]*|[•–·▪■∙*-])$/u
/** A first letter of this many body heights stands for the beginning of the text beside it. */
const DROP_CAP = 1.8

/** The lines of one page in reading order. */
export function pageLines({ page, width, fragments }: PageFragments): Line[] {
  return readingOrder(withDropCaps(fragments), width).flatMap((block, column) =>
    baselines(block).map((parts) => toLine(parts, page, column)),
  )
}

/** Groups the fragments of a block by their baselines, top down, each from left to right. */
function baselines(block: readonly Fragment[]): Fragment[][] {
  const rows: Fragment[][] = []
  for (const fragment of [...block].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row !== undefined && last !== undefined && fragment.y - (row[0]?.y ?? 0) <= SAME_BASELINE * Math.max(last.size, fragment.size))
      row.push(fragment)
    else rows.push([fragment])
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x))
}

function toLine(parts: readonly Fragment[], page: number, column: number): Line {
  const first = parts[0]
  if (first === undefined) throw new Error('a line has at least one fragment')
  const body = parts.reduce((best, part) => (part.text.length > best.text.length ? part : best))
  let text = first.text
  let tabular = false
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index] ?? first
    const gap = part.x - before.right
    text += gap > 0.1 * part.size ? ` ${part.text}` : part.text
    if (gap > CELL_GAP * part.size && !(index === 0 && LABEL.test(before.text))) tabular = true
  }
  return {
    text,
    x: first.x,
    right: Math.max(...parts.map((part) => part.right)),
    y: body.y,
    ...looksOf(
      parts.map((part) => ({ name: part.font, bold: part.bold, italic: part.italic, size: part.size, letters: part.text.length })),
    ),
    boldStart: first.boldStart,
    order: first.order,
    page,
    column,
    tabular,
  }
}

/** Puts an initial as tall as several lines before the topmost line beside it. */
function withDropCaps(fragments: readonly Fragment[]): readonly Fragment[] {
  const initials = fragments.filter(({ text }) => /^["“‘']?\p{Lu}$/u.test(text))
  if (initials.length === 0) return fragments
  let rest = [...fragments]
  for (const initial of initials) {
    const beside = rest
      .filter((line) => line !== initial && initial.size >= DROP_CAP * line.size && line.text.length > 2)
      .filter((line) => line.x >= initial.right - 1 && line.x - initial.right <= initial.size)
      .filter((line) => line.y > initial.y - initial.size && line.y <= initial.y + 0.2 * line.size)
      .sort((a, b) => a.y - b.y)
    const top = beside[0]
    if (top === undefined) continue
    rest = rest
      .filter((line) => line !== initial)
      .map((line) => (line === top ? { ...line, text: `${initial.text}${line.text}`, x: initial.x, boldStart: false } : line))
  }
  return rest
}
