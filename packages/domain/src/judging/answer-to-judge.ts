import type { AnswerMode } from '@winnow/contracts/entities/answer.ts'

/** A mark of an answer that names a document which a search showed, with the texts of it that were shown. */
export interface ShownMark {
  readonly sentence: string
  readonly documentId: string
  readonly passages: readonly string[]
}

/** An answer as it is judged: nothing in it says which model wrote it. */
export interface AnswerToJudge {
  readonly question: string
  /** Plain text with marks [n]; paragraphs are apart by an empty line. */
  readonly text: string
  /** Without marks, in order. */
  readonly sentences: readonly string[]
  readonly marks: readonly ShownMark[]
  /** Marks that named no shown document. */
  readonly unresolvedMarks: number
  /** Searches beside the initial one. */
  readonly searches: number
  /** Length: words of the sentences. */
  readonly words: number
  readonly mode: AnswerMode
}

/** How many words a text has, in any script. */
export function countWords(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike === true).length
}
