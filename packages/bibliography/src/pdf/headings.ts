import { type BodyStyle, gapAbove, sameColumn } from './body-style.ts'
import { columnEdges, type Edges } from './column-edges.ts'
import { emphasisOf, type Heading, headingBlock } from './heading-block.ts'
import type { Line } from './text-run.ts'

/** The step to a heading, in usual steps: to one set off by its letters, to a plain numbered one, on both sides of a plain one. */
const HEADING_GAP = 1.15
const PLAIN_GAP = 1.3
const PARTED_GAP = 1.2
/** Longer lines of this kind are sentences. */
const MAX_SENTENCE = 60
const MAX_ITALIC = 80
const PLAIN_WORDS = /^\p{Lu}[\p{L} ,’'-]{5,48}\p{L}$/u
/** Behind a plain heading stands a line of prose. */
const PROSE = 30
/** A first line is indented by this many letters' heights. */
const INDENT = 0.8
/** Text of the body's size follows a heading, about. */
const BODY_TOLERANCE = 0.08

const FINISHED = /[.!?:)]["”’)]?$/

/**
 * All headings in reading order: lines set off by their letters, their number, the gaps about them, or their words, that
 * running text follows. `isOpen` says which lines may be headings: not the title, the authors, captions or tables.
 */
export function findHeadings(lines: readonly Line[], body: BodyStyle, isOpen: (index: number) => boolean): Heading[] {
  const edges = columnEdges(lines)
  const found: Heading[] = []
  for (let index = 0; index < lines.length; index++) {
    const block = isOpen(index) ? headingBlock(lines, index, body, edges, isOpen) : undefined
    if (block === undefined || !isAccepted(lines, block, body, edges, found.at(-1)?.to === index)) continue
    found.push(block)
    index = block.to - 1
  }
  return found.filter((heading) => isInCompany(heading, found))
}

/**
 * An italic heading needs another, a plain one another plain one, and a plain numbered one its neighbour, in a paper
 * whose numbered headings are all plain.
 */
function isInCompany({ word, number, emphasis }: Heading, all: readonly Heading[]): boolean {
  if (word !== undefined || (emphasis !== 'italic' && emphasis !== 'none')) return true
  const alike = all.filter(
    (other) => other.emphasis === emphasis && other.word === undefined && (other.number === undefined) === (number === undefined),
  )
  if (number === undefined) return alike.length > 1
  if (emphasis === 'italic') return true
  if (number.kind !== 'decimal' || all.some((other) => other.number !== undefined && other.emphasis !== 'none')) return false
  const neighbour = number.depth > 1 || number.first === '1' ? '2' : String(Number(number.first) - 1)
  return all.some((other) => other.number?.kind === 'decimal' && other.number.first === neighbour)
}

function isAccepted(lines: readonly Line[], heading: Heading, body: BodyStyle, edges: (line: Line) => Edges, isSecond: boolean): boolean {
  const { emphasis, number, word, texts } = heading
  const before = lines[heading.from - 1]
  const gap = isSecond ? Number.POSITIVE_INFINITY : gapAbove(lines, heading.from)
  if (word !== undefined)
    return emphasis !== 'none' || gap >= HEADING_GAP * body.pitch || before === undefined || FINISHED.test(before.text)
  if (isSentence(heading) || !isFollowed(lines, heading, body)) return false
  const isApart = gap >= HEADING_GAP * body.pitch || opensParagraph(lines, heading, edges)
  const last = texts.at(-1) ?? ''
  switch (emphasis) {
    case 'large':
      return true
    case 'slight':
      return number !== undefined
    case 'bold':
    case 'capitals':
      return number !== undefined || isApart
    case 'italic':
      return isApart && last.length <= MAX_ITALIC && lines[heading.from]?.boldStart !== true
    case 'none':
      if (number !== undefined) return gap >= PLAIN_GAP * body.pitch && last.length <= MAX_SENTENCE
      return PLAIN_WORDS.test(last) && gap >= PARTED_GAP * body.pitch && isParted(lines, heading, body, isSecond)
  }
}

/** Words that go on, or that hold a whole sentence: a label or a lead that runs into its paragraph. */
function isSentence({ texts, number }: Heading): boolean {
  const whole = texts.join(' ')
  if (/[,;\-–]$/.test(whole) || /\p{Ll}{2}[.!?] \p{Lu}/u.test(whole)) return true
  return /[.:]$/.test(whole) && (number === undefined || whole.length > MAX_SENTENCE)
}

/** In manuscripts without gaps: a finished paragraph above, and below a first line that is indented. */
function opensParagraph(lines: readonly Line[], { from, to }: Heading, edges: (line: Line) => Edges): boolean {
  const before = lines[from - 1]
  const last = lines[to - 1]
  const next = lines[to]
  if (before === undefined || last === undefined || next === undefined || !FINISHED.test(before.text)) return false
  return sameColumn(last, next) && next.x - edges(next).left >= INDENT * next.size
}

/** A plain line parted from the prose below, and above from a finished paragraph. */
function isParted(lines: readonly Line[], { from, to }: Heading, body: BodyStyle, isSecond: boolean): boolean {
  const line = lines[from]
  const before = lines[from - 1]
  const next = lines[to]
  if (line === undefined || next === undefined || !sameColumn(line, next)) return false
  const hasEnded = isSecond || before === undefined || !sameColumn(before, line) || FINISHED.test(before.text)
  return hasEnded && next.y - line.y >= PARTED_GAP * body.pitch && next.text.length > PROSE
}

/** Text of the body's size follows, or another heading; not a table, and not the rest of a lead that runs into its text. */
function isFollowed(lines: readonly Line[], { to, number }: Heading, body: BodyStyle): boolean {
  const last = lines[to - 1]
  const next = lines[to]
  if (last === undefined || next === undefined || next.tabular) return false
  if (!sameColumn(last, next)) return true
  const isClose = next.y - last.y <= HEADING_GAP * body.pitch
  if (isClose && number === undefined && last.bold && !body.bold && next.boldStart && !next.bold) return false
  return Math.abs(next.size - body.size) <= BODY_TOLERANCE * body.size || emphasisOf(next, body) === 'large'
}
