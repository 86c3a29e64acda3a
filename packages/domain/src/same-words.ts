import { normaliseTitle } from '@winnow/text/normalise.ts'
import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'

/** Stop words that turn what a question asks for into something else; they stay. */
const turning: ReadonlySet<string> = new Set(
  'no not nor without against before after above below under over more less most least during between'.split(' '),
)

/** The stemmed words of a text that carry its meaning, each once: stop words go, apart from those that turn it ("without"). */
export function contentTokens(text: string): ReadonlySet<string> {
  return new Set(
    words(text)
      .filter((word) => turning.has(word) || !isStopWord(word))
      .map(stem),
  )
}

/**
 * Whether two subquestions, intents or gaps ask for the same in the same words (PBR-031): equal once folded, or made of the
 * same content words in any order and number. Texts without content words are the same only when folded equal.
 */
export function sameWords(a: string, b: string): boolean {
  if (normaliseTitle(a) === normaliseTitle(b)) return true
  const left = contentTokens(a)
  return left.size > 0 && left.symmetricDifference(contentTokens(b)).size === 0
}
