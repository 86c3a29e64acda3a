import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { type ClaimCluster, claimClusters } from '@winnow/domain/clusters.ts'
import { documentsForFullCoverage, fallbackCoverage } from '@winnow/domain/coverage.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { citedFrom } from './cited-sentence.ts'
import { extractiveSentence } from './extractive-sentence.ts'
import type { PassedEvidence } from './passed-evidence.ts'
import type { SubquestionAnswer } from './synthesis-reply.ts'

/** Claims listed under a subquestion without a synthesizer (our reading of "strongest claims", spec §2). */
export const claimsListed = 8

/**
 * The answer without a synthesizer (spec §2): the strongest claims under the subquestion, one sentence a cluster, what is
 * not established, and the coverage by formula. `evidence` is that of the subquestion; without any the answer is empty.
 */
export function extractiveAnswer(subquestion: string, evidence: readonly PassedEvidence[]): SubquestionAnswer {
  const listed = strongestClusters(evidence)
  const coverage = evidence[0] === undefined ? 0 : fallbackCoverage(evidence, evidence[0].subquestionId)
  return {
    answer: listedClaims(evidence),
    notEstablished: notEstablished(subquestion, listed, evidence),
    contradictions: opposed(subquestion, evidence),
    coverage,
    removedCitations: 0,
  }
}

/** The strongest claims of some evidence, each a sentence cited to its documents: what stands where no model writes. */
export function listedClaims(evidence: readonly PassedEvidence[]): readonly CitedSentence[] {
  return strongestClusters(evidence).map((cluster) => sentenceOf(cluster, evidence))
}

/** By strength, then by supporting documents, then by first evidence item; clusters of nothing but background come last. */
function strongestClusters(evidence: readonly PassedEvidence[]): readonly ClaimCluster[] {
  const background = new Set(evidence.filter((item) => item.support === 'background').map((item) => item.evidenceId))
  const rank = (cluster: ClaimCluster) => (cluster.evidenceIds.every((id) => background.has(id)) ? 1 : 0)
  // A stable sort: clusters come in the order of their first evidence item.
  const ordered = [...claimClusters(evidence)].sort((a, b) => rank(a) - rank(b) || b.strongest - a.strongest || b.supporting - a.supporting)
  return ordered.slice(0, claimsListed)
}

/** A cluster as one sentence, told by its strongest item. A verbatim quote is cited to the item that it comes from alone. */
function sentenceOf(cluster: ClaimCluster, evidence: readonly PassedEvidence[]): CitedSentence {
  const items = evidence.filter((item) => cluster.evidenceIds.includes(item.evidenceId))
  const [teller] = [...items].sort((a, b) => b.strength - a.strength)
  if (teller === undefined) throw new Error(`cluster ${cluster.key} has no evidence`)
  const { text, verbatim } = extractiveSentence(teller)
  return citedFrom(text, verbatim ? [teller] : items)
}

function notEstablished(subquestion: string, listed: readonly ClaimCluster[], evidence: readonly PassedEvidence[]): readonly string[] {
  const about = `“${plainSentence(subquestion)}”`
  const supporting = new Set(evidence.filter((item) => item.support === 'supports').map((item) => item.documentId)).size
  const weak = listed.filter((cluster) => cluster.weak).length
  return [
    ...(supporting < documentsForFullCoverage
      ? [`${about}: ${counted(supporting, 'document')} read in support, too few for a settled answer.`]
      : []),
    ...(weak > 0
      ? [`${about}: ${weak} of ${counted(listed.length, 'listed claim')} weakly supported, by a single document or by weak evidence.`]
      : []),
  ]
}

/** One note where some evidence refutes what other evidence supports, with the evidence of both sides. */
function opposed(subquestion: string, evidence: readonly PassedEvidence[]): SubquestionAnswer['contradictions'] {
  const refuting = evidence.filter((item) => item.support === 'refutes')
  const supporting = evidence.filter((item) => item.support === 'supports')
  if (refuting.length === 0 || supporting.length === 0) return []
  const note = `“${plainSentence(subquestion)}”: ${counted(refuting.length, 'finding')} against ${counted(supporting.length, 'finding')} in support.`
  const sides = new Set([...supporting, ...refuting].map((item) => item.evidenceId))
  return [{ note, evidence: evidence.map((item) => item.evidenceId).filter((id) => sides.has(id)) }]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
