import { type FullText, fullText } from '@winnow/contracts/entities/full-text.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import type { ArticleSection } from '@winnow/domain/evidence/article-sentences.ts'
import { fullTextSections, type ReadableSection } from '@winnow/domain/readable-text.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { RunSnapshot } from '@winnow/runtime/service.ts'
import { passageText } from './core/passage-text.ts'
import { withoutNoise } from './core/without-noise.ts'

/** The text of a candidate, and the record it is from ("source:recordId"). */
export interface Passage {
  readonly documentId: string
  readonly recordId: string
  readonly text: string
  readonly cut: boolean
}

/** UTF-16 units of a token where none of them is CJK (`estimateTokens`). */
const unitsPerToken = 4
/** How much of the room is tried next, and where no more is tried, in UTF-16 units. */
const lessRoom = 0.85
const leastRoom = 200

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
    return {
      documentId,
      recordId: recordKey(full),
      ...fullTextPassage(title, cleaned(withAbstract(whole, document.abstract)), query, tokens),
    }
  }
  const abstract = await wholeAbstract(record, document.abstract, blobs)
  return { documentId, recordId: recordKey(record), ...passageText({ title, sections: [{ heading: null, text: abstract }] }, tokens) }
}

/**
 * The sections of a full text that match the query best, as many as fit. What is cut off a passage is its end, where the best section
 * may stand: fewer sections are taken until, with title and headings, all of them fit.
 */
function fullTextPassage(title: string, whole: FullText, query: string, tokens: number): Pick<Passage, 'text' | 'cut'> {
  for (let room = tokens * unitsPerToken; ; room = Math.floor(room * lessRoom)) {
    const { sections, wholeText } = fullTextSections(whole, [query], room)
    const { text, cut } = passageText({ title, sections: inOnePiece(sections) }, tokens)
    if (!cut || room < leastRoom) {
      const taken = sections.reduce((sum, section) => sum + signsOf(section.text), 0)
      return { text, cut: cut || taken < signsOf(wholeText) }
    }
  }
}

/** Characters of a text that are no white space: pieces of a text have all of them. */
function signsOf(text: string): number {
  return text.replace(/\s+/g, '').length
}

/** Pieces of one section that follow each other stand below one heading; an abstract has none. */
function inOnePiece(sections: readonly ReadableSection[]): readonly ArticleSection[] {
  const joined: { heading: string | null; text: string }[] = []
  for (const { section, text } of sections) {
    const heading = section === 'Abstract' ? null : section
    const last = joined.at(-1)
    if (last !== undefined && last.heading === heading) last.text += ` ${text}`
    else joined.push({ heading, text })
  }
  return joined
}

/** A stored text without an abstract of its own gets that of the record. */
function withAbstract(text: FullText, abstract: string | null): FullText {
  return text.abstract !== undefined || abstract === null ? text : { ...text, abstract }
}

/** Noise would take the room of what is read. */
function cleaned(text: FullText): FullText {
  return { ...text, sections: text.sections.map((section) => ({ ...section, text: withoutNoise(section.text) })) }
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
