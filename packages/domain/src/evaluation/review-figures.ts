import { liveDocuments } from '../live-documents.ts'
import { citedDocuments } from '../prisma.ts'
import { type RunState, recordKey, relevantFrom } from '../state.ts'

/** How many of the included records are behind some documents of a run. */
export interface FoundFigures {
  /** Documents. */
  readonly documents: number
  /** Included records that are one of these documents. */
  readonly foundIncluded: number
  /** foundIncluded / included records. */
  readonly recall: number
  /** The share of these documents with an included record; 0 for none. */
  readonly precision: number
}

/** A run on a labelled corpus, measured from its state (spec §14). */
export interface ReviewFigures {
  readonly included: number
  /** Works: records without duplicates. */
  readonly documents: number
  readonly screened: FoundFigures
  /** Screened and found relevant. */
  readonly relevant: FoundFigures
  readonly read: FoundFigures
  readonly cited: FoundFigures
}

/**
 * What a run did with the included records of a corpus, which `included` names by their ids in the library. A document is
 * one work, of which the corpus may have several records: it is read once, and then all of them are found. Throws where
 * nothing is included: there is no recall.
 */
export function reviewFigures(state: RunState, included: ReadonlySet<string>): ReviewFigures {
  if (included.size === 0) throw new Error('there is no recall of nothing')
  const keys = new Set([...included].map((recordId) => recordKey({ source: 'library', recordId })))
  const documents = liveDocuments(state)
  const cited = new Set(citedDocuments(state))
  const figures = (those: typeof documents): FoundFigures => {
    const found = those.map(({ records }) => records.filter((key) => keys.has(key)).length)
    const foundIncluded = found.reduce((sum, count) => sum + count, 0)
    return {
      documents: those.length,
      foundIncluded,
      recall: foundIncluded / included.size,
      precision: those.length === 0 ? 0 : found.filter((count) => count > 0).length / those.length,
    }
  }
  const screened = documents.filter(({ scores }) => Object.keys(scores).length > 0)
  return {
    included: included.size,
    documents: documents.length,
    screened: figures(screened),
    relevant: figures(screened.filter(({ scores }) => Object.values(scores).some(({ score }) => score >= relevantFrom))),
    read: figures(documents.filter(({ readFor }) => Object.values(readFor).includes('read'))),
    cited: figures(documents.filter(({ documentId }) => cited.has(documentId))),
  }
}
