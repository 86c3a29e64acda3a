import type { Corpus } from '@winnow/domain/corpus.ts'
import { asScreeningRecord, textOf } from '@winnow/domain/document-text.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { type RunState, recordKey } from '@winnow/domain/state.ts'
import type { Works } from './works.ts'

/** Digits of a score: equal ones stay equal on every machine. */
const precision = 10_000
/** Known documents that the word statistics are taken from beside the new ones, so that a round costs no more in a large run. */
export const statisticsFrom = 1_000

/**
 * The works with their place in the order of screening among their features: how well their texts fit question and criteria,
 * in the word statistics of the documents as they are after linkage. State holds no texts, so that the place is written down
 * where the texts are at hand. A known document that is not ranked anew keeps its place. Throws for a run that nobody requested.
 */
export function withScreeningScores(works: Works, state: RunState, corpus: Corpus): Works {
  const { request } = corpus
  if (request === null) throw new Error('records are linked after the run was requested')
  let places: ReadonlyMap<string, number> | null = null
  return {
    ...works,
    featuresOf: (documentId) => {
      places ??= ranked(works, state, { question: request.question, criteria: request.criteria ?? '' })
      const screeningScore = places.get(documentId) ?? state.documents[documentId]?.features.screeningScore
      return { ...works.featuresOf(documentId), ...(screeningScore === undefined ? {} : { screeningScore }) }
    },
  }
}

function ranked(
  works: Works,
  state: RunState,
  task: { readonly question: string; readonly criteria: string },
): ReadonlyMap<string, number> {
  const documentIds = [...works.records.keys()].filter((id, place) => place < statisticsFrom || state.documents[id] === undefined)
  const { scores } = rankByQuestion(
    documentIds.map((documentId) => {
      // By their keys, as everywhere: an index has them in the order in which they came.
      const records = (works.records.get(documentId) ?? []).toSorted((a, b) => (a.recordId < b.recordId ? -1 : 1))
      const best = recordKey(works.featuresOf(documentId).survivor)
      const survivor = records.find(({ recordId }) => recordId === best)
      if (survivor === undefined) throw new Error(`the best record of ${documentId} is none of its records`)
      return asScreeningRecord(textOf(documentId, survivor, records))
    }),
    task,
  )
  return new Map(documentIds.map((documentId, place) => [documentId, Math.round((scores[place] ?? 0) * precision) / precision]))
}
