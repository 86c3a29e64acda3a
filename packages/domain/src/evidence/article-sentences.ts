import { sentenceSpans } from '@winnow/text/sentences.ts'
import { type PartOfPaper, partOfHeading, partOfLabel } from './part-of-paper.ts'

/** Characters of a sentence at most: what is longer lacks full stops, and no one reads it as one quote (our reading). */
export const longestSentence = 1000

/** A section of an article or abstract; the heading is null where there is none. */
export interface ArticleSection {
  readonly heading: string | null
  readonly text: string
}

/** A sentence of an article. `text` is `sections[section].text.slice(start, end)`: UTF-16 offsets, end exclusive. */
export interface ArticleSentence {
  readonly section: number
  readonly start: number
  readonly end: number
  readonly text: string
  /** By its section's heading, or by the label before it in a structured abstract, which holds until the next. */
  readonly part: PartOfPaper
  /** How far down its section it stands, in (0,1]: 1 for the last. */
  readonly place: number
}

/** The sentences of an article in order; those of more than 1,000 characters are cut at white space. */
export function articleSentences(sections: readonly ArticleSection[]): readonly ArticleSentence[] {
  return sections.flatMap(({ heading, text }, section) => {
    let part = heading === null ? null : partOfHeading(heading)
    const spans = sentenceSpans(text).flatMap(({ start, end }) => pieces(text, start, end))
    return spans.map(({ start, end }, index) => {
      const sentence = text.slice(start, end)
      part = partOfLabel(sentence) ?? part
      return { section, start, end, text: sentence, part, place: (index + 1) / spans.length }
    })
  })
}

function pieces(text: string, from: number, to: number): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = from
  while (to - start > longestSentence) {
    const end = cutAt(text, start)
    found.push({ start, end })
    start = end + (/^\s*/.exec(text.slice(end, to))?.[0].length ?? 0)
  }
  if (start < to) found.push({ start, end: to })
  return found
}

/** The end of the piece from `start`: the last white space in its second half, or its limit, never inside a character. */
function cutAt(text: string, start: number): number {
  const limit = start + longestSentence
  const second = text.slice(start + longestSentence / 2, limit + 1)
  const space = second.search(/\s+\S*$/)
  if (space > 0) return start + longestSentence / 2 + space
  const splitsPair = /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[limit] ?? '')
  return splitsPair ? limit - 1 : limit
}
