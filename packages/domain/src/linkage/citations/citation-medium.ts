/** Where a cited text was published, as far as its words tell. */
export type CitationMedium = 'report' | 'conference' | 'journal'

/** The words of venues and types by medium; the first medium that has one of them is it ("technical report of the conference"). */
const WORDS_OF: readonly (readonly [CitationMedium, ReadonlySet<string>])[] = [
  ['report', new Set('report rep techreport thesis dissertation tr'.split(' '))],
  ['conference', new Set('conference conf symposium symp workshop congress proceedings proc'.split(' '))],
  ['journal', new Set('journal j transactions trans letters annals archives bulletin magazine quarterly'.split(' '))],
]

/** The medium by the folded words of a citation's venue and type; what has a volume is otherwise a journal's. Null where nothing tells. */
export function citationMedium(words: readonly string[], hasVolume: boolean): CitationMedium | null {
  for (const [medium, own] of WORDS_OF) if (words.some((word) => own.has(word))) return medium
  return hasVolume ? 'journal' : null
}
