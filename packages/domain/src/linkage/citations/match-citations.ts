import type { Record } from '@winnow/contracts/entities/record.ts'
import { compareRecords } from '../record-order.ts'
import { type Citation, readCitations } from './citation.ts'
import { citationPairs } from './citation-pairs.ts'
import { compareCitations } from './compare-citations.ts'

/** A record of each of two sources that are one work; `score` in points above what is needed. */
export type CitationMatch = { readonly left: Record; readonly right: Record; readonly score: number; readonly signals: readonly string[] }

/**
 * Matches two sources of which each has a work once (the references of a paper and a library): every record has at most
 * one counterpart, the best pairs first, so that of two versions of a title each finds its own. By the order of strength;
 * the result does not depend on the order of input.
 */
export function matchCitations(left: readonly Record[], right: readonly Record[]): readonly CitationMatch[] {
  const [ofLeft, ofRight] = [left.toSorted(compareRecords), right.toSorted(compareRecords)]
  const { citations, weights } = readCitations([...ofLeft, ...ofRight])
  const at = (position: number): Citation => {
    const citation = citations[position]
    if (citation === undefined) throw new Error(`no citation at position ${position}`)
    return citation
  }
  const found = citationPairs(citations)
    .filter(([a, b]) => a < ofLeft.length && b >= ofLeft.length)
    .map(([a, b]) => ({ a, b, ...compareCitations(at(a), at(b), weights) }))
    .filter(({ same }) => same)
    .sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
  const taken = new Set<number>()
  return found.flatMap(({ a, b, score, signals }) => {
    if (taken.has(a) || taken.has(b)) return []
    taken.add(a).add(b)
    return [{ left: at(a).record, right: at(b).record, score, signals }]
  })
}
