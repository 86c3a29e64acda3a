import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { explainPair, type PairExplanation } from '@winnow/domain/linkage/explain-pair.ts'
import type { Cluster } from '@winnow/domain/linkage/link-records.ts'
import { withoutControls } from '../output/without-controls.ts'
import { decisionWords, linkWords, recordLine } from './decision-words.ts'
import type { Deduplicated, LinkedDocument } from './deduplicated.ts'

/** Why two records of a library are one document or two. */
export interface TwoExplained {
  readonly a: Record
  readonly b: Record
  /** The id of the record that both are merged into; null where they are two documents. */
  readonly document: string | null
  /** The two looked at by themselves. */
  readonly pair: PairExplanation
  /** The decisions that lead from one to the other within their document; empty where they are two. */
  readonly chain: readonly MergeDecision[]
  /** What keeps their documents apart although the two would merge: records that contradict each other. */
  readonly contradictions: readonly { readonly a: string; readonly b: string; readonly veto: string }[]
  readonly linked: LinkedDocument | null
}

/** As many records of each document are looked at for contradictions, and as many contradictions are named (our figures). */
const LOOKED_AT = 100
const NAMED = 3

/** Explains two records by their ids; an id that is not there is given back. */
export function explainTwo(result: Deduplicated, idA: string, idB: string): TwoExplained | { readonly unknown: string } {
  const foundA = find(result.clusters, idA)
  if (foundA === undefined) return { unknown: idA }
  const foundB = find(result.clusters, idB)
  if (foundB === undefined) return { unknown: idB }
  const [a, clusterA] = foundA
  const [b, clusterB] = foundB
  const pair = explainPair(a, b)
  const isOne = clusterA === clusterB
  const keptIds = [clusterA.survivor.recordId, clusterB.survivor.recordId]
  return {
    a,
    b,
    document: isOne ? clusterA.survivor.recordId : null,
    pair,
    chain: isOne ? path(clusterA.decisions, idA, idB) : [],
    contradictions: isOne || !pair.merges ? [] : contradictions(clusterA, clusterB),
    linked: isOne ? null : (result.linked.find(({ text, work }) => keptIds.includes(text) && keptIds.includes(work)) ?? null),
  }
}

function find(clusters: readonly Cluster[], id: string): readonly [Record, Cluster] | undefined {
  for (const cluster of clusters) {
    const record = cluster.records.find(({ recordId }) => recordId === id)
    if (record !== undefined) return [record, cluster]
  }
  return undefined
}

/** The way from one record to the other along the decisions, which make a tree of the document. */
function path(decisions: readonly MergeDecision[], from: string, to: string): readonly MergeDecision[] {
  const byRecord = new Map<string, MergeDecision[]>()
  for (const decision of decisions) {
    for (const id of [decision.a, decision.b]) {
      const known = byRecord.get(id)
      if (known === undefined) byRecord.set(id, [decision])
      else known.push(decision)
    }
  }
  // How each record is reached; a map goes on over what is added to it meanwhile.
  const cameBy = new Map<string, MergeDecision | null>([[from, null]])
  for (const id of cameBy.keys()) {
    for (const decision of byRecord.get(id) ?? []) {
      const next = decision.a === id ? decision.b : decision.a
      if (!cameBy.has(next)) cameBy.set(next, decision)
    }
  }
  const way: MergeDecision[] = []
  let at = to
  for (let by = cameBy.get(at); by !== null && by !== undefined; by = cameBy.get(at)) {
    way.unshift(by)
    at = by.a === at ? by.b : by.a
  }
  return way
}

function contradictions(a: Cluster, b: Cluster): TwoExplained['contradictions'] {
  const vetoed = a.records.slice(0, LOOKED_AT).flatMap((x) =>
    b.records.slice(0, LOOKED_AT).flatMap((y) => {
      const { veto } = explainPair(x, y)
      return veto === null ? [] : [{ a: x.recordId, b: y.recordId, veto }]
    }),
  )
  return vetoed.slice(0, NAMED)
}

/** The explanation for a person, the verdict first. */
export function explainTwoText(explained: TwoExplained): string {
  const { a, b, pair } = explained
  const lines = [
    `${a.recordId}  ${recordLine(a)}`,
    `${b.recordId}  ${recordLine(b)}`,
    '',
    ...verdict(explained),
    '',
    'By themselves:',
    ...pair.sentences.map((sentence) => `  ${sentence}`),
  ]
  return withoutControls(lines.join('\n'))
}

function verdict({ a, b, document, pair, chain, contradictions: found, linked }: TwoExplained): readonly string[] {
  if (document !== null) {
    const kept = a.recordId === b.recordId ? 'One record.' : `One document; ${document} is kept.`
    if (chain.length < 2) return [kept, ...chain.map((decision) => `  ${decisionWords(decision)}`)]
    return [`${kept} They come together through other records:`, ...chain.map((decision) => `  ${decisionWords(decision)}`)]
  }
  const about = linked === null ? [] : [`${linkWords(linked)}.`]
  if (!pair.merges) return ['Two documents.', ...about]
  if (found.length > 0)
    return [
      'Two documents, as other records of theirs contradict each other:',
      ...found.map((one) => `  ${one.a} and ${one.b}: ${one.veto}`),
    ]
  return [
    'Two documents, as one of the two says too little (no identifier, authors and year) to choose between works, or a stronger match came first.',
    ...about,
  ]
}
