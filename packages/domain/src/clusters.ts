import { compareIds } from '@winnow/contracts/ids.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import type { EvidenceState } from './state.ts'

/** Below this strength of its strongest item a cluster is weakly supported (spec §9). */
export const strongFrom = 0.5
/** With fewer distinct supporting documents a cluster is weakly supported (spec §9). */
export const supportingDocumentsWanted = 2

/** What a cluster needs to know of an evidence item; `documentId` is the document that it belongs to now. */
export type ClusteredEvidence = Pick<EvidenceState, 'evidenceId' | 'documentId' | 'subquestionId' | 'claimKey' | 'strength' | 'support'>

export interface ClaimCluster {
  readonly key: string
  readonly subquestionId: string
  readonly evidenceIds: readonly string[]
  /** Distinct documents of its items, whatever their support, by number. */
  readonly documents: readonly string[]
  /** Distinct documents with an item that supports the claim. */
  readonly supporting: number
  readonly strongest: number
  readonly weak: boolean
}

/**
 * The key of a claim: a hash of its normalised text (spec §9), so that only equal wordings fall together, a deliberate
 * lower bound. Comparison signs and the minus of a number stay part of it, which the folding of titles would drop.
 */
export function claimKey(claim: string): string {
  const spelled = claim
    .normalize('NFC')
    .replace(/(?<![\p{L}\p{N}])[-−–](?=[.,]?\p{N})/gu, ' minus ')
    .replace(/<=|≤/gu, ' at most ')
    .replace(/>=|≥/gu, ' at least ')
    .replace(/</gu, ' below ')
    .replace(/>/gu, ' above ')
    .replace(/≠/gu, ' not equal ')
  return stableHash(normaliseTitle(spelled) || claim.trim())
}

/**
 * Evidence grouped by subquestion and claim key, ordered by subquestion and then by first evidence item (spec §9). Give it
 * `usableEvidence(state)`. A cluster is weak with fewer than two distinct supporting documents (only `supports` counts, our
 * reading: mixed and background findings do not establish a claim) or when its strongest item is below 0.5.
 */
export function claimClusters(items: readonly ClusteredEvidence[]): readonly ClaimCluster[] {
  const inOrder = [...items].sort((a, b) => compareIds(a.evidenceId, b.evidenceId))
  const groups = Map.groupBy(inOrder, (item) => `${item.subquestionId} ${item.claimKey}`)
  return [...groups.values()].map(clusterOf).sort((a, b) => compareIds(a.subquestionId, b.subquestionId))
}

function clusterOf(items: readonly ClusteredEvidence[]): ClaimCluster {
  const first = items[0]
  if (first === undefined) throw new Error('a cluster without evidence')
  const supporting = supportingDocuments(items).size
  const strongest = Math.max(...items.map((item) => item.strength))
  return {
    key: first.claimKey,
    subquestionId: first.subquestionId,
    evidenceIds: items.map((item) => item.evidenceId),
    documents: [...new Set(items.map((item) => item.documentId))].sort(compareIds),
    supporting,
    strongest,
    weak: supporting < supportingDocumentsWanted || strongest < strongFrom,
  }
}

/** Ids of the documents with at least one item that supports its claim. */
export function supportingDocuments(items: readonly ClusteredEvidence[]): ReadonlySet<string> {
  return new Set(items.filter((item) => item.support === 'supports').map((item) => item.documentId))
}
