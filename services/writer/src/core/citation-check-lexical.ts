import { lexicalSupport } from '@winnow/domain/citation-support-lexical.ts'
import type { Verdict } from './citation-check-reply.ts'
import type { CitedPlace } from './cited-places.ts'

/**
 * The verdict on a cited sentence by words alone (spec §12, without a model): against the evidence behind it when that
 * still counts, otherwise against what else its documents brought.
 */
export function lexicalVerdict({ sentence, evidence }: CitedPlace): Verdict {
  const behind = evidence.filter((item) => sentence.evidence.includes(item.evidenceId))
  return lexicalSupport(sentence.text, behind.length > 0 ? behind : evidence)
}
