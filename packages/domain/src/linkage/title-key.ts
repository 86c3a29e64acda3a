import { normaliseTitle } from '@winnow/text/normalise.ts'
import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { withoutNotes } from './title-notes.ts'

/** A title for comparison; every text is folded (`normaliseTitle`) and free of databases' notes. */
export type TitleKey = {
  readonly folded: string
  /** Folded, without spaces: sees through "T cells", "T-cells" and "Tcells". '' matches nothing. */
  readonly compact: string
  /** The same for the part before the subtitle; equal to the whole where there is none. */
  readonly main: string
  readonly mainCompact: string
  /** The main title as it was written. */
  readonly mainText: string
  /** What follows the main title; '' where there is none. */
  readonly subtitle: string
  readonly words: readonly string[]
  /** Distinct stems that carry meaning: no stop words, no section headings. */
  readonly distinctive: readonly string[]
}

/** Words of which headings are made: they repeat in every issue and tell works apart as little as stop words. */
const HEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'editorial preface foreword introduction introductory contents index issue board editor editors letter letters comment comments commentary reply response ' +
    'erratum errata corrigendum correction corrections addendum highlights news note notes abstract abstracts announcement announcements obituary memoriam ' +
    'book books review reviews discussion conclusion conclusions acknowledgement acknowledgements acknowledgments summary report reports appendix supplement ' +
    'chapter section part volume proceedings conference meeting annual cover title page front matter back masthead calendar events perspective perspectives ' +
    'viewpoint opinion correspondence message president guest special overview'
  ).split(' '),
)

/** A subtitle starts after a colon, a stop, a question mark, a spaced dash or the sign of a parallel title. */
const SUBTITLE = /\s*(?::\s|：|\.\s+(?=\S)|[?!]\s+(?=\S)|\s[–—-]+\s|\s=\s|;\s)\s*/u

/** The key of a title. */
export function titleKey(title: string): TitleKey {
  const bare = withoutNotes(title)
  const folded = normaliseTitle(bare)
  const cut = subtitleCut(bare)
  const main = cut === null ? folded : normaliseTitle(bare.slice(0, cut.at))
  const subtitle = cut === null ? '' : normaliseTitle(bare.slice(cut.from))
  const hasMain = main !== '' && subtitle !== ''
  const all = words(bare)
  return {
    folded,
    compact: folded.replaceAll(' ', ''),
    main: hasMain ? main : folded,
    mainText: hasMain && cut !== null ? bare.slice(0, cut.at) : bare,
    mainCompact: (hasMain ? main : folded).replaceAll(' ', ''),
    subtitle: hasMain ? subtitle : '',
    words: all,
    distinctive: distinctiveOf(all),
  }
}

/** The distinct stems of folded words that tell titles apart, in their order. */
export function distinctiveOf(folded: readonly string[]): readonly string[] {
  return [...new Set(folded.filter(isDistinctive).map(stem))]
}

function isDistinctive(word: string): boolean {
  return word !== '' && !isStopWord(word) && !HEADING_WORDS.has(word) && !/^(?:[a-z]|\d{1,4})$/.test(word)
}

/** A first part of one word is a label ("Review: …"), so the next separator is taken. */
function subtitleCut(title: string): { readonly at: number; readonly from: number } | null {
  for (const found of title.matchAll(new RegExp(SUBTITLE, 'gu'))) {
    const head = title.slice(0, found.index)
    if (words(head).length >= 2) return { at: found.index, from: found.index + found[0].length }
  }
  return null
}
