import type { ArticleSection } from '@winnow/domain/evidence/article-sentences.ts'
import { estimateTokens } from '@winnow/text/estimate-tokens.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { withoutNoise } from './without-noise.ts'

/** The parts of a document that a passage is made of; the heading of an abstract is null. */
export interface PassageParts {
  readonly title: string
  readonly sections: readonly ArticleSection[]
}

const headingMark = '## '

/**
 * A document as ranker, summarizer and agent see it: its title, then its sections, each below "## heading" unless it has none,
 * with blank lines between them. Noise is left out (`withoutNoise`); at most `tokens` tokens (`estimateTokens`: a quarter
 * of the UTF-16 units, one a CJK sign), cut between words where there is a space. '' for a document without a word.
 */
export function passageText({ title, sections }: PassageParts, tokens: number): { readonly text: string; readonly cut: boolean } {
  const blocks = sections.map(({ heading, text }) => {
    const body = withoutNoise(text)
      .replace(/\n\s*\n/g, '\n')
      .trim()
    return body === '' || heading === null || heading.trim() === '' ? body : `${headingMark}${onOneLine(heading)}\n${body}`
  })
  const whole = [onOneLine(withoutNoise(title)), ...blocks].filter((block) => block !== '').join('\n\n')
  const text = cutToTokens(whole, tokens)
  return { text, cut: text.length < whole.length }
}

/** The title and sections of a text that `passageText` made. */
export function partsOfPassage(text: string): PassageParts {
  const [title = '', ...blocks] = text.split('\n\n')
  return {
    title,
    sections: blocks.map((block) => {
      const [first = '', ...rest] = block.split('\n')
      return first.startsWith(headingMark)
        ? { heading: first.slice(headingMark.length), text: rest.join('\n') }
        : { heading: null, text: block }
    }),
  }
}

/** The longest beginning of a text that has at most so many tokens, cut after a word when that loses less than half of it. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  // A token is at least one sign and at most four.
  let [fits, tooLong] = [0, Math.min(text.length, 4 * tokens + 1)]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (estimateTokens(truncateText(text, middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  const start = truncateText(text, fits)
  const space = /\s/.test(text[start.length] ?? '') ? start.length : start.search(/\s\S*$/)
  return (space > start.length / 2 ? start.slice(0, space) : start).trimEnd()
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
