import { type BodyStyle, sameColumn } from './body-style.ts'
import { columnEdges } from './column-edges.ts'
import { opensCaption } from './heading-words.ts'
import { joinLines, type Vocabulary } from './mend-words.ts'
import type { Line } from './text-run.ts'

/** A first line is indented by at least this many letters' heights, or stands this many usual steps lower. */
const INDENT = 0.8
const GAP = 1.35

/**
 * Running text: paragraphs parted by a line feed. A paragraph that breaks off at the end of a column goes on in the next.
 */
export function paragraphs(lines: readonly Line[], body: BodyStyle, vocabulary: Vocabulary): string {
  const edges = columnEdges(lines)
  return joined(lines, vocabulary, (before, line) => beginsParagraph(before, line, edges(line).left, body))
}

/** Captions, tables and notes: each caption, row of a table and column has a line of its own. */
export function notes(lines: readonly Line[], vocabulary: Vocabulary): string {
  return joined(lines, vocabulary, (before, line) => line.tabular || before.tabular || opensCaption(line.text) || !sameColumn(before, line))
}

function joined(lines: readonly Line[], vocabulary: Vocabulary, isNew: (before: Line, line: Line) => boolean): string {
  const groups: string[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before === undefined || isNew(before, line)) groups.push([line.text])
    else groups.at(-1)?.push(line.text)
  }
  return groups.map((group) => joinLines(group, vocabulary)).join('\n')
}

function beginsParagraph(before: Line, line: Line, edge: number, body: BodyStyle): boolean {
  const hasEnded = /[.!?:][\p{Pf}\p{Pe}"'’\d,]*$/u.test(before.text)
  const isIndented = line.x - edge >= INDENT * line.size && line.x - edge <= 5 * line.size
  if (!sameColumn(before, line)) return hasEnded && isIndented
  return hasEnded && (isIndented || line.y - before.y > GAP * body.pitch)
}
