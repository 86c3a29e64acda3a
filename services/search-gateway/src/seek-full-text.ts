import { fullTextBlob } from '@winnow/bibliography/full-text-blob.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { unlessAborted } from '@winnow/http/unless-aborted.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, entryOf, type Task } from '@winnow/runtime/service.ts'

/** What came of looking for an open-access copy of a work. `tries`: the places that did not give one, and why. */
export type FullTextAnswer =
  | {
      readonly outcome: 'fetched'
      readonly fullText: FullText
      /** The record whose copy it is ("source:recordId"). */
      readonly recordKey: string
      readonly url: string
      readonly format: string
      readonly tries: readonly Try[]
    }
  | { readonly outcome: 'none' | 'failed'; readonly tries: readonly Try[] }

export interface Try {
  readonly url: string
  readonly reason: string
}

/** Looks for a copy of the work that these records describe; failures are part of the answer. */
export type FindFullText = (
  records: readonly Record[],
  context: { readonly signal: AbortSignal; readonly runId: string },
) => Promise<FullTextAnswer>

/** Tries of one document that an event keeps. */
const triesKept = 20

/** The full text of one document, stored, as an event; what could not be had is told with every try. */
export async function seekFullText(task: Task, find: FindFullText, blobs: BlobStore, deadline: AbortSignal): Promise<readonly NewEvent[]> {
  const { workId, documentId } = entryOf(task, decisionOf(task, 'FullTextRequested').data.items)
  const { state, corpus, runId } = task.run
  const records = recordsOf(state, corpus, resolveDocument(state, documentId))
  task.signal.throwIfAborted()
  const answer = await finding(find(records, { signal: AbortSignal.any([task.signal, deadline]), runId }), task.signal, deadline)
  const tries = answer.tries.slice(0, triesKept).map(({ url, reason }) => ({ url, reason }))
  if (answer.outcome !== 'fetched')
    return [{ type: 'FullTextFetched', data: { workId, documentId, outcome: answer.outcome, copy: null, tries } }]
  const { fullText, recordKey, url, format } = answer
  const hash = await blobs.put(new TextEncoder().encode(fullTextBlob(fullText)))
  const characters = fullText.sections.reduce((sum, { text }) => sum + text.length, 0)
  const copy = { recordId: recordKey, url, format, hash, sections: fullText.sections.length, characters }
  return [{ type: 'FullTextFetched', data: { workId, documentId, outcome: 'fetched', copy, tries } }]
}

/** What is found in time; a document is not worth more than its deadline, and a run that stops gives it back. */
async function finding(found: Promise<FullTextAnswer>, stop: AbortSignal, deadline: AbortSignal): Promise<FullTextAnswer> {
  try {
    return await unlessAborted(found, AbortSignal.any([stop, deadline]))
  } catch (error) {
    stop.throwIfAborted()
    if (deadline.aborted) return { outcome: 'failed', tries: [{ url: 'all places', reason: 'no answer in time' }] }
    return { outcome: 'failed', tries: [{ url: 'all places', reason: error instanceof Error ? error.message : String(error) }] }
  }
}
