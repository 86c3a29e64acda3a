import { stableHash } from '@winnow/text/stable-hash.ts'
import { isAdmissible, liveDocuments } from './live-documents.ts'
import { screenedScore } from './pair-score.ts'
import { type DocumentState, type RunState, relevantFrom } from './state.ts'

type Sampled = Pick<RunState, 'request' | 'documents' | 'aliases'>

/**
 * A random sample of at most `size` documents that screening excluded, in random order. Each document has a number for good
 * (the hash of the question and its first record), and the smallest are taken (permanent random numbers, Ohlsson 1995): the
 * same run gives the same sample, and what later searches exclude joins it without what was screened again being lost.
 */
export function exclusionSample(state: Sampled, size: number): readonly DocumentState[] {
  const question = state.request?.question ?? ''
  return excludedByScreening(state)
    .map((document) => ({ document, number: stableHash(`${question}\n${document.records[0] ?? ''}`) }))
    .sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0))
    .slice(0, size)
    .map(({ document }) => document)
}

/** Documents that were screened and found relevant to nothing, before a sample of them was screened again. */
export function excludedByScreening(state: Sampled): readonly DocumentState[] {
  return screenedDocuments(state).filter((document) => !wasIncluded(document))
}

/** Documents that screening found relevant to something, before a sample of the others was screened again. */
export function includedByScreening(state: Sampled): readonly DocumentState[] {
  return screenedDocuments(state).filter(wasIncluded)
}

/** What the user decided, retracted works and notices are no matter of screening. */
function screenedDocuments(state: Sampled): readonly DocumentState[] {
  return liveDocuments(state).filter(
    (document) => document.override === null && isAdmissible(document) && Object.keys(document.scores).length > 0,
  )
}

function wasIncluded({ scores }: DocumentState): boolean {
  return Object.values(scores).some((pair) => screenedScore(pair) >= relevantFrom)
}
