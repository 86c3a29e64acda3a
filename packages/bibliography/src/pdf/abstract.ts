import { type BodyStyle, sameColumn } from './body-style.ts'
import { isCapitals } from './heading-block.ts'
import { abstractLabelLength, closeSpacedLetters, headingWord, opensKeywords } from './heading-words.ts'
import { sectionNumber } from './section-number.ts'
import { textLanguage } from './text-language.ts'
import type { Line } from './text-run.ts'

/** The abstract: lines `from` to `to` (exclusive), of the first of which `skip` letters are its label. */
export type FoundAbstract = { readonly from: number; readonly to: number; readonly skip: number }

/** An abstract stands on the first pages, before the first section. "Summary" on a later page closes a paper. */
const LAST_PAGE = 3
const MAX_LINES = 90
/** An abstract without its label has at least and at most so many words (our reading). */
const MIN_WORDS = 40
const MAX_WORDS = 450
const INTRODUCTION = /introduc|introduç|introduz|einleitung|background|antecedentes/i
const STRUCTURED =
  /^(?:background|objectives?|aims?|purpose|context|setting|design|methods?|materials? and methods|patients and methods|results?|findings|conclusions?|interpretation|discussion|significance|introduction|introdução|introducción|objetivos?|métodos?|resultados?|conclus(?:ão|ões|ión|iones))\s*[.:]?$/i
const CLOSING =
  /^(?:[©&\u0000\uFFFD]\s?\d{4}|©|copyright\b|\(c\) \d{4}|received\b|accepted\b|correspond(?:ence|ing author)|e-?mail\b|how to cite|como citar|cite (?:this|as)\b|doi:|https?:\/\/)|\ball rights reserved\b/i

/**
 * All abstracts of a paper (it may have them in several languages): under their label in any of eight languages, alone
 * on its line or at the head of it; failing that the block of prose between the authors and the introduction.
 */
export function findAbstracts(lines: readonly Line[], body: BodyStyle, afterTitle: number): FoundAbstract[] {
  const found: FoundAbstract[] = []
  for (let index = 0; index < lines.length && (lines[index]?.page ?? 0) <= LAST_PAGE; index++) {
    const text = lines[index]?.text ?? ''
    const word = headingWord(text)
    if (word === 'section' && index >= afterTitle) break
    if (/^\W*summary/i.test(text) && lines[index]?.page !== lines[0]?.page) continue
    const isAlone = word === 'abstract'
    const skip = isAlone ? text.length : abstractLabelLength(text)
    if (skip === 0) continue
    const from = isAlone ? index + 1 : index
    const to = endOf(lines, from, isAlone ? 0 : 1)
    if (to > from) found.push({ from, to, skip: isAlone ? 0 : skip })
    index = Math.max(index, to - 1)
  }
  if (found.length > 0) return found
  const unlabelled = unlabelledAbstract(lines, body, afterTitle)
  return unlabelled === undefined ? [] : [unlabelled]
}

/** The abstract in the language of the paper's body; the first when none is, or the body is too short to tell. */
export function mainAbstract(texts: readonly string[], bodyText: string): number {
  const language = textLanguage(bodyText)
  return Math.max(
    0,
    texts.findIndex((text) => textLanguage(text) === language),
  )
}

/** The first line behind the abstract that begins at `from`; its first `sure` lines belong to it. */
function endOf(lines: readonly Line[], from: number, sure: number): number {
  const first = lines.slice(from).find((line) => !STRUCTURED.test(line.text))
  let to = from + sure
  for (; to < lines.length && to - from < MAX_LINES; to++) {
    const line = lines[to]
    if (line === undefined || first === undefined || line.page > first.page + 1) break
    const text = closeSpacedLetters(line.text)
    if (opensKeywords(text) || abstractLabelLength(text) > 0 || headingWord(text) === 'abstract' || CLOSING.test(text)) break
    if (STRUCTURED.test(text)) {
      if (!goesOn(lines, to)) break
      continue
    }
    if (headingWord(text) !== undefined || isNumberedHeading(line, first)) break
    if (Math.abs(line.size - first.size) > 0.35 && line.text.length > 12) break
    if (line.bold && !first.bold && !line.tabular && line.size >= first.size && line.text.length < 80) break
    if (!sameColumn(line, lines[to - 1] ?? line) && line.page === first.page && line.font !== first.font) break
  }
  return to
}

/** A heading such as "Methods" belongs to a structured abstract when the introduction or the keywords are still to come. */
function goesOn(lines: readonly Line[], index: number): boolean {
  const page = lines[index]?.page ?? 0
  for (const line of lines.slice(index + 1, index + 60)) {
    if (line.page > page + 1) return false
    if (opensKeywords(line.text) || (headingWord(line.text) === 'section' && INTRODUCTION.test(line.text))) return true
  }
  return false
}

function isNumberedHeading(line: Line, first: Line): boolean {
  const number = sectionNumber(line.text)
  return (
    number?.depth === 1 &&
    /^(?:1|I)$/.test(number.first) &&
    line.text.length < 80 &&
    (line.bold || line.size > first.size + 0.2 || isCapitals(line.text))
  )
}

function unlabelledAbstract(lines: readonly Line[], body: BodyStyle, afterTitle: number): FoundAbstract | undefined {
  const firstPage = lines[0]?.page
  const heading = lines.findIndex(
    (line, index) => index >= afterTitle && (headingWord(line.text) === 'section' || opensKeywords(line.text)),
  )
  const end = heading === -1 ? lines.length : heading
  let from = afterTitle
  while (from < end && lines[from]?.page === firstPage) {
    let to = from + 1
    while (to < end && isSameBlock(lines[to - 1], lines[to])) to++
    const block = lines.slice(from, to)
    const words = block
      .map((line) => line.text)
      .join(' ')
      .split(' ').length
    const isProse = block.length >= 3 && words >= MIN_WORDS && words <= MAX_WORDS && /[.!?]\W*$/.test(block.at(-1)?.text ?? '')
    const looks = block[0]
    const stands =
      to === heading ||
      (looks !== undefined && (Math.abs(looks.size - body.size) > 0.3 || looks.bold !== body.bold || looks.italic !== body.italic))
    if (
      isProse &&
      stands &&
      !/@|\buniversi|\bdepartment/i.test(
        block
          .slice(0, 2)
          .map((line) => line.text)
          .join(' '),
      )
    )
      return { from, to, skip: 0 }
    from = to
  }
  return undefined
}

function isSameBlock(line: Line | undefined, next: Line | undefined): boolean {
  if (line === undefined || next === undefined || !sameColumn(line, next)) return false
  return Math.abs(line.size - next.size) <= 0.3 && line.bold === next.bold && next.y - line.y <= 1.7 * next.size
}
