import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { fullText } from '@winnow/contracts/entities/full-text.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { fullTextSections } from '@winnow/domain/readable-text.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { RunSnapshot } from '@winnow/runtime/service.ts'
import { passageText } from './core/passage-text.ts'

/** The text of a candidate, and the record it is from ("source:recordId"). */
export interface Passage {
  readonly documentId: string
  readonly recordId: string
  readonly text: string
  readonly cut: boolean
}

/** UTF-16 units of a token where none of them is CJK (`estimateTokens`). */
const unitsPerToken = 4

/**
 * The passages of documents, in their order: title and abstract and, where a full text is stored, its sections that match the
 * query best, at most `tokens` tokens each. Documents that have no text at all are left out.
 */
export async function loadPassages(
  run: RunSnapshot,
  documentIds: readonly string[],
  query: string,
  tokens: number,
  blobs: BlobStore,
): Promise<readonly Passage[]> {
  const passages = await Promise.all(documentIds.map((documentId) => loadPassage(run, documentId, query, tokens, blobs)))
  return passages.filter((passage) => passage.text !== '')
}

async function loadPassage(run: RunSnapshot, documentId: string, query: string, tokens: number, blobs: BlobStore): Promise<Passage> {
  const document = documentText(run.state, run.corpus, documentId)
  if (document === undefined) throw new Error(`${documentId} is not in the corpus`)
  const { title, record } = document
  const records = recordsOf(run.state, run.corpus, documentId)
  const full = records.find((candidate) => candidate.fullTextHash !== undefined)
  if (full?.fullTextHash !== undefined) {
    const whole = fullText.parse(JSON.parse(await loadText(blobs, full.fullTextHash)))
    const { sections, wholeText } = fullTextSections(withAbstract(whole, document.abstract), [query], tokens * unitsPerToken)
    const shown = sections.map(({ section, text }) => ({ heading: section === 'Abstract' ? null : section, text }))
    const { text, cut } = passageText({ title, sections: shown }, tokens)
    return {
      documentId,
      recordId: recordKey(full),
      text,
      cut: cut || sections.reduce((sum, one) => sum + one.text.length, 0) < wholeText.trim().length,
    }
  }
  const abstract = await wholeAbstract(record, document.abstract, blobs)
  return { documentId, recordId: recordKey(record), ...passageText({ title, sections: [{ heading: null, text: abstract }] }, tokens) }
}

/** A stored text without an abstract of its own gets that of the record. */
function withAbstract(text: FullText, abstract: string | null): FullText {
  return text.abstract !== undefined || abstract === null ? text : { ...text, abstract }
}

async function wholeAbstract({ abstractHash }: Record, abstract: string | null, blobs: BlobStore): Promise<string> {
  return abstractHash === undefined ? (abstract ?? '') : loadText(blobs, abstractHash)
}

/** The text of a blob. One that is missing is a failed delivery. */
export async function loadText(blobs: BlobStore, hash: string): Promise<string> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`blob ${hash} is missing`)
  return new TextDecoder().decode(bytes)
}

/** Stores a text and gives its sha256. */
export async function storeText(blobs: BlobStore, text: string): Promise<string> {
  return blobs.put(new TextEncoder().encode(text))
}
