import { mostOf } from './fragments.ts'
import type { Line } from './text-run.ts'

const LABEL = /^(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)](?=\s|\p{L})|(\d{1,4})(?=\s+\p{Lu}))\s*/u
/** "[Smi20]", "[Smith et al., 2020]". */
const KEY_LABEL = /^\[[\p{L}+][^\]]{1,40}\]/u
/** "Smith, J.", "Smith J,", "van der Berg, A", "WHO." : how entries by author begin. */
const AUTHOR = /^(?:(?:d[aeo]s?|d[ei]l?|della|van|von|der|den|la|le|el|al|ter|ten|[dD]['’]|[oO]['’])\s*)*\p{Lu}[\p{L}\p{M}'’.-]*(?:[ ,]|$)/u
const SURNAME_FIRST = /^(?:\p{L}{1,4}\s){0,2}\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}?[\p{L}\p{M}'’-]+){0,2},\s*\p{Lu}/u
/** Differences of indentation (points) between the first line of an entry and the others. */
const MIN_INDENT = 4
const MAX_INDENT = 60
/** A step of more than this many usual steps parts entries. */
const PARTING_STEP = 1.22
const TERMINAL = /[.!?\])/\d"”]$/
/** Labels may jump by so much: a label that the file lost. */
const MAX_SKIP = 3

/** The lines of a reference list split into entries: by running numbers, by keys, by indentation, by gaps, or by authors. */
export function referenceEntries(lines: readonly Line[]): Line[][] {
  const starts = numberedStarts(lines) ?? keyedStarts(lines) ?? indentedStarts(lines) ?? gapStarts(lines) ?? authorStarts(lines)
  const entries: Line[][] = []
  for (const [index, line] of lines.entries()) {
    if (starts.has(index) || entries.length === 0) entries.push([line])
    else entries.at(-1)?.push(line)
  }
  return entries
}

/** The number that labels the first line of an entry; undefined where there is none. */
export function labelNumber(text: string): number | undefined {
  const match = LABEL.exec(text)
  const digits = match?.slice(1).find((group) => group !== undefined)
  return digits === undefined ? undefined : Number(digits)
}

/** Labels must run on from the first: "2012. In: …" is a year, "12 (3)" a volume. */
function numberedStarts(lines: readonly Line[]): ReadonlySet<number> | undefined {
  const first = lines.findIndex((line) => labelNumber(line.text) !== undefined)
  if (first === -1 || first > 2) return undefined
  const starts = new Set<number>()
  let expected = labelNumber(lines[first]?.text ?? '') ?? 1
  for (const [index, line] of lines.entries()) {
    const number = labelNumber(line.text)
    if (number === undefined || number < expected || number > expected + (starts.size === 0 ? 0 : MAX_SKIP)) continue
    if (number > expected && lines.slice(index + 1, index + 25).some((later) => labelNumber(later.text) === expected)) continue
    starts.add(index)
    expected = number + 1
  }
  return starts.size >= 2 && starts.size * 15 >= lines.length ? starts : undefined
}

function keyedStarts(lines: readonly Line[]): ReadonlySet<number> | undefined {
  const starts = lines.flatMap((line, index) => (KEY_LABEL.test(line.text) ? [index] : []))
  return starts.length >= 2 && starts.length * 10 >= lines.length && starts[0] === 0 ? new Set(starts) : undefined
}

/** Hanging indents: of the two left edges of a column the outer one begins entries, or the inner one where first lines are indented. */
function indentedStarts(lines: readonly Line[]): ReadonlySet<number> | undefined {
  const indents = columnsOf(lines).map((column) => ({ column, edges: edgesOf(column) }))
  const two = indents.filter(({ edges }) => edges.inner !== undefined)
  const covered = two.reduce((sum, { column }) => sum + column.length, 0)
  if (covered * 2 < lines.length) return undefined
  const isHanging = beginsMore(two, true) >= beginsMore(two, false)
  const indent = mostOf(two.map(({ edges }) => [Math.round((edges.inner ?? 0) - edges.outer), 1] as const)) ?? 0
  const starts = new Set<number>()
  let before: Line | undefined
  for (const { column, edges } of indents) {
    for (const [index, line] of column) {
      if (edges.inner !== undefined) {
        const isOuter = line.x - edges.outer < (edges.inner - edges.outer) / 2
        if (isOuter === isHanging) starts.add(index)
      } else if (isHanging && AUTHOR.test(line.text) && TERMINAL.test(before?.text ?? '.') && !sharesEdge(line, indents, indent))
        starts.add(index)
      before = line
    }
  }
  return starts.size >= 2 ? starts : undefined
}

type Column = readonly (readonly [index: number, line: Line])[]
type Edges = { readonly outer: number; readonly inner: number | undefined }

/** Whether a column of one edge only holds the rest of an entry: its edge is the inner one of a column at the same place. */
function sharesEdge(line: Line, indents: readonly { readonly column: Column; readonly edges: Edges }[], indent: number): boolean {
  return indents.some(
    ({ edges }) => edges.inner !== undefined && Math.abs(edges.inner - line.x) < 2 && Math.abs(edges.inner - edges.outer - indent) < 2,
  )
}

function beginsMore(columns: readonly { readonly column: Column; readonly edges: Edges }[], outer: boolean): number {
  let begins = 0
  let all = 0
  for (const { column, edges } of columns) {
    for (const [, line] of column) {
      const isOuter = line.x - edges.outer < ((edges.inner ?? 0) - edges.outer) / 2
      if (isOuter !== outer) continue
      all += 1
      if (AUTHOR.test(line.text)) begins += 1
    }
  }
  return all === 0 ? 0 : begins / all
}

function columnsOf(lines: readonly Line[]): Column[] {
  const columns: (readonly [number, Line])[][] = []
  let last: Line | undefined
  for (const [index, line] of lines.entries()) {
    if (last === undefined || last.page !== line.page || last.column !== line.column) columns.push([])
    columns.at(-1)?.push([index, line])
    last = line
  }
  return columns
}

/** The left edges of a column: the outermost, and the one of most other lines when it is an indent. */
function edgesOf(column: Column): Edges {
  const rounded = column.map(([, line]) => Math.round(line.x))
  const outer = Math.min(...rounded)
  const inner = mostOf(rounded.filter((x) => x - outer >= MIN_INDENT && x - outer <= MAX_INDENT).map((x) => [x, 1] as const))
  return { outer, inner }
}

/** Entries parted by larger gaps. At the head of a column a new entry begins like the others. */
function gapStarts(lines: readonly Line[]): ReadonlySet<number> | undefined {
  const steps = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    return before !== undefined && before.page === line.page && before.column === line.column ? [line.y - before.y] : []
  })
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.3)] ?? 0
  const starts = new Set<number>()
  const heads: number[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before === undefined || before.page !== line.page || before.column !== line.column) heads.push(index)
    else if (line.y - before.y > PARTING_STEP * usual) starts.add(index)
  }
  if (starts.size * 8 < lines.length) return undefined
  const surnames = [...starts].filter((index) => SURNAME_FIRST.test(lines[index]?.text ?? '')).length
  const begins = surnames * 10 >= starts.size * 7 ? SURNAME_FIRST : AUTHOR
  for (const index of heads) if (begins.test(lines[index]?.text ?? '') && TERMINAL.test(lines[index - 1]?.text ?? '.')) starts.add(index)
  return starts
}

/** Without any sign of layout: a line that begins like an author's name behind a line that ends a sentence. */
function authorStarts(lines: readonly Line[]): ReadonlySet<number> {
  const starts = lines.flatMap((line, index) =>
    SURNAME_FIRST.test(line.text) && TERMINAL.test(lines[index - 1]?.text ?? '.') ? [index] : [],
  )
  return new Set(starts.length >= 2 ? starts : lines.map((_, index) => index))
}
