import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'

/** Evidence whose claim is the sentence that it quotes, as a reader of a story took it down. */
export function verifiedEvidence(
  evidenceId: string,
  subquestionId: string,
  sentence: string,
  support: 'supports' | 'refutes' = 'supports',
): EvidenceItem {
  return {
    evidenceId,
    subquestionId,
    claim: sentence,
    quote: sentence,
    quoteCheck: 'verified',
    location: { section: 'Results' },
    support,
    strength: 0.7,
  }
}
