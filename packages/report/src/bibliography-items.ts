import type { BibliographyItem } from '@winnow/bibliography/write/bibliography-item.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { citationNumbers } from './citation-numbers.ts'
import { documentOutcomes } from './document-outcome.ts'
import { documentRecord } from './document-record.ts'
import { editorialWords } from './editorial-words.ts'
import { isAnswerRun, type RunMaterial } from './run-material.ts'

/** What to export: the works the report cites, or all that were read, the cited ones first. */
export type BibliographyScope = 'cited' | 'read'

/**
 * The works to write as BibTeX, RIS or CSL-JSON: merged records in the order of the report's numbers, further ones by
 * document number, each with a note on how deep it was read and its editorial state.
 */
export function bibliographyItems(material: RunMaterial, scope: BibliographyScope = 'cited'): readonly BibliographyItem[] {
  const cited = citationNumbers(material.state, material.content).documents
  return [...cited, ...(scope === 'read' ? readBesides(material, cited) : [])].map((documentId) => ({
    record: documentRecord(material, documentId),
    note: noteOf(material, documentId),
  }))
}

function readBesides(material: RunMaterial, cited: readonly string[]): readonly string[] {
  const outcomes = documentOutcomes(material)
  return liveDocuments(material.state)
    .map(({ documentId }) => documentId)
    .filter((documentId) => outcomes.get(documentId)?.status === 'read' && !cited.includes(documentId))
}

function noteOf({ state }: RunMaterial, documentId: string): string {
  const document = state.documents[documentId]
  const editorial = editorialWords(document?.editorial ?? 'ok')
  // An answer is written from passages.
  const depth = document?.readDepth ?? (isAnswerRun(state) ? 'passages' : 'not read')
  return [`${documentId}, read: ${depth}`, ...(editorial === '' ? [] : [editorial])].join('; ')
}
