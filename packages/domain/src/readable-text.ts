import type { ReadDepth } from '@winnow/contracts/entities/evidence.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { tokenise } from '@winnow/text/tokens.ts'

export interface ReadableSection {
  readonly section: string
  readonly page: number | null
  readonly text: string
}

/** What of a document is read, and the whole text that its quotes are checked against. */
export interface ReadableText {
  readonly depth: ReadDepth
  readonly sections: readonly ReadableSection[]
  readonly wholeText: string
}

/** Characters of a paper shown at a time: about 12,000 tokens, which fits the window of small local models (our choice). */
export const shownCharacters = 48_000

/** A long section is shown by pieces, of which about this many fit. */
const piecesShown = 6

/** Abstract-only reading (spec §9), or, without an abstract, the title alone. */
export function abstractText(title: string, abstract: string | null): ReadableText {
  const depth = abstract === null ? 'metadata' : 'abstract'
  const text = abstract ?? title
  const section = abstract === null ? 'Title' : 'Abstract'
  return { depth, sections: [{ section, page: null, text: truncateText(text, shownCharacters) }], wholeText: text }
}

/** The sections of a full text that best match the subquestions, as many as fit, in the order of the paper. */
export function fullTextSections(fullText: FullText, subquestions: readonly string[], limit: number = shownCharacters): ReadableText {
  const sections = [
    ...(fullText.abstract === undefined ? [] : [{ section: 'Abstract', page: null, text: fullText.abstract }]),
    ...fullText.sections.map(({ heading, page, text }) => ({ section: heading, page: page ?? null, text })),
  ].flatMap((section) => piecesOf(section, Math.ceil(limit / piecesShown)))
  const index = buildIndex(
    sections.map(({ section, text }, place) => ({
      id: String(place),
      fields: [
        { tokens: tokenise(section), weight: 2 },
        { tokens: tokenise(text), weight: 1 },
      ],
    })),
  )
  const perSubquestion = subquestions.map((text) => scoreAll(index, searchTerms(text)))
  const best = sections
    .map((_, place) => ({ place, score: Math.max(0, ...perSubquestion.map((scores) => scores[place] ?? 0)) }))
    // The sort is stable: of equal ones the earlier goes first.
    .sort((a, b) => b.score - a.score)
  const taken = new Set<number>()
  let room = limit
  for (const { place } of best) {
    const length = sections[place]?.text.length ?? 0
    if (length > room) continue
    taken.add(place)
    room -= length
  }
  return {
    depth: 'full text',
    sections: sections.filter((_, place) => taken.has(place)),
    wholeText: [fullText.abstract ?? '', ...fullText.sections.map(({ text }) => text)].join('\n\n'),
  }
}

/** A section in pieces of at most `size` characters, cut between words; none of an empty one. */
function piecesOf(section: ReadableSection, size: number): readonly ReadableSection[] {
  const pieces: ReadableSection[] = []
  for (let rest = section.text.trim(); rest !== ''; ) {
    const space = rest.length > size ? rest.lastIndexOf(' ', size) : -1
    const piece = rest.length > size ? truncateText(rest, space > size / 2 ? space : size) : rest
    pieces.push({ ...section, text: piece })
    rest = rest.slice(piece.length).trimStart()
  }
  return pieces
}
