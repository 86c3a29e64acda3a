import type { FullTextSection } from '@winnow/contracts/entities/full-text.ts'

/** A run of text as the PDF library gives it: position in points from the bottom left, font size in points. */
export type PdfItem = { readonly str: string; readonly y: number; readonly fontSize: number; readonly hasEOL: boolean }

/** One line of a page with the font size of most of its letters. */
export type PdfLine = { readonly text: string; readonly size: number; readonly page: number }

/** A line this much larger than the body text is a heading (tried in libraries.md §c). */
const HEADING_RATIO = 1.12
const MAX_HEADING_LENGTH = 80
/** A numbered line needs less. */
const NUMBERED_RATIO = 1.05
const NUMBERED = /^\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu}/u
const RUNNING_HEAD_PAGES = 3
/** The title stands in the upper part: among the first lines of the first page. */
const TITLE_LINES = 40
const HEADING_WORD =
  /^(?:(?:\d{1,2}|[IVX]{1,4})(?:\.\d{1,2})*\.?\s+)?(?:abstract|summary|introduction|background|related work|methods?|methodology|materials and methods|patients and methods|experiments?|experimental setup|evaluation|results|results and discussion|findings|discussion|limitations|conclusions?|conclusion and future work|acknowledge?ments?|references|bibliography|appendix|resumo|resumen|introdução|introducción|referências|referencias|métodos|resultados|discussão|discusión|conclusão|conclusión)\s*:?$/i
const REFERENCES = /^(?:(?:\d{1,2}|[IVX]{1,4})\.?\s+)?(?:references|bibliography|literature cited|referências|referencias)\s*:?$/i

/** The lines of one page, in the order of the file. */
export function pdfLines(items: readonly PdfItem[], page: number): PdfLine[] {
  const lines: PdfLine[] = []
  let text = ''
  let sizes = new Map<number, number>()
  let y: number | undefined
  const flush = () => {
    if (text.trim() !== '') lines.push({ text: text.replace(/\s+/g, ' ').trim(), size: mostFrequent(sizes), page })
    text = ''
    sizes = new Map()
  }
  for (const item of items) {
    if (item.str.trim() !== '' && y !== undefined && Math.abs(item.y - y) > item.fontSize * 0.6) flush()
    if (item.str.trim() !== '') y = item.y
    text += item.str
    const size = Math.round(item.fontSize * 10) / 10
    sizes.set(size, (sizes.get(size) ?? 0) + item.str.trim().length)
    if (item.hasEOL) flush()
  }
  flush()
  return lines
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as [number, number])[0]
}

/** The font size that most letters have. */
function bodySize(lines: readonly PdfLine[]): number {
  const counts = new Map<number, number>()
  for (const line of lines) counts.set(line.size, (counts.get(line.size) ?? 0) + line.text.length)
  return mostFrequent(counts)
}

/** The neighbouring lines of the largest font at the head of the first page, or undefined when none is larger than the body text. */
export function titleOfLines(lines: readonly PdfLine[]): string | undefined {
  const head = lines.filter((line) => line.page === 1).slice(0, TITLE_LINES)
  const candidates = head.filter((line) => (line.text.match(/\p{L}/gu)?.length ?? 0) > 3)
  const largest = Math.max(0, ...candidates.map((line) => line.size))
  if (largest < bodySize(lines) * HEADING_RATIO) return undefined
  const start = head.findIndex((line) => line.size === largest && candidates.includes(line))
  const after = head.slice(start).findIndex((line) => line.size !== largest)
  return joinLines(head.slice(start, after === -1 ? undefined : start + after).map((line) => line.text))
}

/**
 * Sections by their headings, each with the page it begins on, and the entries of the reference list. Text before the
 * first heading is a section with heading ''. A document without headings is one such section a page.
 */
export function sectionsOfLines(
  lines: readonly PdfLine[],
  title: string | undefined,
): { sections: FullTextSection[]; references: string[] } {
  const isHeading = headingTest(lines, title)
  const sections: { heading: string; page: number; lines: string[] }[] = []
  const hasHeadings = lines.some(isHeading)
  for (const line of lines) {
    const current = sections.at(-1)
    if (isHeading(line)) {
      if (current !== undefined && current.lines.length === 0 && current.page === line.page)
        current.heading = `${current.heading} ${line.text}`.trim()
      else sections.push({ heading: line.text, page: line.page, lines: [] })
    } else if (current === undefined || (!hasHeadings && current.page !== line.page)) {
      sections.push({ heading: '', page: line.page, lines: [line.text] })
    } else current.lines.push(line.text)
  }
  const references = sections.filter((section) => REFERENCES.test(section.heading)).flatMap((section) => referenceEntries(section.lines))
  const body = sections.filter((section) => !REFERENCES.test(section.heading))
  return {
    sections: body.map(({ heading, page, lines: texts }) => ({ heading, level: levelOf(heading), page, text: joinLines(texts) })),
    references,
  }
}

/**
 * Headings are larger than the body text, or numbered and a little larger, or a usual word; what stands on three pages
 * is a running head. Above the first usual word of the first page size makes no heading: there stand the authors.
 */
function headingTest(lines: readonly PdfLine[], title: string | undefined): (line: PdfLine) => boolean {
  const body = bodySize(lines)
  const pages = new Map<string, Set<number>>()
  for (const { text, page } of lines) pages.set(text, (pages.get(text) ?? new Set()).add(page))
  const front = new Set(
    lines.slice(
      0,
      Math.max(
        0,
        lines.findIndex(({ text, page }) => page === 1 && HEADING_WORD.test(text)),
      ),
    ),
  )
  return (line) => {
    const { text, size } = line
    if (text.length >= MAX_HEADING_LENGTH || !/\p{L}{2}/u.test(text) || title?.includes(text) === true) return false
    if ((pages.get(text)?.size ?? 0) >= RUNNING_HEAD_PAGES) return false
    if (front.has(line)) return false
    return size >= body * HEADING_RATIO || HEADING_WORD.test(text) || (size > body * NUMBERED_RATIO && NUMBERED.test(text))
  }
}

/** "2.1 Data" is of level 2; without a number 1. */
function levelOf(heading: string): number {
  return /^(\d{1,2}(?:\.\d{1,2})*)\.?\s/.exec(heading)?.[1]?.split('.').length ?? 1
}

/** Lines as running text; a word parted at a line end is joined where the next line begins with a small letter. */
export function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line
    if (/\p{L}[-\u2010\u00AD]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
    return `${text} ${line}`
  }, '')
}

/** Reference entries: each begins with "[1]" or "1."; a list without numbers stays one entry a line. */
function referenceEntries(lines: readonly string[]): string[] {
  const numbered = /^(?:\[\d{1,3}\]|\(?\d{1,3}[.)])\s/
  if (!lines.some((line) => numbered.test(line))) return [...lines]
  const entries: string[][] = []
  for (const line of lines) {
    if (numbered.test(line) || entries.length === 0) entries.push([line])
    else entries.at(-1)?.push(line)
  }
  return entries.map(joinLines)
}
