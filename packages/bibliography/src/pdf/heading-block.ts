import { type BodyStyle, sameColumn } from './body-style.ts'
import type { Edges } from './column-edges.ts'
import { closeSpacedLetters, headingWord, opensCaption, opensKeywords } from './heading-words.ts'
import { type SectionNumber, sectionNumber } from './section-number.ts'
import type { Line } from './text-run.ts'

/** Lines that may be a heading: `from` to `to` (exclusive), their words, and how they are set. */
export type Heading = {
  readonly from: number
  readonly to: number
  readonly texts: readonly string[]
  readonly number: SectionNumber | undefined
  readonly word: ReturnType<typeof headingWord>
  readonly look: Look
  readonly emphasis: Emphasis
}

/** How a heading is set. Headings of one look are of one level. */
export type Look = {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly capitals: boolean
  readonly centred: boolean
}

/** What sets a line off from the running text, the strongest first. */
export type Emphasis = 'large' | 'bold' | 'capitals' | 'slight' | 'italic' | 'none'

/** Letters of this many body heights make a heading (tried in libraries.md §c), of the second a numbered one. */
const LARGE = 1.12
const SLIGHT = 1.05
/** Smaller letters than the body's make none, unless the words are a usual heading. */
const SMALL = 0.95
/** Longer blocks are prose (our reading). */
const MAX_LETTERS = 220
const MAX_LINES = 4
/** Steps within a heading are not much larger than its letters. */
const INNER_STEP = 1.65
/** A centred line is clear of both edges, and as far from the one as from the other, in letters' heights. */
const CLEAR = 2
const OFF_CENTRE = 1

/** Whether a text has three capitals or more, and no small letter. */
export function isCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 3 && !/\p{Ll}/u.test(text)
}

/** What sets a line off from the running text. */
export function emphasisOf(line: Line, body: BodyStyle): Emphasis {
  if (line.size >= body.size * LARGE) return 'large'
  if (line.bold && !body.bold) return 'bold'
  if (isCapitals(line.text)) return 'capitals'
  if (line.size >= body.size * SLIGHT) return 'slight'
  return line.italic && !body.italic ? 'italic' : 'none'
}

/** The block of lines of one look that begins at `index`, when its first line could open a heading; undefined otherwise. */
export function headingBlock(
  lines: readonly Line[],
  index: number,
  body: BodyStyle,
  edges: (line: Line) => Edges,
  isOpen: (index: number) => boolean,
): Heading | undefined {
  const first = lines[index]
  if (first === undefined || first.tabular || opensCaption(first.text) || opensKeywords(first.text)) return undefined
  const word = headingWord(first.text)
  if (!/^[\p{Lu}\p{N}"“‘¿§(]/u.test(first.text) && word === undefined) return undefined
  if (!/\p{L}{2}/u.test(closeSpacedLetters(first.text))) return undefined
  if (word === undefined && first.size < body.size * SMALL) return undefined
  const emphasis = emphasisOf(first, body)
  let to = index + 1
  while (word === undefined && emphasis !== 'none' && isOpen(to) && continues(lines[to - 1], lines[to])) to++
  const texts = lines.slice(index, to).map((line) => line.text)
  if (to - index > MAX_LINES || texts.join(' ').length > MAX_LETTERS) return undefined
  const { size, bold, italic } = first
  const look = { size, bold, italic, capitals: isCapitals(first.text), centred: isCentred(first, edges(first)) }
  return { from: index, to, texts, number: sectionNumber(closeSpacedLetters(first.text)), word, look, emphasis }
}

function isCentred(line: Line, edges: Edges): boolean {
  const left = line.x - edges.left
  const right = edges.right - line.right
  return Math.min(left, right) >= CLEAR * line.size && Math.abs(left - right) <= OFF_CENTRE * line.size
}

function continues(last: Line | undefined, next: Line | undefined): boolean {
  if (last === undefined || next === undefined || !sameColumn(last, next) || next.tabular) return false
  if (Math.abs(next.size - last.size) > 0.25 || next.bold !== last.bold || next.italic !== last.italic) return false
  if (isCapitals(last.text) !== isCapitals(next.text) || headingWord(next.text) !== undefined) return false
  return next.y - last.y <= INNER_STEP * next.size && sectionNumber(next.text)?.kind !== 'decimal'
}
