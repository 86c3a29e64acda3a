import { type BodyStyle, gapAbove, sameColumn } from './body-style.ts'
import { closeSpacedLetters, headingWord, opensCaption, opensKeywords } from './heading-words.ts'
import { type SectionNumber, sectionNumber } from './section-number.ts'
import type { Line } from './text-run.ts'

/** A heading: the lines `from` to `to` (exclusive), its words, and what speaks for it. */
export type Heading = {
  readonly from: number
  readonly to: number
  readonly texts: readonly string[]
  readonly number: SectionNumber | undefined
  readonly word: ReturnType<typeof headingWord>
  readonly look: Look
}

/** How a heading is set. Headings of one look are of one level. */
export type Look = { readonly size: number; readonly bold: boolean; readonly italic: boolean; readonly capitals: boolean }

type Emphasis = 'large' | 'slight' | 'bold' | 'capitals' | 'italic' | 'none'

/** Letters of this many body heights make a heading (tried in libraries.md §c), of the second a numbered one. */
const LARGE = 1.12
const SLIGHT = 1.05
/** Smaller letters than the body's make none, unless the words are a usual heading. */
const SMALL = 0.95
/** Longer blocks are prose (our reading). */
const MAX_LETTERS = 220
const MAX_LINES = 4
const MAX_SENTENCE = 60
const MAX_ITALIC = 80
/** The step to a heading is larger than the usual one, and within it not much larger than its letters. */
const HEADING_GAP = 1.15
const PLAIN_GAP = 1.3
const INNER_GAP = 1.65
/** Text of this look may follow a heading: of body size, about. */
const BODY_TOLERANCE = 0.08

/** All headings in reading order. `isOpen` says which lines may be headings: not the title, the authors, captions or tables. */
export function findHeadings(lines: readonly Line[], body: BodyStyle, isOpen: (index: number) => boolean): Heading[] {
  const found: { heading: Heading; emphasis: Emphasis }[] = []
  for (let index = 0; index < lines.length; index++) {
    const candidate = isOpen(index) ? blockAt(lines, index, body, isOpen) : undefined
    if (candidate === undefined) continue
    const after = found.at(-1)?.heading.to === index
    if (isAccepted(lines, candidate, body, after)) {
      found.push({ heading: candidate, emphasis: emphasisOf(lines[index], body) })
      index = candidate.to - 1
    }
  }
  const isKept = keptBy(
    found.map(({ heading }) => heading),
    found.some(({ heading, emphasis }) => heading.number !== undefined && emphasis !== 'none'),
  )
  return found.filter(({ heading, emphasis }) => isKept(heading, emphasis)).map(({ heading }) => heading)
}

/**
 * What rests on company: an italic look needs another of its kind; a plain numbered line its neighbour, in a paper
 * whose numbered headings are all plain.
 */
function keptBy(all: readonly Heading[], hasEmphasised: boolean): (heading: Heading, emphasis: Emphasis) => boolean {
  const italics = all.filter(({ look }) => look.italic).length
  const numbers = new Set(
    all
      .map(({ number }) => number)
      .filter((number) => number !== undefined)
      .map(({ kind, first }) => `${kind} ${first}`),
  )
  return (heading, emphasis) => {
    if (heading.word !== undefined) return true
    if (emphasis === 'italic' && heading.number === undefined) return italics > 1
    if (emphasis !== 'none') return true
    const { number } = heading
    if (number?.kind !== 'decimal' || hasEmphasised) return false
    return number.depth > 1 || number.first === '1' ? numbers.has('decimal 2') : numbers.has(`decimal ${Number(number.first) - 1}`)
  }
}

export function lookOf(line: Line): Look {
  return { size: line.size, bold: line.bold, italic: line.italic, capitals: isCapitals(line.text) }
}

export function isCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 3 && !/\p{Ll}/u.test(text)
}

function emphasisOf(line: Line | undefined, body: BodyStyle): Emphasis {
  if (line === undefined) return 'none'
  if (line.size >= body.size * LARGE) return 'large'
  if (line.bold && !body.bold) return 'bold'
  if (isCapitals(line.text)) return 'capitals'
  if (line.size >= body.size * SLIGHT) return 'slight'
  return line.italic && !body.italic ? 'italic' : 'none'
}

/** The block of lines of one look that begins at `index`, when its first line could open a heading. */
function blockAt(lines: readonly Line[], index: number, body: BodyStyle, isOpen: (index: number) => boolean): Heading | undefined {
  const first = lines[index]
  if (first === undefined || first.tabular || opensCaption(first.text) || opensKeywords(first.text)) return undefined
  const word = headingWord(first.text)
  if (!/^[\p{Lu}\p{N}"“‘¿§(]/u.test(first.text.trim()) || !/\p{L}{2}/u.test(closeSpacedLetters(first.text))) return undefined
  if (word === undefined && first.size < body.size * SMALL) return undefined
  let to = index + 1
  const emphasis = emphasisOf(first, body)
  while (word === undefined && emphasis !== 'none' && isOpen(to) && continues(lines[to - 1], lines[to])) to++
  const texts = lines.slice(index, to).map((line) => line.text)
  if (to - index > MAX_LINES || texts.join(' ').length > MAX_LETTERS) return undefined
  return { from: index, to, texts, number: sectionNumber(first.text), word, look: lookOf(first) }
}

function continues(last: Line | undefined, next: Line | undefined): boolean {
  if (last === undefined || next === undefined || !sameColumn(last, next) || next.tabular) return false
  if (Math.abs(next.size - last.size) > 0.25 || next.bold !== last.bold || next.italic !== last.italic) return false
  if (isCapitals(last.text) !== isCapitals(next.text) || headingWord(next.text) !== undefined) return false
  const number = sectionNumber(next.text)
  return next.y - last.y <= INNER_GAP * next.size && (number === undefined || number.kind !== 'decimal')
}

function isAccepted(lines: readonly Line[], heading: Heading, body: BodyStyle, followsHeading: boolean): boolean {
  const first = lines[heading.from]
  const next = lines[heading.to]
  const last = heading.texts.at(-1) ?? ''
  if (first === undefined) return false
  const emphasis = emphasisOf(first, body)
  const gap = followsHeading ? Number.POSITIVE_INFINITY : gapAbove(lines, heading.from)
  if (heading.word !== undefined)
    return emphasis !== 'none' || gap >= HEADING_GAP * body.pitch || /[.!?:]$/.test(lines[heading.from - 1]?.text ?? '.')
  if (
    /[,;\-–]$/.test(last) ||
    (/[.:]$/.test(last) && heading.number === undefined) ||
    (last.endsWith('.') && heading.texts.join(' ').length > MAX_SENTENCE)
  )
    return false
  if (next === undefined || !isFollowed(lines[heading.to - 1] ?? first, next, body, heading)) return false
  if (/\p{Ll}{2}[.!?] \p{Lu}/u.test(heading.texts.join(' '))) return false
  switch (emphasis) {
    case 'large':
      return true
    case 'slight':
      return heading.number !== undefined
    case 'bold':
    case 'capitals':
      return heading.number !== undefined || gap >= HEADING_GAP * body.pitch
    case 'italic':
      return gap >= HEADING_GAP * body.pitch && last.length <= MAX_ITALIC && !first.boldStart
    case 'none':
      return heading.number !== undefined && gap >= PLAIN_GAP * body.pitch && last.length <= MAX_SENTENCE
  }
}

/** Text of the body's size follows, or another heading; not a table, and not the rest of a heading that runs into its text. */
function isFollowed(last: Line, next: Line, body: BodyStyle, { number }: Heading): boolean {
  if (next.tabular) return false
  const isClose = sameColumn(last, next) && next.y - last.y <= HEADING_GAP * body.pitch
  if (isClose && number === undefined && last.bold && !body.bold && next.boldStart && !next.bold) return false
  return Math.abs(next.size - body.size) <= BODY_TOLERANCE * body.size || emphasisOf(next, body) === 'large' || !sameColumn(last, next)
}
