import { type ClusteredEvidence, claimClusters, supportingDocuments } from './clusters.ts'

/** Supporting documents that give full coverage (spec §2). */
export const documentsForFullCoverage = 5

/**
 * The coverage of a subquestion without a synthesizer (spec §2): min(1, supporting documents / 5), halved if every claim
 * cluster is weakly supported. In [0,1]; 0 without evidence. `items` are the usable evidence of any subquestions.
 */
export function fallbackCoverage(items: readonly ClusteredEvidence[], subquestionId: string): number {
  const own = items.filter((item) => item.subquestionId === subquestionId)
  const coverage = Math.min(1, supportingDocuments(own).size / documentsForFullCoverage)
  return claimClusters(own).every((cluster) => cluster.weak) ? coverage / 2 : coverage
}
