import type { Record } from '@winnow/contracts/entities/record.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { numericSignature } from '../numeric-signature.ts'
import { type Pages, parsePages } from '../pages.ts'
import { type TextKind, textKind } from '../text-kind.ts'
import { titleKey } from '../title-key.ts'
import { withoutNotes } from '../title-notes.ts'
import { type CitationMedium, citationMedium } from './citation-medium.ts'
import { type CitationColumns, type ColumnLexicon, citationColumns, columnLexicon } from './column-lexicon.ts'
import { GramVocabulary } from './title-grams.ts'
import { readTitleField, type TitleField, wholeTitleField, yearsOf } from './title-run.ts'

/** Fewer distinctive words make a heading, or no title at all (spec §4). */
export const TITLE_WORDS = 3
/** Shorter words among names are initials and particles. */
const SHORTEST_NAME = 3

/** A record as it is compared with others of its set: by what it says, wherever it says it. */
export type Citation = {
  readonly record: Record
  /** The words of the title, without years and single letters; empty where the record has no title. */
  readonly title: readonly string[]
  readonly titleWords: ReadonlySet<string>
  readonly grams: Int32Array
  /** Stems that tell titles apart (no stop words, no words of headings). */
  readonly distinctive: readonly string[]
  readonly numbers: readonly string[]
  readonly kind: TextKind
  readonly medium: CitationMedium | null
  readonly pages: Pages | null
  /** Words of authors' names, longer than initials. */
  readonly names: readonly string[]
  readonly years: readonly number[]
  /** Every word of the record, and all of them without blanks: where another record's names are looked for. */
  readonly words: ReadonlySet<string>
  readonly text: string
}

/** Citations that were read together: what a word is and how much it tells comes from all of them. */
export type CitationSet = { readonly citations: readonly Citation[]; readonly weights: Float64Array }

/** Reads records as citations, at the same positions. */
export function readCitations(records: readonly Record[]): CitationSet {
  const columns = records.map(citationColumns)
  const lexicon = columnLexicon(columns)
  const vocabulary = new GramVocabulary()
  const citations = records.map((record, at) => readCitation(record, columns[at] ?? citationColumns(record), lexicon, vocabulary))
  return { citations, weights: vocabulary.weights() }
}

function readCitation(record: Record, columns: CitationColumns, lexicon: ColumnLexicon, vocabulary: GramVocabulary): Citation {
  const { title, withLetters, names, venue, years } = sortWords(columns, lexicon)
  const all = [...columns.title, ...columns.names, ...columns.venue]
  const text = title.join(' ')
  return {
    record,
    title,
    titleWords: new Set(title),
    grams: vocabulary.add(title),
    distinctive: titleKey(text).distinctive,
    numbers: numericSignature(withLetters.join(' ')),
    kind: textKind(withoutNotes(record.title)).kind,
    medium: citationMedium([...venue, ...words(record.rawType ?? '')], record.volume !== undefined),
    pages: record.pages === undefined ? null : parsePages(record.pages),
    names: [...new Set(names)].filter((word) => word.length >= SHORTEST_NAME && !isStopWord(word)),
    years: record.year === undefined ? years : [record.year, ...years],
    words: new Set(all),
    text: all.join(''),
  }
}

/**
 * A record's words by what they are. Names and venue are looked for in the title where their own column is empty. Where
 * there is no title, one is looked for in the other columns: a run of too few distinctive words is none.
 */
function sortWords(columns: CitationColumns, lexicon: ColumnLexicon): TitleField {
  const years = yearsOf(columns.venue)
  if (columns.title.length > 0) {
    const isComplete = columns.names.length > 0 && columns.venue.length > 0
    const found = isComplete ? wholeTitleField(columns.title) : readTitleField(columns.title, lexicon)
    return {
      ...found,
      names: [...columns.names, ...found.names],
      venue: [...columns.venue, ...found.venue],
      years: [...found.years, ...years],
    }
  }
  const found = readTitleField([...columns.names, ...columns.venue], lexicon)
  return titleKey(found.title.join(' ')).distinctive.length < TITLE_WORDS ? { ...columns, withLetters: [], years } : found
}
