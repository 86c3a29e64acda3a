import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'

/** What evidence is sought for: a question, or a comparison of a trial. */
export type EvidenceRequest =
  | { readonly question: string }
  | { readonly intervention: string; readonly comparator: string; readonly outcome: string }

/** A part of a request: its words (stems), the pairs of words that follow each other, and how much it weighs. */
export interface RequestElement {
  readonly terms: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
  readonly weight: number
}

/**
 * How much the elements of a comparison weigh (our reading): its outcome tells its results from the others of the same
 * trial, which nearly all name intervention and comparator.
 */
export const elementWeight = { outcome: 3, intervention: 1, comparator: 1 }

/** The elements of a request; those without content words are left out. */
export function requestElements(request: EvidenceRequest): readonly RequestElement[] {
  const elements =
    'question' in request
      ? [element(request.question, 1)]
      : [
          element(request.outcome, elementWeight.outcome),
          element(request.intervention, elementWeight.intervention),
          element(request.comparator, elementWeight.comparator),
        ]
  return elements.filter(({ terms }) => terms.size > 0)
}

function element(text: string, weight: number): RequestElement {
  const terms = contentWords(text)
  return { terms: new Set(terms), pairs: wordPairs(terms), weight }
}

/** The stems of a text without stop words, in order. */
export function contentWords(text: string): readonly string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map(stem)
}

/** The pairs of neighbours in a list of words, each as "first second". */
export function wordPairs(terms: readonly string[]): ReadonlySet<string> {
  return new Set(terms.slice(1).map((term, index) => `${terms[index]} ${term}`))
}

/**
 * The abbreviations of a text (see `acronymsIn`) as stems: that of the short form → those of the words of the long form. Short
 * forms that are more than one word once folded are left out.
 */
export function acronymStems(
  acronyms: ReadonlyMap<string, string>,
  stemOf: (word: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [short, long] of acronyms) {
    const [key, ...more] = words(short.replaceAll('-', ''))
    const stems = words(long)
      .filter((word) => !isStopWord(word))
      .map(stemOf)
    if (key !== undefined && more.length === 0 && stems.length > 0) found.set(stemOf(key), stems)
  }
  return found
}

/** Terms with what their abbreviations stand for, and with the abbreviation of what stands there in full. */
export function withAcronyms(terms: Iterable<string>, acronyms: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const all = new Set(terms)
  for (const [short, long] of acronyms) {
    if (all.has(short)) for (const term of long) all.add(term)
    else if (long.length > 1 && long.every((term) => all.has(term))) all.add(short)
  }
  return all
}
