import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { type CitationNumbers, citationMark } from './citation-numbers.ts'
import { editorialWords } from './editorial-words.ts'
import { escapeMarkdown } from './markdown-text.ts'

/** States that a reader must see beside the mark, not only in the list of references (PBR-026). */
const shownBesideMark: ReadonlySet<EditorialState> = new Set<EditorialState>(['retracted', 'concern', 'conflict', 'notice'])

/** A paragraph of cited sentences as Markdown. */
export function citedParagraph(state: RunState, numbers: CitationNumbers, sentences: readonly CitedSentence[]): string {
  return sentences.map((sentence) => citedSentence(state, numbers, sentence)).join(' ')
}

/**
 * One sentence as Markdown: its text, escaped, with its mark before the closing punctuation (a full stop where it has
 * none). What the citation check found wanting is said after it, and so is a cited work that is retracted or in doubt.
 */
export function citedSentence(state: RunState, numbers: CitationNumbers, sentence: CitedSentence): string {
  const mark = citationMark(state, numbers, sentence.citations)
  const [, text = '', end = ''] = /^(.*?)([.!?。！？…]*)$/s.exec(sentence.text.trim()) ?? []
  const closed = `${mark === '' ? '' : ` ${mark}`}${end === '' && /[\p{L}\p{N}\p{Pe}\p{Pf}"']$/u.test(text) ? '.' : end}`
  const marked = `${escapeMarkdown(text)}${closed}`
  return [marked, ...verdictWords(sentence), ...editorialNotes(state, numbers, sentence.citations)].join(' ')
}

function verdictWords(sentence: CitedSentence): readonly string[] {
  switch (sentence.verdict) {
    case 'unsupported':
      return [checkNote('not supported by what is cited', sentence)]
    case 'partial':
      return [checkNote('supported in part', sentence)]
    case 'cannot-check':
      return [checkNote('could not be checked', sentence)]
    case 'supported':
    case undefined:
      return []
  }
}

function checkNote(outcome: string, { flaw }: CitedSentence): string {
  return `*(citation check: ${outcome}${flaw === undefined ? '' : `; ${escapeMarkdown(flaw.note)}`})*`
}

function editorialNotes(state: RunState, numbers: CitationNumbers, citations: readonly string[]): readonly string[] {
  const cited = [...new Set(citations.map((citation) => resolveDocument(state, citation)))]
  return cited.flatMap((documentId) => {
    const editorial = state.documents[documentId]?.editorial
    if (editorial === undefined || !shownBesideMark.has(editorial)) return []
    return [`*(${editorialWords(editorial)}: ${citationMark(state, numbers, [documentId])})*`]
  })
}
