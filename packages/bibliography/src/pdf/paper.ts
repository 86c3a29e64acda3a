import type { FullText, FullTextSection } from '@winnow/contracts/entities/full-text.ts'
import { sanitiseText } from '@winnow/text/sanitise-text.ts'
import { type FoundAbstract, findAbstracts, mainAbstract } from './abstract.ts'
import { type BodyStyle, bodyStyle } from './body-style.ts'
import { findFloats } from './floats.ts'
import { type LevelledHeading, withLevels } from './heading-levels.ts'
import { closeSpacedLetters, headingWord } from './heading-words.ts'
import { findHeadings } from './headings.ts'
import { joinLines, mendGlyphs, type Vocabulary, vocabularyOf } from './mend-words.ts'
import { notes as noteText, paragraphs } from './paragraphs.ts'
import { referenceList, withoutHeadingsInLists } from './reference-list.ts'
import { restoreHyphens } from './restore-hyphens.ts'
import { sectionNumber } from './section-number.ts'
import type { Line } from './text-run.ts'
import { findTitle } from './title.ts'

export type PaperInput = {
  /** All lines in reading order, running heads removed. */
  readonly lines: readonly Line[]
  /** The height of the first page, in points. */
  readonly pageHeight: number
  readonly titleOfMetadata: string | undefined
  /** What stands in the margins of several pages. */
  readonly runningHeads: readonly string[]
}

/** So many long lines of the body's look in a row are its first prose. */
const PROSE_LINES = 4
const PROSE_LETTERS = 30

/** A paper from its lines: title, abstract, sections with level and page, references. What is not found is absent or empty. */
export function paperOfLines({ lines: raw, pageHeight, titleOfMetadata, runningHeads }: PaperInput): FullText {
  const lines = restoreHyphens(raw.map((line) => ({ ...line, text: mendGlyphs(line.text) })))
  const body = bodyStyle(lines)
  const vocabulary = vocabularyOf(lines.map((line) => line.text))
  const title = findTitle(lines, body, pageHeight, titleOfMetadata, runningHeads)
  const afterTitle = title === undefined || title.lines.size === 0 ? 0 : Math.max(...title.lines) + 1
  const abstracts = findAbstracts(lines, body, afterTitle)
  const front = frontEnd(lines, abstracts, body, afterTitle)
  const isAbstract = insideOf(abstracts)
  const floats = findFloats(lines, body)
  const isOpen = (index: number) =>
    title?.lines.has(index) !== true && !isAbstract(index) && (isAbstractLabel(lines, index) || (index >= front && !floats.has(index)))
  const headings = withoutHeadingsInLists(withLevels(findHeadings(lines, body, isOpen)))
  const references = referenceList(lines, headings)
  const bodyText = lines
    .filter((line, index) => line.size === body.size && index >= front)
    .map((line) => line.text)
    .join(' ')
  const abstractTexts = abstracts.map((abstract) => textOfAbstract(lines, abstract, body, vocabulary))
  const chosen = mainAbstract(abstractTexts, bodyText)
  const isChosen = insideOf(abstracts.filter((_, index) => index === chosen))
  const left = (index: number) => title?.lines.has(index) !== true && !isChosen(index) && !references.lines.has(index)
  const abstract = abstractTexts[chosen]
  return {
    ...(title === undefined ? {} : { title: clean(title.text) }),
    ...(abstract === undefined || abstract === '' ? {} : { abstract }),
    sections: sectionsOf(lines, headings, left, floats, body, vocabulary),
    references: references.entries
      .map((entry) =>
        clean(
          joinLines(
            entry.map((line) => line.text),
            vocabulary,
          ),
        ),
      )
      .filter((entry) => /\p{L}/u.test(entry)),
  }
}

/** Where the body may begin: behind the start of the last abstract, at the first usual heading, or before the first prose. */
function frontEnd(lines: readonly Line[], abstracts: readonly FoundAbstract[], body: BodyStyle, afterTitle: number): number {
  const after = Math.max(0, ...abstracts.map((abstract) => abstract.from))
  if (after > 0) return after
  const word = lines.findIndex((line) => line.page <= 2 && headingWord(line.text) === 'section')
  const isStart = (index: number) => {
    const next = lines.slice(index, index + PROSE_LINES)
    return index >= afterTitle && next.length === PROSE_LINES && next.every((line) => isProse(line, body))
  }
  const prose = lines.findIndex((_, index) => isStart(index))
  const starts = [word, prose - 1].filter((index) => index >= 0)
  return Math.max(afterTitle, starts.length === 0 ? 0 : Math.min(...starts))
}

function isProse(line: Line, body: BodyStyle): boolean {
  return line.size === body.size && line.bold === body.bold && line.text.length >= PROSE_LETTERS
}

function isAbstractLabel(lines: readonly Line[], index: number): boolean {
  return headingWord(lines[index]?.text ?? '') === 'abstract'
}

function insideOf(ranges: readonly FoundAbstract[]): (index: number) => boolean {
  return (index) => ranges.some(({ from, to }) => index >= from && index < to)
}

function textOfAbstract(lines: readonly Line[], { from, to, skip }: FoundAbstract, body: BodyStyle, vocabulary: Vocabulary): string {
  const parts = lines.slice(from, to)
  const first = parts[0]
  const without = first === undefined ? [] : [{ ...first, text: first.text.slice(skip) }, ...parts.slice(1)]
  return clean(paragraphs(without, body, vocabulary).replace(/\s*(?:key ?words|palavras[- ]chave|palabras[- ]clave)\s*:.*$/is, ''))
}

/**
 * Sections in order. Abstract and references have fields of their own: what is left under their headings has none.
 * Captions, tables and notes follow their section's running text. Without headings each page is a section. */
function sectionsOf(
  lines: readonly Line[],
  headings: readonly LevelledHeading[],
  isLeft: (index: number) => boolean,
  floats: ReadonlySet<number>,
  body: BodyStyle,
  vocabulary: Vocabulary,
): FullTextSection[] {
  const sections: { heading: string; level: number; page: number; text: Line[]; notes: Line[] }[] = []
  const opened = new Map(headings.map((heading) => [heading.from, heading]))
  let inHeading = 0
  for (const [index, line] of lines.entries()) {
    const heading = opened.get(index)
    if (heading !== undefined) {
      const hasField = heading.word === 'abstract' || heading.word === 'references'
      sections.push({
        heading: hasField ? '' : headingText(heading, vocabulary),
        level: hasField ? 1 : heading.level,
        page: line.page,
        text: [],
        notes: [],
      })
      inHeading = heading.to
    }
    if (index < inHeading || !isLeft(index)) continue
    const last = sections.at(-1)
    const isNew = last === undefined || (headings.length === 0 && last.page !== line.page)
    const section = isNew ? { heading: '', level: 1, page: line.page, text: [], notes: [] } : last
    if (isNew) sections.push(section)
    if (floats.has(index)) section.notes.push(line)
    else section.text.push(line)
  }
  return sections
    .filter(({ heading, text, notes }) => heading !== '' || text.length + notes.length > 0)
    .map(({ heading, level, page, text, notes }) => {
      const running = clean(paragraphs(text, body, vocabulary))
      const aside = clean(noteText(notes, vocabulary))
      return { heading, level, page, text: [running, aside].filter((part) => part !== '').join('\n') }
    })
}

function headingText({ texts, number, isNumbered }: LevelledHeading, vocabulary: Vocabulary): string {
  const [first = '', ...more] = texts
  const closed = closeSpacedLetters(first)
  const start = isNumbered && number !== undefined ? (sectionNumber(closed)?.rest ?? closed) : closed
  return clean(joinLines([start, ...more], vocabulary))
}

/** Storable text; line feeds between paragraphs stay. */
export function clean(text: string): string {
  return sanitiseText(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
