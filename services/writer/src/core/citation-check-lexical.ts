import { checkSupport, type SupportCheck } from '@winnow/domain/citation-support-lexical.ts'
import type { CitedPlace } from './cited-places.ts'

/**
 * The check of a cited sentence by words alone (spec §12, without a model): against the evidence behind it when that still
 * counts, otherwise against what else its documents brought.
 */
export function lexicalCheck({ sentence, evidence }: CitedPlace): SupportCheck {
  const behind = evidence.filter((item) => sentence.evidence.includes(item.evidenceId))
  return checkSupport(sentence.text, behind.length > 0 ? behind : evidence)
}
