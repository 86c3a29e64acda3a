import type { Record } from '@winnow/contracts/entities/record.ts'
import { DisjointSets } from '../disjoint-sets.ts'
import { compareRecords } from '../record-order.ts'
import { type Citation, type CitationSet, readCitations } from './citation.ts'
import { citationPairs } from './citation-pairs.ts'
import { differByConsensus } from './cluster-consensus.ts'
import { type CitationDecision, compareCitations } from './compare-citations.ts'

/** An accepted decision on two citations, by their record ids; `score` in points above what is needed. */
export type CitationLink = { readonly a: string; readonly b: string; readonly score: number; readonly signals: readonly string[] }

/** Citations of one work in canonical order, and the decisions that joined those described differently. */
export type CitationCluster = { readonly records: readonly Record[]; readonly links: readonly CitationLink[] }

/** So many descriptions of a cluster speak for it when two clusters are compared (our figure). */
const SPEAKERS = 12

/** Whether two records cite one work, looked at by themselves: without a set around them less is known of their words. */
export function sameCitation(a: Record, b: Record): CitationDecision {
  const { citations, weights } = readCitations([a, b])
  const [x, y] = citations
  if (x === undefined || y === undefined) throw new Error('two records are two citations')
  return compareCitations(x, y, weights)
}

/**
 * Groups noisy citations by the work they cite: reference strings, scraped entries, records with little or misplaced
 * content. Not for exports of databases: `linkRecords` demands more and merges less. Links are taken strongest first; two
 * clusters become one if their descriptions are one work on average and not systematically different, so that one
 * citation that fits both does not bridge two works. The result depends on the set of records alone. Every record stands
 * in one cluster, by the canonical order of their first records.
 */
export function linkCitations(records: readonly Record[]): readonly CitationCluster[] {
  const sorted = records.toSorted(compareRecords)
  const all = readCitations(sorted)
  const alike = [...Map.groupBy(all.citations.keys(), (position) => descriptionOf(citationAt(all, position))).values()]
  const set: CitationSet = { citations: alike.map(([first = -1]) => citationAt(all, first)), weights: all.weights }
  const clusters = new DisjointSets(set.citations.length)
  const accepted = linksOf(set).filter(({ a, b }) => join(clusters, set, a, b))
  const acceptedIn = Map.groupBy(accepted, ({ a }) => clusters.root(a))
  return [...Map.groupBy(set.citations.keys(), (index) => clusters.root(index))].map(([root, members]) => ({
    records: members
      .flatMap((index) => alike[index] ?? [])
      .sort((x, y) => x - y)
      .flatMap((position) => sorted[position] ?? []),
    links: (acceptedIn.get(root) ?? []).map(({ a, b, score, signals }) => ({
      a: citationAt(set, a).record.recordId,
      b: citationAt(set, b).record.recordId,
      score,
      signals,
    })),
  }))
}

type Link = CitationDecision & { readonly a: number; readonly b: number }

/** The pairs that are one work, strongest first. */
function linksOf(set: CitationSet): readonly Link[] {
  return citationPairs(set.citations)
    .map(([a, b]) => ({ a, b, ...compareCitations(citationAt(set, a), citationAt(set, b), set.weights) }))
    .filter(({ same }) => same)
    .sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
}

/** Unites the clusters of two citations and says so, unless they are one already or not one work. */
function join(clusters: DisjointSets, set: CitationSet, a: number, b: number): boolean {
  if (clusters.root(a) === clusters.root(b)) return false
  const speakers = (index: number) =>
    clusters
      .members(index)
      .slice(0, SPEAKERS)
      .map((member) => citationAt(set, member))
  const [left, right] = [speakers(a), speakers(b)]
  const points = left.flatMap((x) => right.map((y) => compareCitations(x, y, set.weights).score)).reduce((sum, score) => sum + score, 0)
  if (points <= 0 || differByConsensus(left, right)) return false
  clusters.unite(a, b)
  return true
}

/** Equal for citations that nothing tells apart. */
function descriptionOf({ title, names, years, text, pages, medium, kind }: Citation): string {
  return JSON.stringify([title, names, years, text, pages, medium, kind])
}

function citationAt({ citations }: CitationSet, position: number): Citation {
  const citation = citations[position]
  if (citation === undefined) throw new Error(`no citation at position ${position}`)
  return citation
}
