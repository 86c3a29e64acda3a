import { levenshteinSimilarity } from './levenshtein.ts'

/** Two headings are the same from this similarity on, in small letters without number and punctuation. */
const SAME_HEADING = 0.9

/** Text as it is compared: small letters and digits, without accents, one space between words. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A heading as it is compared: `comparable` without its number ("2.1", "IV.", "A.1"). */
export function comparableHeading(heading: string): string {
  return comparable(heading.replace(/^\s*(?:\d+(?:\.\d+)*\.?|[IVX]+\.|[A-Z](?:\.\d+)+)\s+/, ''))
}

/** Matches found headings to the true ones, each at most once, in order of the true ones. Counts of both and of the matches. */
export function matchHeadings(found: readonly string[], gold: readonly string[]): { matched: number; missing: string[]; extra: string[] } {
  const left = found.map(comparableHeading)
  const missing: string[] = []
  let matched = 0
  for (const title of gold) {
    const wanted = comparableHeading(title)
    const index = left.findIndex((heading) => heading === wanted || levenshteinSimilarity(heading, wanted) >= SAME_HEADING)
    if (index === -1) missing.push(title)
    else {
      matched += 1
      left.splice(index, 1)
    }
  }
  return { matched, missing, extra: left }
}

/** The harmonic mean of precision and recall; 0 when nothing matches. */
export function f1(matched: number, found: number, gold: number): number {
  return found + gold === 0 ? 1 : (2 * matched) / (found + gold)
}
