import type { Line } from './text-run.ts'

/** The outermost left and right ends of the lines of one column, in points. */
export type Edges = { readonly left: number; readonly right: number }

/** The edges of each line's column on its page. */
export function columnEdges(lines: readonly Line[]): (line: Line) => Edges {
  const found = new Map<string, Edges>()
  for (const line of lines) {
    const edges = found.get(key(line))
    found.set(key(line), { left: Math.min(edges?.left ?? line.x, line.x), right: Math.max(edges?.right ?? line.right, line.right) })
  }
  return (line) => found.get(key(line)) ?? { left: line.x, right: line.right }
}

function key({ page, column }: Line): string {
  return `${page} ${column}`
}
