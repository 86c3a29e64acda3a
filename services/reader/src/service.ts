import { type FullText, fullText } from '@winnow/contracts/entities/full-text.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { addressedToModel } from '@winnow/domain/addressed-to-model.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { type DocumentText, documentText } from '@winnow/domain/document-text.ts'
import { finishEvidence } from '@winnow/domain/evidence-rules.ts'
import { abstractText, fullTextSections, type ReadableText } from '@winnow/domain/readable-text.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { readByWords } from './core/reading-fallback.ts'
import { readingPrompt, readingPromptVersion } from './core/reading-prompt.ts'
import { readItems, readingReply } from './core/reading-reply.ts'

/** Reads documents for subquestions and takes down evidence (spec §9). */
export function createReader(deps: { readonly blobs: BlobStore }): Service {
  return { name: 'reader', concurrency: 8, handle: (task) => read(task, deps.blobs) }
}

async function read(task: Task, blobs: BlobStore): Promise<readonly NewEvent[]> {
  const entry = entryOf(task, decisionOf(task, 'ReadingAllocated').data.entries)
  const { workId, documentId, subquestionIds, firstEvidence, fallback } = entry
  const { state, corpus } = task.run
  const document = documentText(state, corpus, documentId)
  const known = state.documents[documentId]
  if (document === undefined || known === undefined || corpus.request === null) throw new Error(`${documentId} is not in the corpus`)
  const subquestions = subquestionIds.map((subquestionId) => ({ subquestionId, text: state.subquestions[subquestionId]?.text ?? '' }))
  const { text, record } = await textOf(task, document, subquestions, blobs)
  if (text.wholeText === '') {
    return [{ type: 'ReadingFailed', data: { workId, documentId, reason: 'it has neither a title nor an abstract', degraded: [] } }]
  }
  const answer = await task.ask({
    role: 'reader',
    stage: 'reading',
    promptVersion: readingPromptVersion,
    prompt: readingPrompt({ question: corpus.request.question, subquestions, documentId, title: document.title, record, text }),
    schema: readingReply,
    schemaName: 'reading',
    fallback,
  })
  const drafts = answer.value === null ? readByWords(text, subquestions) : readItems(answer.value, text)
  const { items } = finishEvidence(drafts, {
    text: text.wholeText,
    depth: text.depth,
    documentId,
    firstEvidence,
    subquestions: new Map(subquestions.map((subquestion) => [subquestion.subquestionId, subquestion.text])),
    editorial: known.editorial,
    fallback: answer.value === null,
  })
  const ignored = answer.value === null ? 0 : answer.value.items.length - items.length
  return [
    {
      type: 'EvidenceExtracted',
      data: {
        workId,
        documentId,
        recordId: recordKey(record),
        items: [...items],
        depth: text.depth,
        textHash: await blobs.put(new TextEncoder().encode(text.wholeText)),
        addressedToModel: [...addressedToModel(text.wholeText)],
        reader: answer.value === null ? 'words' : answer.model,
        ...(ignored === 0 ? {} : { ignored }),
        degraded: [...answer.degraded],
      },
      usage: answer.usage,
    },
  ]
}

/**
 * The full text that came with the library or was fetched, otherwise the abstract, whole even when the event held its
 * beginning.
 */
async function textOf(task: Task, document: DocumentText, subquestions: readonly { readonly text: string }[], blobs: BlobStore) {
  const records = recordsOf(task.run.state, task.run.corpus, document.documentId)
  const copy = storedFullText(task, document.documentId, records)
  if (copy !== null) {
    const whole = await loadFullText(blobs, copy.hash)
    const text = fullTextSections(
      whole,
      subquestions.map((subquestion) => subquestion.text),
    )
    if (text.sections.length > 0) return { text, record: copy.record }
  }
  const { abstractHash } = document.record
  const abstract = abstractHash === undefined ? document.abstract : new TextDecoder().decode(await load(blobs, abstractHash))
  const text: ReadableText = abstractText(document.title, abstract)
  return { text, record: document.record }
}

/** The stored full text of a document and the record whose text it is; null when there is none. */
function storedFullText(
  task: Task,
  documentId: string,
  records: readonly Record[],
): { readonly hash: string; readonly record: Record } | null {
  const own = records.find((record) => record.fullTextHash !== undefined)
  if (own?.fullTextHash !== undefined) return { hash: own.fullTextHash, record: own }
  const fetched = task.run.state.documents[documentId]?.fullText?.copy ?? null
  const record = records.find((candidate) => recordKey(candidate) === fetched?.recordKey)
  return fetched === null || record === undefined ? null : { hash: fetched.hash, record }
}

async function loadFullText(blobs: BlobStore, hash: string): Promise<FullText> {
  return fullText.parse(JSON.parse(new TextDecoder().decode(await load(blobs, hash))))
}

async function load(blobs: BlobStore, hash: string): Promise<Uint8Array> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`blob ${hash} is missing`)
  return bytes
}
