import { mostOf } from './fragments.ts'
import type { Line } from './text-run.ts'

/** The look of a paper's running text: size of most letters, whether it is bold, and the usual step from line to line in points. */
export type BodyStyle = { readonly size: number; readonly bold: boolean; readonly italic: boolean; readonly pitch: number }

/** The running text's look, from all lines; the step is the median of steps between neighbours of that size. */
export function bodyStyle(lines: readonly Line[]): BodyStyle {
  const look = mostOf(lines.map((line) => [`${line.size} ${line.bold} ${line.italic}`, line.text.length])) ?? ''
  const [size = '0', bold, italic] = look.split(' ')
  const steps: number[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before === undefined || !sameColumn(before, line) || line.size !== Number(size) || before.size !== Number(size)) continue
    if (line.y > before.y) steps.push(line.y - before.y)
  }
  steps.sort((a, b) => a - b)
  return {
    size: Number(size),
    bold: bold === 'true',
    italic: italic === 'true',
    pitch: steps[Math.floor(steps.length / 2)] ?? Number(size) * 1.2,
  }
}

/** Whether two lines belong to one column of one page. */
export function sameColumn(a: Line, b: Line): boolean {
  return a.page === b.page && a.column === b.column
}

/** The step from the line above in the same column, or infinity where there is none. */
export function gapAbove(lines: readonly Line[], index: number): number {
  const line = lines[index]
  const before = lines[index - 1]
  return line === undefined || before === undefined || !sameColumn(before, line) ? Number.POSITIVE_INFINITY : line.y - before.y
}
