import { gapAbove } from './body-style.ts'
import { mostOf } from './fragments.ts'
import type { LevelledHeading } from './heading-levels.ts'
import { opensCaption } from './heading-words.ts'
import { labelNumber, referenceEntries } from './reference-entries.ts'
import type { Line } from './text-run.ts'

/** The reference list: its entries (lines), and the indices of all lines that belong to them. */
export type ReferenceList = { readonly entries: readonly (readonly Line[])[]; readonly lines: ReadonlySet<number> }

/** What stands behind the last entry of a list without a heading of its own. */
const BEHIND =
  /^(?:received|accepted|recebido|aceito|aprovado|recibido|aceptado|associate editor|editora?s?\b|data availability|how to cite|como citar|open access|this is an open|copyright|©|publisher['’]s note|correspond|author details|e-?mail|supplementary|funding)/i
/** Such words end the list when bold, or behind a step of more than this many letters' heights; letters of another size behind a wider one. */
const BEHIND_GAP = 1.45
const END_GAP = 2.9

/**
 * The paper's reference list: under the first heading that says so, up to the next heading. A later list is its
 * supplement's, unless its numbers run on.
 */
export function referenceList(lines: readonly Line[], headings: readonly LevelledHeading[]): ReferenceList {
  const indices: number[] = []
  let lastLabel: number | undefined
  for (const [position, heading] of headings.entries()) {
    if (heading.word !== 'references') continue
    const part = listLines(lines, heading.to, headings[position + 1]?.from ?? lines.length)
    const firstLabel = labelNumber(lines[part[0] ?? -1]?.text ?? '')
    const runsOn = firstLabel !== undefined && lastLabel !== undefined && firstLabel > lastLabel
    if (indices.length > 0 && !runsOn) continue
    indices.push(...part)
    lastLabel = Math.max(0, ...part.map((index) => labelNumber(lines[index]?.text ?? '') ?? 0)) || undefined
  }
  const entries = referenceEntries(indices.flatMap((index) => lines[index] ?? []))
  return { entries: indices.length === 0 ? [] : entries, lines: new Set(indices) }
}

/** The headings without those in a reference list that are lesser than its own: bold words of an entry, a letter of the alphabet. */
export function withoutHeadingsInLists(headings: readonly LevelledHeading[]): LevelledHeading[] {
  const kept: LevelledHeading[] = []
  for (const heading of headings) {
    const last = kept.at(-1)
    const isInList = last?.word === 'references' && heading.level > last.level
    if (!isInList || heading.word !== undefined || heading.isNumbered) kept.push(heading)
  }
  return kept
}

/** The lines of a list's look between two headings, without captions and notes, up to what plainly is no entry. */
function listLines(lines: readonly Line[], from: number, to: number): number[] {
  const size = mostOf(lines.slice(from, to).map((line) => [line.size, line.text.length] as const)) ?? 0
  const kept: number[] = []
  for (let index = from; index < to; index++) {
    const line = lines[index]
    if (line === undefined) break
    if (kept.length > 0 && BEHIND.test(line.text) && (line.boldStart || gapAbove(lines, index) > BEHIND_GAP * line.size)) break
    if (
      kept.length > 0 &&
      Number.isFinite(gapAbove(lines, index)) &&
      gapAbove(lines, index) > END_GAP * line.size &&
      Math.abs(line.size - size) > 0.3
    )
      break
    if (Math.abs(line.size - size) <= 0.4 && !(opensCaption(line.text) && line.boldStart)) kept.push(index)
  }
  return kept
}
