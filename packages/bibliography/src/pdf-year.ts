const YEAR = '(?<!\\d)((?:19|20)\\d{2})(?!\\d)'

/** How first pages print the year of their own publication, the surest first (our reading). */
const PRINTED: readonly RegExp[] = [
  // "2021;34(2)", "(2021) 54(10):", "53(4) 2023", "34(2), 2021", "33:e200068, 2021"
  new RegExp(`${YEAR}\\s*;\\s*\\d|\\(${YEAR}\\)\\s*\\d+\\s*[(:]|\\d\\(\\d+\\),?\\s+${YEAR}|\\d:\\s*e?\\d[\\d\\u2013-]*,\\s*${YEAR}`, 'g'),
  new RegExp(`^.*\\bproceedings of\\b.{0,100}?${YEAR}`, 'gim'),
  // "Published online: 3 May 2021", "Published 2021-05-03"; not "published from 1972 to 2018"
  new RegExp(`\\bpublished(?: online)?\\s*(?::|\\bon\\b|(?=\\d)).{0,30}?${YEAR}`, 'gi'),
  new RegExp(`(?:\\u00A9|\\(c\\)|copyright)\\s*(?:by\\s*)?${YEAR}`, 'gi'),
]

/**
 * The year of a paper from its first page (lines parted by line feeds): what the surest form there says, where all of
 * that form say the same. Failing that the year of the file's creation ("D:20210318…"), but only when the page prints
 * that year too: a scan of an old paper, or one printed today, was created in a year that is not its own.
 */
export function yearOfFirstPage(page: string, creationDate: unknown): string | undefined {
  for (const pattern of PRINTED) {
    const years = new Set([...page.matchAll(pattern)].flatMap((match) => match.slice(1).filter((year) => year !== undefined)))
    if (years.size === 1) return [...years][0]
  }
  const created = typeof creationDate === 'string' ? /^D:(\d{4})/.exec(creationDate)?.[1] : undefined
  return created !== undefined && new RegExp(`(?<!\\d)${created}(?!\\d)`).test(page) ? created : undefined
}
