import { apiRecord } from '@winnow/bibliography/make-record.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { cutAtWord } from '../../core/cut-text.ts'
import { addressIdentifiers, canonicalUrl } from '../../core/web-address.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'

/** Longest text of a page that is kept as its abstract, in UTF-16 units: a page comes whole. */
export const longestCorpusText = 8000

/** Longest title, as a page without line ends is one line. */
const longestTitle = 300

/** How the rows of a corpus name what is needed of them (facts §7). */
export interface Corpus {
  readonly name: string
  readonly id: string
  readonly text: string
  readonly url: string
  readonly language: string
}

export const clueweb22: Corpus = { name: 'ClueWeb22', id: 'ClueWeb22-ID', text: 'Clean-Text', url: 'URL', language: 'Language' }
export const fineweb: Corpus = { name: 'FineWeb', id: 'id', text: 'text', url: 'url', language: 'language' }

export interface CorpusRows {
  readonly records: readonly Record[]
  /** Rows that are no base64 of a JSON object with an id and a text. */
  readonly broken: number
  /** Texts that were cut to `longestCorpusText`. */
  readonly cut: number
}

/** The pages of an answer, each row read by itself; null when the answer has no list of results. */
export function readCorpusRows(body: unknown, corpus: Corpus): CorpusRows | null {
  if (!Array.isArray(member(body, 'results'))) return null
  const records = new Map<string, Record>()
  let [broken, cut] = [0, 0]
  for (const row of listMember(body, 'results')) {
    const page = pageOf(decodedRow(row), corpus)
    if (page === null) broken++
    else if (!records.has(page.record.recordId)) {
      records.set(page.record.recordId, page.record)
      if (page.cut) cut++
    }
  }
  return { records: [...records.values()], broken, cut }
}

/** The object in a row: base64 of UTF-8 JSON; undefined when it is none. */
function decodedRow(row: unknown): unknown {
  if (typeof row !== 'string') return undefined
  try {
    const bytes = Uint8Array.from(atob(row), (byte) => byte.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    // No base64, not UTF-8, not JSON.
    if (error instanceof DOMException || error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A page has no title of its own: the first line of its text stands for it. It is an archived copy, known by its id. */
function pageOf(row: unknown, corpus: Corpus): { readonly record: Record; readonly cut: boolean } | null {
  const id = textMember(row, corpus.id)
  const text = textMember(row, corpus.text)
  if (id === undefined || text === undefined) return null
  const abstract = cutAtWord(text, longestCorpusText)
  const firstLine = text.trim().split('\n', 1)[0] ?? ''
  const address = canonicalUrl(textMember(row, corpus.url) ?? '')
  const record = apiRecord(
    {
      title: cutAtWord(firstLine, longestTitle),
      url: address ?? undefined,
      abstract,
      venue: corpus.name,
      types: ['web'],
      language: textMember(row, corpus.language),
      ...(address === null ? {} : addressIdentifiers(address)),
    },
    'open-corpus',
    id,
  )
  return record === null ? null : { record, cut: abstract.length < text.trimEnd().length }
}
