import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import { isStated, statedNumbers } from '../citation/stated-numbers.ts'

/** The numbers that a report states, and those that stand in none of the texts it cites for them. */
export interface TraceableNumbers {
  readonly numbers: number
  readonly traced: number
  /** A sentence and its number, as written. */
  readonly untraced: readonly { readonly number: string; readonly sentence: string }[]
}

/**
 * Looks up every number of a report's sentences in the texts that the sentence cites (spec §14: every number is traceable).
 * `textsOf`: what was read of a document, such as its title and abstract. A sentence that cites nothing traces nothing.
 */
export function traceableNumbers(
  content: Pick<ReportContent, 'summary' | 'sections'>,
  textsOf: (documentId: string) => readonly string[],
): TraceableNumbers {
  const sentences = [...content.summary, ...content.sections.flatMap(({ paragraphs }) => paragraphs.flat())]
  const stated = sentences.flatMap((sentence) => numbersOf(sentence, textsOf))
  const untraced = stated.filter(({ traced }) => !traced).map(({ number, sentence }) => ({ number, sentence }))
  return { numbers: stated.length, traced: stated.length - untraced.length, untraced }
}

function numbersOf({ text, citations }: CitedSentence, textsOf: (documentId: string) => readonly string[]) {
  const numbers = statedNumbers(text)
  if (numbers.length === 0) return []
  const known = citations.flatMap(textsOf).flatMap(statedNumbers)
  return numbers.map((number) => ({ number: number.shown, sentence: text, traced: isStated(number, known) }))
}
