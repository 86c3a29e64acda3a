import type { Fragment, TextRun } from './text-run.ts'

/** A gap of more than this many letters' heights between two runs parts them: a gutter, a table's cells (our reading). */
const PARTING_GAP = 0.9
/** Runs overlap by less than this; a run that begins further back begins a new line. */
const OVERLAP = 0.6
/** A superscript stands at most this much higher than its line, in letters' heights. */
const BASELINE_SHIFT = 0.5
/** A gap that the eye takes for a space. */
const SPACE_GAP = 0.17

/** The runs of a page joined to fragments, in the order of the file. Text drawn twice for boldness counts once. */
export function fragmentsOf(runs: readonly TextRun[]): Fragment[] {
  const groups: TextRun[][] = []
  for (const run of withoutShadows(runs)) {
    const current = groups.at(-1)
    const last = current?.at(-1)
    if (current !== undefined && last !== undefined && continues(current, last, run)) current.push(run)
    else groups.push([run])
  }
  return groups.map((group, order) => toFragment(group, order))
}

function continues(group: readonly TextRun[], last: TextRun, run: TextRun): boolean {
  const size = Math.max(last.size, run.size)
  const gap = run.x - (last.x + last.width)
  const baseline = baselineOf(group)
  return (
    Math.abs(run.y - baseline.y) <= BASELINE_SHIFT * Math.max(baseline.size, run.size) &&
    gap <= PARTING_GAP * size &&
    gap >= -OVERLAP * size
  )
}

/** The run with most letters gives the baseline: the others are raised or lowered. */
function baselineOf(group: readonly TextRun[]): TextRun {
  return group.reduce((best, run) => (run.size * run.text.length > best.size * best.text.length ? run : best))
}

function toFragment(group: readonly TextRun[], order: number): Fragment {
  let text = ''
  let right = Number.NEGATIVE_INFINITY
  for (const run of group) {
    const needsSpace = text !== '' && (run.space || run.x - right > SPACE_GAP * run.size)
    text += needsSpace ? ` ${run.text}` : run.text
    right = Math.max(right, run.x + run.width)
  }
  const base = baselineOf(group)
  return {
    text: text.replace(/\s+/g, ' '),
    x: Math.min(...group.map((run) => run.x)),
    right,
    y: base.y,
    ...looksOf(group.map((run) => ({ ...run.font, size: run.size, letters: run.text.length }))),
    boldStart: group[0]?.font.bold ?? false,
    order,
  }
}

/** The look of most letters; bold and italic are what nearly all letters are. */
const NEARLY_ALL = 0.85

export function looksOf(
  parts: readonly {
    readonly name: string
    readonly bold: boolean
    readonly italic: boolean
    readonly size: number
    readonly letters: number
  }[],
): Pick<Fragment, 'size' | 'font' | 'bold' | 'italic'> {
  const total = parts.reduce((sum, part) => sum + part.letters, 0)
  const share = (test: (part: (typeof parts)[number]) => boolean) =>
    parts.reduce((sum, part) => sum + (test(part) ? part.letters : 0), 0) >= NEARLY_ALL * total
  return {
    size: mostOf(parts.map((part) => [Math.round(part.size * 10) / 10, part.letters])) ?? 0,
    font: mostOf(parts.map((part) => [part.name, part.letters])) ?? '',
    bold: share((part) => part.bold),
    italic: share((part) => part.italic),
  }
}

/** The value with the greatest sum of weights; the first of equals; undefined of none. */
export function mostOf<T>(weighted: readonly (readonly [value: T, weight: number])[]): T | undefined {
  const sums = new Map<T, number>()
  for (const [value, weight] of weighted) sums.set(value, (sums.get(value) ?? 0) + weight)
  let best: T | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const [value, sum] of sums) {
    if (sum > most) {
      best = value
      most = sum
    }
  }
  return best
}

/** Without runs drawn a second time at nearly the same place. */
function withoutShadows(runs: readonly TextRun[]): TextRun[] {
  const seen = new Map<string, TextRun[]>()
  return runs.filter((run) => {
    const same = seen.get(run.text) ?? []
    const near = same.some((other) => Math.hypot(other.x - run.x, other.y - run.y) < 0.15 * run.size)
    seen.set(run.text, [...same.slice(-20), run])
    return !near
  })
}
