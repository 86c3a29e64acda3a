import { cleanLine } from './clean-text.ts'

/**
 * The year of a date or year field: "2012/05//", "(1989b).", "Start date: 20170812", "1997.0". A value that is nothing
 * but one to four digits is taken as it stands ("888"); 0 and text without a year give undefined.
 */
export function parseYear(value: string): number | undefined {
  const found = /(?<!\d)(1[4-9]\d{2}|20\d{2})(?=\d{4}(?!\d)|(?!\d))/.exec(value)?.[1] ?? /^\s*(\d{1,4})\s*$/.exec(value)?.[1]
  const year = Number(found ?? 0)
  return year === 0 ? undefined : year
}

/** Pages with plain hyphens and no "pp.": "12--19", "12–19", "pp. 12 - 19" and "p12-19" become "12-19"; "7-7" is "7". */
export function normalisePages(value: string): string | undefined {
  const pages = cleanLine(value)
    .replace(/\s*[-\u2010-\u2015\u2212]+\s*/g, '-')
    .replace(/^\(?[Pp](?:p|ages?|g)?\.?\s*(?=[\dA-Z])/, '')
    .replace(/^-|-$/g, '')
    .replace(/^([^\s,-]+)-\1$/, '$1')
  return pages === '' ? undefined : pages
}

/** Pages from a first and last page; an end that repeats the start is left out. */
export function pageRange(first: string | undefined, last: string | undefined): string | undefined {
  const start = first?.trim() ?? ''
  const end = last?.trim() ?? ''
  if (start === '' || end === '' || start === end || /[-\u2013]/.test(start)) return start === '' ? undefined : start
  return `${start}-${end}`
}

/** Keywords of one text: parted by ";" or line feeds where there are any, otherwise by ",". */
export function splitKeywords(text: string): string[] {
  return text.split(/[;\n]/.test(text) ? /[;\n]/ : /,/)
}
