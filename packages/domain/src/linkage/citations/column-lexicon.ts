import type { Record } from '@winnow/contracts/entities/record.ts'
import { words } from '@winnow/text/tokens.ts'

/** The folded words of a record's columns, in their order; authors' names with their initials. */
export type CitationColumns = { readonly title: readonly string[]; readonly names: readonly string[]; readonly venue: readonly string[] }

/** In how many records a word, or a pair of neighbouring words ("first second"), stands in each column. */
export type ColumnCounts = { readonly title: number; readonly names: number; readonly venue: number }

/** What the columns of a set of records tell of each word and each pair. */
export type ColumnLexicon = ReadonlyMap<string, ColumnCounts>

/** "1998.0": a year that went through a table of decimal numbers. */
const DECIMAL_YEAR = /(?<!\d)([12]\d{3})\.0(?!\d)/g

const NOWHERE: ColumnCounts = { title: 0, names: 0, venue: 0 }

/** The words of a record's title, authors and venue as its source filed them. */
export function citationColumns({ title, authors, venue = '' }: Record): CitationColumns {
  return {
    title: wordsOf(title),
    names: authors.flatMap(({ collective = '', family = '', given = '' }) => wordsOf(`${given} ${family} ${collective}`)),
    venue: wordsOf(venue),
  }
}

function wordsOf(text: string): readonly string[] {
  return words(text.replace(DECIMAL_YEAR, '$1'))
}

/**
 * The lexicon of a set of records: what a name or a venue is shows in the records that have it in its own column. No
 * labels are needed, and no list of names or venues.
 */
export function columnLexicon(all: readonly CitationColumns[]): ColumnLexicon {
  const counts = new Map<string, { title: number; names: number; venue: number }>()
  for (const columns of all)
    for (const column of ['title', 'names', 'venue'] as const)
      for (const word of new Set([...columns[column], ...pairsOf(columns[column])])) {
        const known = counts.get(word)
        if (known === undefined) counts.set(word, { ...NOWHERE, [column]: 1 })
        else known[column]++
      }
  return counts
}

function pairsOf(column: readonly string[]): readonly string[] {
  return column.slice(1).map((word, at) => `${column[at]} ${word}`)
}

/** How often the word or pair stands in each column. */
export function countsOf(word: string, lexicon: ColumnLexicon): ColumnCounts {
  return lexicon.get(word) ?? NOWHERE
}
