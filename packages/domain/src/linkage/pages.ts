/** A page range for comparison: folded first page ("s465", "e1804", "1195") and last page, '' where it has one page. */
export type Pages = { readonly first: string; readonly last: string }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Reads "5-38", "1195-7" (last page 1197), "1201--1225", "pp. S465–S466", "E731-4", "105-12; discussion 113", "c1804",
 * and what spreadsheets make of "1-8" ("01-Aug", "8-Jan"). Leading zeros go. Null where there is no page ("-", "n/a").
 */
export function parsePages(raw: string): Pages | null {
  const text = raw
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[\p{Pd}−]+/gu, '-')
    .replace(/^\s*(?:pages?|pp?|art(?:icle)?\.?(?:\s*(?:no|number|id))?)\b\s*[.:]?\s*/u, '')
    .replace(/^(\d{1,2})-([a-z]{3})$/, (whole, day: string, month: string) =>
      MONTHS.includes(month) ? `${day}-${MONTHS.indexOf(month) + 1}` : whole,
    )
  const found = /^\s*([a-z]{0,5}\d[\da-z.]*|[ivxl]+)\s*(?:-+\s*([a-z]{0,5}\d[\da-z]*|[ivxl]+))?/.exec(text)
  if (found === null) return null
  const first = tidy(found[1] ?? '')
  const last = found[2] === undefined ? '' : tidy(completed(first, found[2]))
  return { first, last: last === first ? '' : last }
}

/**
 * Whether two page ranges agree. Null where that cannot be told: one is unknown, they are of different kinds ("1014" and
 * the article number "c1804"), only their last pages differ, or a single page lies inside the other's range.
 */
export function pagesAgree(a: Pages | null, b: Pages | null): boolean | null {
  if (a === null || b === null) return null
  if (a.first === b.first) return a.last === '' || b.last === '' || a.last === b.last ? true : null
  if (letters(a.first) !== letters(b.first) || liesInside(a, b) || liesInside(b, a)) return null
  return false
}

/** Whether both name the same range of several pages, first and last. */
export function sameRange(a: Pages | null, b: Pages | null): boolean {
  return a !== null && b !== null && a.last !== '' && a.first === b.first && a.last === b.last
}

function liesInside(single: Pages, range: Pages): boolean {
  if (single.last !== '' || range.last === '') return false
  const page = number(single.first)
  return page >= number(range.first) && page <= number(range.last)
}

function number(page: string): number {
  return Number(/\d+/.exec(page)?.[0] ?? Number.NaN)
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
