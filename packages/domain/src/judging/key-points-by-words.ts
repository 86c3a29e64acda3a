import { checkSupport } from '../citation-support-lexical.ts'
import type { PointVerdict } from './key-points.ts'

/**
 * What an answer does with a gold point, by words alone: the point is checked as a sentence that cites the answer (`checkSupport`).
 * A point that the answer supports in part is omitted, and one that has another number in it too (our reading).
 */
export function pointByWords(point: string, sentences: readonly string[]): PointVerdict {
  const { verdict, flaw } = checkSupport(
    point,
    sentences.map((sentence) => ({ claim: sentence, quote: '' })),
  )
  if (verdict === 'supported') return 'supported'
  return flaw?.kind === 'contradicted' ? 'contradicted' : 'omitted'
}
