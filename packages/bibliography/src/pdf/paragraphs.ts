import { type BodyStyle, sameColumn } from './body-style.ts'
import { joinLines, type Vocabulary } from './mend-words.ts'
import type { Line } from './text-run.ts'

/** A first line is indented by at least this many letters' heights, or stands this many usual steps lower. */
const INDENT = 0.8
const GAP = 1.35

/** Lines as text, paragraphs parted by a line feed. A paragraph that breaks off at the end of a column goes on in the next. */
export function paragraphs(lines: readonly Line[], body: BodyStyle, vocabulary: Vocabulary): string {
  const edges = leftEdges(lines)
  const groups: string[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const opens = before === undefined || beginsParagraph(before, line, edges.get(columnKey(line)) ?? line.x, body)
    if (opens) groups.push([line.text])
    else groups.at(-1)?.push(line.text)
  }
  return groups.map((group) => joinLines(group, vocabulary)).join('\n')
}

function beginsParagraph(before: Line, line: Line, edge: number, body: BodyStyle): boolean {
  const hasEnded = /[.!?:][\p{Pf}\p{Pe}"'’\d,]*$/u.test(before.text)
  const isIndented = line.x - edge >= INDENT * line.size && line.x - edge <= 5 * line.size
  if (!sameColumn(before, line)) return hasEnded && isIndented
  return line.y - before.y > GAP * body.pitch ? hasEnded || line.y - before.y > 2 * GAP * body.pitch : hasEnded && isIndented
}

/** The outermost left edge of each column's lines. */
function leftEdges(lines: readonly Line[]): ReadonlyMap<string, number> {
  const edges = new Map<string, number>()
  for (const line of lines) edges.set(columnKey(line), Math.min(edges.get(columnKey(line)) ?? Number.POSITIVE_INFINITY, line.x))
  return edges
}

function columnKey({ page, column }: Line): string {
  return `${page} ${column}`
}
