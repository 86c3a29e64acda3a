import type { CitedSentence, ReportContent } from '@winnow/contracts/entities/report.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'

/** The numbers of the citations of a report or an answer: document → n from 1, in order of first appearance (spec §12, §13). */
export interface CitationNumbers {
  readonly byDocument: ReadonlyMap<string, number>
  /** Document of n, at index n − 1. */
  readonly documents: readonly string[]
  /** Citations that name no document of the run: left out, and counted here. */
  readonly unresolved: number
}

/**
 * Numbers the citations of a report in the order it is printed; those of an answer have the numbers that it was written with.
 * Merged documents resolve to their survivor.
 */
export function citationNumbers(
  state: Pick<RunState, 'aliases' | 'documents'> & Partial<Pick<RunState, 'answering'>>,
  content: ReportContent | null,
): CitationNumbers {
  const byDocument = new Map<string, number>()
  let unresolved = 0
  for (const citation of content === null ? (state.answering?.answer?.citations ?? []) : printedCitations(content)) {
    const documentId = resolveDocument(state, citation)
    if (state.documents[documentId] === undefined) unresolved += 1
    else if (!byDocument.has(documentId)) byDocument.set(documentId, byDocument.size + 1)
  }
  return { byDocument, documents: [...byDocument.keys()], unresolved }
}

/** The sentences of a report in the order they are printed: summary, then sections. */
export function printedSentences(content: ReportContent): readonly CitedSentence[] {
  return [...content.summary, ...content.sections.flatMap((section) => section.paragraphs.flat())]
}

/** The mark of some citations: "[1]", "[1, 3]" with rising numbers, '' when none of them resolves. */
export function citationMark(state: Pick<RunState, 'aliases'>, numbers: CitationNumbers, citations: readonly string[]): string {
  const cited = citations.flatMap((citation) => numbers.byDocument.get(resolveDocument(state, citation)) ?? [])
  return cited.length === 0 ? '' : `[${[...new Set(cited)].sort((a, b) => a - b).join(', ')}]`
}

/** How a document is named in passing: by its citation number where it has one, otherwise by its id. */
export function documentMark(state: Pick<RunState, 'aliases'>, numbers: CitationNumbers, documentId: string): string {
  return citationMark(state, numbers, [documentId]) || resolveDocument(state, documentId)
}

function printedCitations(content: ReportContent): readonly string[] {
  return [
    ...printedSentences(content).flatMap((sentence) => sentence.citations),
    ...content.contradictions.flatMap((contradiction) => contradiction.citations),
  ]
}
