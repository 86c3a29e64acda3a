import { nameLine } from '@winnow/bibliography/write/bibliography-item.ts'
import type { Author } from '@winnow/contracts/entities/record.ts'

/** Authors named before "et al." (our reading; some works have thousands). */
export const namedAuthors = 8

/** The authors of a work in one line: the first eight, then "et al."; "No author given" when there is none. */
export function authorLine(authors: readonly Author[], truncated = false): string {
  const names = authors.map(nameLine).filter((name) => name !== '')
  if (names.length === 0) return 'No author given'
  return `${names.slice(0, namedAuthors).join('; ')}${truncated || names.length > namedAuthors ? ' et al.' : ''}`
}
