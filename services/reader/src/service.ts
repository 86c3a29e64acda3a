import { type FullText, fullText } from '@winnow/contracts/entities/full-text.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { addressedToModel } from '@winnow/domain/addressed-to-model.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { type DocumentText, documentText } from '@winnow/domain/document-text.ts'
import { finishEvidence } from '@winnow/domain/evidence-rules.ts'
import { recordKey } from '@winnow/domain/state.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { abstractText, fullTextSections, type ReadableText } from './core/readable-text.ts'
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
        textHash: hashOfBytes(Buffer.from(text.wholeText)),
        addressedToModel: [...addressedToModel(text.wholeText)],
        reader: answer.value === null ? 'words' : answer.model,
        ...(ignored === 0 ? {} : { ignored }),
        degraded: [...answer.degraded],
      },
      usage: answer.usage,
    },
  ]
}

/** The full text that a record of the document carries, otherwise the abstract, whole even when the event held its beginning. */
async function textOf(task: Task, document: DocumentText, subquestions: readonly { readonly text: string }[], blobs: BlobStore) {
  const records = recordsOf(task.run.state, task.run.corpus, document.documentId)
  const carrying = records.find((record) => record.fullTextHash !== undefined)
  if (carrying?.fullTextHash !== undefined) {
    const whole = await loadFullText(blobs, carrying.fullTextHash)
    const text = fullTextSections(
      whole,
      subquestions.map((subquestion) => subquestion.text),
    )
    if (text.sections.length > 0) return { text, record: carrying }
  }
  const { abstractHash } = document.record
  const abstract = abstractHash === undefined ? document.abstract : new TextDecoder().decode(await load(blobs, abstractHash))
  const text: ReadableText = abstractText(document.title, abstract)
  return { text, record: document.record }
}

async function loadFullText(blobs: BlobStore, hash: string): Promise<FullText> {
  return fullText.parse(JSON.parse(new TextDecoder().decode(await load(blobs, hash))))
}

async function load(blobs: BlobStore, hash: string): Promise<Uint8Array> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`blob ${hash} is missing`)
  return bytes
}
