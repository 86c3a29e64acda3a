import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { DocumentIndex } from '@winnow/domain/linkage/document-index.ts'
import type { RunState } from '@winnow/domain/state.ts'

type Kept = {
  readonly index: DocumentIndex
  readonly apart: number
  /** By key: the corpus's record as the index took it in. */
  readonly records: ReadonlyMap<string, Record>
}

/**
 * Indexes of runs between one request and the next, so that an increment costs time for what it brings and not for the whole
 * run. Only a help: an index that is not of the run as it is now is not used.
 */
export class KeptIndexes {
  readonly #limit: number
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>()

  /** `limit`: how many records all of them may hold together. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes out the index of a run if it holds the documents of the state, with the records of the corpus; otherwise null. */
  take(runId: string, state: RunState, corpus: Corpus): DocumentIndex | null {
    const kept = this.#kept.get(runId)
    this.#kept.delete(runId)
    return kept !== undefined && isOf(kept, state, corpus) ? kept.index : null
  }

  /** Keeps the index of a run as it is after its outcome; others make room, and one that is too large is not kept. */
  put(runId: string, index: DocumentIndex, { apart }: RunState, corpus: Corpus): void {
    const records = new Map<string, Record>()
    for (const own of index.documents.values()) {
      for (const { recordId } of own) {
        const record = corpus.records.get(recordId)
        if (record !== undefined) records.set(recordId, record)
      }
    }
    this.#kept.set(runId, { index, apart: apart.length, records })
    let held = [...this.#kept.values()].reduce((sum, kept) => sum + kept.records.size, 0)
    for (const [other, kept] of this.#kept) {
      if (held <= this.#limit) return
      this.#kept.delete(other)
      held -= kept.records.size
    }
  }
}

/** Whether documents and their records are the same, and no records were taken apart since. */
function isOf({ index, apart, records }: Kept, state: RunState, corpus: Corpus): boolean {
  const documents = Object.values(state.documents)
  if (documents.length !== index.documents.size || apart !== state.apart.length) return false
  return documents.every(
    ({ documentId, records: keys }) =>
      index.documents.get(documentId)?.length === keys.length &&
      keys.every((key) => index.documentOf(key) === documentId && records.get(key) === corpus.records.get(key)),
  )
}
