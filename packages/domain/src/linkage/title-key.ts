import { normaliseTitle } from '@winnow/text/normalise.ts'
import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { foldedWords } from '@winnow/text/tokens.ts'

/** A title for comparison; every text is folded (`normaliseTitle`) and free of databases' notes. */
export type TitleKey = {
  readonly folded: string
  /** Folded, without spaces: sees through "T cells", "T-cells" and "Tcells". '' matches nothing. */
  readonly compact: string
  /** The same for the part before the subtitle; equal to the whole where there is none. */
  readonly main: string
  readonly mainCompact: string
  readonly words: readonly string[]
  /** How often each letter occurs in `folded` (see `letterCounts`); null for texts with characters beyond the basic plane. */
  readonly letters: string | null
  /** Distinct stems that carry meaning: no stop words, no section headings. */
  readonly distinctive: readonly string[]
}

/** Words of which headings are made: they repeat in every issue and tell works apart as little as stop words. */
const HEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'editorial preface foreword introduction introductory contents index issue board editor editors letter letters comment comments commentary reply response ' +
    'erratum errata corrigendum correction corrections addendum highlights news note notes abstract abstracts announcement announcements obituary memoriam ' +
    'book books review reviews discussion conclusion conclusions acknowledgement acknowledgements acknowledgments summary report reports appendix supplement ' +
    'chapter section part volume proceedings conference meeting annual cover title page front matter back masthead calendar perspective perspectives ' +
    'viewpoint opinion correspondence message president guest special overview'
  ).split(' '),
)

/** A subtitle starts after a colon, a stop, a question mark or a spaced dash, a parallel title after "=", "/", "<ORIGINAL>" or a bracket: "[Translation] Original". */
const SUBTITLE = /\s*(?::\s|：|\.\s+(?=\S)|[?!]\s+(?=\S)|\s[–—-]+\s|\s[=/]\s|;\s|\s<original>\s|\]\s+(?=\S))\s*/giu

/** The key of a title without databases' notes (`withoutNotes`). */
export function titleKey(bare: string): TitleKey {
  return new Title(bare)
}

/** What only few comparisons look at is made each time one asks for it: a million lists of words are half of the memory. */
class Title implements TitleKey {
  readonly folded: string
  readonly compact: string
  readonly main: string
  readonly mainCompact: string
  #letters: string | null | undefined

  constructor(bare: string) {
    this.folded = normaliseTitle(bare)
    this.compact = this.folded.replaceAll(' ', '')
    const cut = subtitleCut(bare)
    this.main = (cut === null ? '' : normaliseTitle(bare.slice(0, cut))) || this.folded
    this.mainCompact = this.main === this.folded ? this.compact : this.main.replaceAll(' ', '')
  }

  get words(): readonly string[] {
    return foldedWords(this.folded)
  }

  get distinctive(): readonly string[] {
    return distinctiveOf(this.words)
  }

  get letters(): string | null {
    if (this.#letters === undefined) this.#letters = letterCounts(this.folded)
    return this.#letters
  }
}

/** The distinct stems of folded words that tell titles apart, in their order. */
export function distinctiveOf(folded: readonly string[]): readonly string[] {
  return [...new Set(folded.filter(isDistinctive).map(stem))]
}

function isDistinctive(word: string): boolean {
  return word !== '' && !isStopWord(word) && !HEADING_WORDS.has(word) && !/^(?:[a-z]|\d{1,4})$/.test(word)
}

/** Where the main title ends. A first part of one word is a label ("Review: …"), so the next separator is taken. */
function subtitleCut(title: string): number | null {
  for (const found of title.matchAll(SUBTITLE)) {
    if (foldedWords(normaliseTitle(title.slice(0, found.index))).length >= 2) return found.index
  }
  return null
}

const BINS = 40

/**
 * Occurrences of a–z, 0–9, the space and three groups of everything else, each at most 255. Two texts share at most the
 * sum of the smaller counts, which bounds their similarity without comparing them. A string takes a quarter of the room
 * of a typed array.
 */
function letterCounts(folded: string): string | null {
  const counts = new Uint8Array(BINS)
  for (let i = 0; i < folded.length; i++) {
    const code = folded.charCodeAt(i)
    if (code >= 0xd800 && code <= 0xdfff) return null
    const bin = code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : code === 32 ? 36 : 37 + (code % 3)
    const count = counts[bin] ?? 0
    if (count === 255) return null
    counts[bin] = count + 1
  }
  return String.fromCharCode(...counts)
}

/** An upper bound of the similarity ratio of two titles' folded texts, in forty steps; 1 where nothing is known. */
export function ratioBound(a: TitleKey, b: TitleKey): number {
  const [x, y] = [a.letters, b.letters]
  if (x === null || y === null) return 1
  const both = a.folded.length + b.folded.length
  let shared = 0
  for (let i = 0; i < BINS; i++) shared += Math.min(x.charCodeAt(i), y.charCodeAt(i))
  return both === 0 ? 1 : (2 * shared) / both
}
