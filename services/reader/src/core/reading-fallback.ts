import type { EvidenceDraft } from '@winnow/domain/evidence-rules.ts'
import { splitSentences } from '@winnow/text/sentences.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import type { ReadableText } from './readable-text.ts'

/** No item of the fallback is stronger (spec §2). */
export const fallbackStrength = 0.4
/** Sentences taken for one subquestion, at most. */
export const sentencesPerSubquestion = 2
/** Words of the subquestion that a sentence must share. */
const sharedWords = 2
/** Shorter ones are headings and labels ("Methods:"), not findings. */
const shortestSentence = 40

/** Words with which papers state results; a sentence that has one says more likely what was found than what was done. */
const findingWords = new Set(
  tokenise(
    'found find finding showed show demonstrate results result conclude conclusion suggest indicate improved improve increased decrease decreased reduced reduce significantly significant higher lower outperform outperforms achieve achieved effective effectiveness associated evidence similar comparable difference',
  ),
)

/**
 * The reader's fallback (spec §2): the sentences that best match a subquestion, quoted as they stand; claim and quote are
 * the same. Match = share of the subquestion's words in the sentence, half as much again when it states a result. Strength
 * grows with the match, up to 0.4 (our reading).
 */
export function readByWords(
  text: ReadableText,
  subquestions: readonly { readonly subquestionId: string; readonly text: string }[],
): readonly EvidenceDraft[] {
  const sentences = text.sections.flatMap(({ section, page, text: body }) =>
    splitSentences(body)
      .filter((sentence) => sentence.length >= shortestSentence)
      .map((sentence) => ({ sentence, words: new Set(tokenise(sentence)), location: page === null ? { section } : { section, page } })),
  )
  return subquestions.flatMap(({ subquestionId, text: wording }) => {
    const wanted = new Set(tokenise(wording))
    return sentences
      .map((candidate, place) => ({ ...candidate, place, match: matchOf(candidate.words, wanted) }))
      .filter(({ match }) => match > 0)
      .sort((a, b) => b.match - a.match || a.place - b.place)
      .slice(0, sentencesPerSubquestion)
      .sort((a, b) => a.place - b.place)
      .map(({ sentence, location, match }) => ({
        subquestionId,
        claim: sentence,
        quote: sentence,
        location,
        support: 'supports' as const,
        strength: Math.min(fallbackStrength, fallbackStrength * match),
        limitations: [],
      }))
  })
}

function matchOf(words: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const shared = words.intersection(wanted).size
  if (shared < Math.min(sharedWords, wanted.size)) return 0
  const states = words.isDisjointFrom(findingWords) ? 1 : 1.5
  return (states * shared) / Math.max(1, wanted.size)
}
