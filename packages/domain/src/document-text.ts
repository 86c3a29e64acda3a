import type { Record } from '@winnow/contracts/entities/record.ts'
import { isPlaceholderAbstract } from '@winnow/text/placeholder-abstract.ts'
import { type Corpus, recordsOf, survivorOf } from './corpus.ts'
import type { ScreeningRecord } from './screening/screening-record.ts'
import { screeningRecordOf } from './screening/screening-record-of.ts'
import type { RunState } from './state.ts'

/** What is shown of a document to screeners and readers, and which record each text is from ("source:recordId"). */
export interface DocumentText {
  readonly documentId: string
  readonly title: string
  readonly abstract: string | null
  /** The record whose abstract it is; the survivor's when there is none. */
  readonly record: Record
  /** The abstract is longer than what is here. */
  readonly abstractCut: boolean
}

/**
 * The text of a document: the title of its best record, and the abstract of that record or, when it has none, the longest
 * abstract among the others (ties by key). Undefined for a document that is not in the corpus.
 */
export function documentText(state: RunState, corpus: Corpus, documentId: string): DocumentText | undefined {
  const survivor = survivorOf(state, corpus, documentId)
  return survivor === undefined ? undefined : textOf(documentId, survivor, recordsOf(state, corpus, documentId))
}

/** The same from a document's best record and all of its records. */
export function textOf(documentId: string, survivor: Record, records: readonly Record[]): DocumentText {
  const described = hasAbstract(survivor) ? survivor : longestAbstract(records)
  const title = survivor.title !== '' ? survivor.title : (records.find((record) => record.title !== '')?.title ?? '')
  return {
    documentId,
    title,
    abstract: described?.abstract ?? null,
    record: described ?? survivor,
    abstractCut: described?.abstractHash !== undefined,
  }
}

/** What a ranking sees of a document: its own title, and the rest of the record that describes it. */
export function asScreeningRecord({ documentId, title, abstract, record }: DocumentText): ScreeningRecord {
  return { ...screeningRecordOf(record), id: documentId, title, abstract: abstract ?? '' }
}

function hasAbstract(record: Record): boolean {
  return record.abstract !== undefined && !isPlaceholderAbstract(record.abstract)
}

function longestAbstract(records: readonly Record[]): Record | undefined {
  return records
    .filter(hasAbstract)
    .reduce<Record | undefined>(
      (best, record) => ((record.abstract?.length ?? 0) > (best?.abstract?.length ?? 0) ? record : best),
      undefined,
    )
}
