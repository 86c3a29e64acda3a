import { normaliseTitle } from '@winnow/text/normalise.ts'
import { sentenceSpans } from '@winnow/text/sentences.ts'
import { words } from '@winnow/text/tokens.ts'
import { markOwner, parseMarks } from '../../citation-marks.ts'
import { type ReportBlock, reportBlocks, withoutEscapes } from './report-blocks.ts'

/** A sentence of a report as it is shown, without its citation marks, and the numbers that they name, each once. */
export interface ReportSentence {
  readonly text: string
  readonly section: string
  readonly numbers: readonly number[]
}

/** What is measured of a report in Markdown. */
export interface ReportText {
  /** The run that its line "Run: " names; null without such a line. */
  readonly runId: string | null
  /** Sentences of the answer that claim something (see `isClaim`), in order. */
  readonly claims: readonly ReportSentence[]
  /** All sentences of the answer, claims and others. */
  readonly sentences: readonly ReportSentence[]
  /** What the report says of contradictions: its marks must lead somewhere, but it is no claim of the writer's. */
  readonly contradictions: readonly ReportSentence[]
  /** The entries of the list of references, by their number. */
  readonly references: ReadonlyMap<number, string>
}

/** Sections that tell of the run, not of the answer, by their normalised headings. */
const apparatus: ReadonlySet<string> = new Set(
  [
    'What is not established',
    'Contradictions',
    'How the run stopped',
    'Evidence quality',
    'Source diversity',
    'Screening',
    'PRISMA flow',
    'Search appendix',
    'Snowballing',
    'Limitations',
    'Retracted, corrected and doubtful works',
    'Papers with text addressed to a model',
    'Cost',
    'Research plan',
    'Edits by users',
    'Critique log',
    'How this answer came about',
    'References',
  ].map(normaliseTitle),
)
/** Everything from here on is about the run. Above it only these two are: a section of the answer may be called "Limitations". */
const endOfAnswer = normaliseTitle('How the run stopped')
const apparatusAbove: ReadonlySet<string> = new Set(['What is not established', 'Contradictions'].map(normaliseTitle))
const summary = normaliseTitle('Summary')
const contradictions = normaliseTitle('Contradictions')

/** What the citation check and the editorial state of works add behind a sentence: "*(citation check: …)*". */
const NOTE = /\s*\*\((?:\\.|[^*\\])*\)\*/g
/** Lines that tell the run, and whole lines in italics that tell how an answer was made, are no part of the answer. */
const ABOUT_THE_RUN = /^(?:Run|Generated|Duration|Question): |^\*[^*].*[^*]\*$/

/** Reads a report (report.md, or an answer in Markdown) as it is measured. */
export function readReport(markdown: string): ReportText {
  const plain = markdown.replace(NOTE, '')
  const blocks = reportBlocks(plain)
  const answer = answerBlocks(blocks)
  const rest = blocks.filter((block) => !answer.includes(block) && sectionOf(block) === contradictions)
  return {
    runId: runLineOf(markdown),
    claims: answer.filter(({ text }) => !claimsNothing(text)).flatMap((block) => sentencesOf(block).filter(isClaim)),
    sentences: answer.flatMap(sentencesOf),
    contradictions: rest.flatMap(sentencesOf),
    references: referencesOf(plain),
  }
}

/** The run that a report's line "Run: " names; null without such a line. */
export function runLineOf(markdown: string): string | null {
  return /^Run: ([^\s,]+)/m.exec(markdown)?.[1] ?? null
}

/** A claim has so many words at least, as a quote has that counts (our reading). */
export const shortestClaim = 4

/**
 * Whether a sentence of the answer claims something that needs a source: it has four words or more, is no question, does not
 * only lead over to what follows (":") and is not about what this search did not find (our reading of "claim sentence").
 */
export function isClaim({ text }: Pick<ReportSentence, 'text'>): boolean {
  return words(text).length >= shortestClaim && !/[?？:：]["”’)]*$/.test(text) && !ABOUT_THE_SEARCH.test(text)
}

const ABOUT_THE_SEARCH =
  /^(?:no (?:evidence|documents?|works?|stud(?:y|ies)) (?:was|were) found|nothing is known: none of|\d+ of \d+ searches were not answered)/i

/** The account of a run that found nothing says so at its end. */
function claimsNothing(text: string): boolean {
  return /nothing is claimed or cited here\.$/.test(text)
}

/**
 * The blocks of the answer: those above "How the run stopped", or in a text without it those outside the sections of the apparatus.
 * A report begins with its summary, and what stands above is its head; another text begins with the answer.
 */
function answerBlocks(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  const end = blocks.findIndex((block) => sectionOf(block) === endOfAnswer)
  const isReport = end >= 0 || blocks.some((block) => sectionOf(block) === summary)
  return (end < 0 ? blocks : blocks.slice(0, end)).filter(
    (block) =>
      (block.section !== null || !isReport) &&
      !(end < 0 ? apparatus : apparatusAbove).has(sectionOf(block)) &&
      !ABOUT_THE_RUN.test(block.text),
  )
}

/** The normalised heading of the section; that of the head of a report is its title's. */
function sectionOf({ section, heading }: ReportBlock): string {
  return normaliseTitle(section ?? heading)
}

function sentencesOf({ text, heading }: ReportBlock): readonly ReportSentence[] {
  const marks = parseMarks(text)
  const spans = sentenceSpans(text)
  const owners = marks.map((mark) => markOwner(text, mark, spans))
  return spans.flatMap(({ start, end }, index) => {
    const numbers = marks.flatMap((mark, at) => (owners[at] === index ? mark.numbers : []))
    let shown = ''
    let rest = start
    for (const mark of marks.filter((one) => one.start >= start && one.start < end)) {
      shown += text.slice(rest, mark.start)
      rest = mark.end
    }
    shown = (shown + text.slice(Math.min(rest, end), end))
      .replace(/\s+/g, ' ')
      .replace(/\s+(?=[.!?,;:]+(?:\s|$))/g, '')
      .trim()
    return /[\p{L}\p{N}]/u.test(shown) ? [{ text: shown, section: heading, numbers: [...new Set(numbers)] }] : []
  })
}

/** The entries "[n] …" below the heading "References"; the first of a number counts. */
function referencesOf(markdown: string): ReadonlyMap<number, string> {
  const lines = markdown.split(/\r?\n/)
  const from = lines.findLastIndex((line) => /^#{1,6}\s+References\s*$/i.test(line))
  const references = new Map<number, string>()
  if (from < 0) return references
  for (const line of lines.slice(from + 1)) {
    if (/^#{1,6}\s/.test(line)) break
    const entry = /^\s*(?:[-*]\s+)?\[(\d{1,3})\]:?\s+(.*\S)\s*$/.exec(line)
    const number = Number(entry?.[1] ?? 0)
    if (entry !== null && !references.has(number)) references.set(number, withoutEscapes(entry[2] ?? ''))
  }
  return references
}
