/** A range of pages, folded: first page ("s465", "e1804", "1195") and last page, '' where it has one page. */
export type PageRange = { readonly first: string; readonly last: string }

/** Pages for comparison. `others` are the further ranges of a work that is printed in several pieces or languages. */
export type Pages = PageRange & { readonly others: readonly PageRange[] }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** What needs no repair: most pages are such. */
const PLAIN = /^(\d+)(?:-(\d+))?$/
const RANGE = /^\s*([a-z]{0,5}\d[\da-z.]*|[ivxl]+)\s*(?:-+\s*([a-z]{0,5}\d[\da-z]*|[ivxl]+))?/
/** A further range: "230-5, 246-51", "233-238+230-235". A lone page there is a discussion or a continuation ("105-12; 113"). */
const FURTHER = /[,;+&/]\s*([a-z]{0,5}\d[\da-z]*)\s*-+\s*([a-z]{0,5}\d[\da-z]*)(?![\da-z])/g
/** A citation in the field of pages: "12(3):45-50", "12:45". */
const VOLUME_BEFORE = /^\d{1,4}\s*(?:\(\d{1,4}\))?\s*:\s*(?=[a-z]{0,5}\d)/

/**
 * Reads "5-38", "1195-7" (last page 1197), "1201--1225", "pp. S465–S466", "E731-4", "105-12; discussion 113", "c1804",
 * "230-5, 246-51", "12(3):45-50" and what spreadsheets make of "1-8" and "1-50" ("01-Aug", "Jan-50"). Leading zeros go.
 * Null where there is no page ("-", "n/a", and "#520", which is the number of an abstract).
 */
export function parsePages(raw: string): Pages | null {
  const plain = PLAIN.exec(raw)
  if (plain !== null) return { ...rangeOf(plain[1] ?? '', plain[2]), others: [] }
  const text = raw
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}#]+/u, '')
    .replace(/[\p{Pd}−]+/gu, '-')
    .replace(/^\s*(?:pages?|pp?|art(?:icle)?\.?(?:\s*(?:no|number|id))?)\b\s*[.:]?\s*/u, '')
    .replace(VOLUME_BEFORE, '')
    .replace(/^(\d{1,2})-([a-z]{3})$/, (whole, day: string, month: string) =>
      MONTHS.includes(month) ? `${day}-${MONTHS.indexOf(month) + 1}` : whole,
    )
    .replace(/^([a-z]{3})-(\d{2})$/, (whole, month: string, page: string) =>
      MONTHS.includes(month) ? `${MONTHS.indexOf(month) + 1}-${page}` : whole,
    )
  const found = RANGE.exec(text)
  if (found === null) return null
  const others = [...text.slice(found[0].length).matchAll(FURTHER)].map(([, first = '', last]) => rangeOf(first, last))
  return { ...rangeOf(found[1] ?? '', found[2]), others }
}

function rangeOf(from: string, to: string | undefined): PageRange {
  const first = tidy(from)
  const last = to === undefined ? '' : tidy(completed(first, to))
  return { first, last: last === first ? '' : last }
}

/**
 * Whether two page ranges agree. Null where that cannot be told: one is unknown, they are of different kinds ("1014" and
 * the article number "c1804", "123" and "123a"), only their last pages differ, or a single page lies inside the other's range.
 */
export function pagesAgree(a: Pages | null, b: Pages | null): boolean | null {
  if (a === null || b === null) return null
  if (a.first === b.first) return a.last === '' || b.last === '' || a.last === b.last ? true : null
  if (sameRange(a, b)) return true
  if (kindOf(a.first) !== kindOf(b.first) || liesInside(a, b) || liesInside(b, a)) return null
  return false
}

/** Whether both name the same range of several pages, first and last, at any place of their lists. */
export function sameRange(a: Pages | null, b: Pages | null): boolean {
  return rangesInCommon(a, b).length > 0
}

/** The number of pages of the longest range that both name; 0 where there is none, or it is not counted in Arabic numerals. */
export function spanInCommon(a: Pages | null, b: Pages | null): number {
  return Math.max(0, ...rangesInCommon(a, b).map(spanOf))
}

/** How many pages of one kind two (first) ranges have in common; 0 where one is a single page or they are of different kinds. */
export function pagesInCommon(a: Pages | null, b: Pages | null): number {
  if (a === null || b === null || a.last === '' || b.last === '' || kindOf(a.first) !== kindOf(b.first)) return 0
  const from = Math.max(number(a.first), number(b.first))
  const to = Math.min(number(a.last), number(b.last))
  return to >= from ? to - from + 1 : 0
}

/**
 * Whether this is an article number ("e43268", "cd006828"), which a journal gives once; a page of a supplement ("s1465")
 * or of a range is none.
 */
export function hasArticleNumber(pages: Pages | null): boolean {
  return pages !== null && pages.last === '' && /^(?!s\d)[a-z]{1,3}\d{4,}$/.test(pages.first)
}

function rangesInCommon(a: Pages | null, b: Pages | null): readonly PageRange[] {
  if (a === null || b === null) return []
  const others = [b, ...b.others]
  return [a, ...a.others].filter(({ first, last }) => last !== '' && others.some((other) => other.first === first && other.last === last))
}

function spanOf({ first, last }: PageRange): number {
  const span = number(last) - number(first) + 1
  return Number.isNaN(span) ? 0 : span
}

function liesInside(single: Pages, range: Pages): boolean {
  if (single.last !== '' || range.last === '') return false
  const page = number(single.first)
  return page >= number(range.first) && page <= number(range.last)
}

function number(page: string): number {
  return Number(/\d+/.exec(page)?.[0] ?? Number.NaN)
}

/** A page without its digits: "s", "e", "" and the "a" behind the pages of a supplement. */
function kindOf(page: string): string {
  return page.replace(/\d+/g, '#')
}

function letters(page: string): string {
  return /^[a-z]*/.exec(page)?.[0] ?? ''
}

/** A shortened last page takes the missing leading digits, and a missing letter prefix, from the first: 1195-7 is 1195-1197. */
function completed(first: string, last: string): string {
  const prefix = letters(first)
  const digits = first.slice(prefix.length)
  if (!/^\d+$/.test(last) || !/^\d+$/.test(digits)) return last
  return prefix + (last.length < digits.length ? digits.slice(0, digits.length - last.length) + last : last)
}

function tidy(page: string): string {
  return page.replace(/^([a-z]*)0+(?=\d)/, '$1').replace(/\.$/, '')
}
