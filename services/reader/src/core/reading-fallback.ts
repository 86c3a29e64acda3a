import { addressedToModel } from '@winnow/domain/addressed-to-model.ts'
import type { EvidenceDraft } from '@winnow/domain/evidence-rules.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { splitSentences } from '@winnow/text/sentences.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { type PartOfPaper, partOfHeading, partOfLabel } from './part-of-paper.ts'
import type { ReadableSection, ReadableText } from './readable-text.ts'

/** No item of the fallback is stronger (spec §2). */
export const fallbackStrength = 0.4
/** Sentences taken for one subquestion, at most. */
export const sentencesPerSubquestion = 2
/** Words of the subquestion that they must share. Where no sentence does, the best with fewer is taken alone. */
const sharedWords = 2
/** Shorter ones are headings and labels ("Methods:"), not findings. */
const shortestSentence = 40
/** How much a sentence gains by standing among the results or conclusions, and by a word that states a result. */
const gain = { findings: 2, word: 1.5 }

/** Words with which papers state results; a sentence that has one says more likely what was found than what was done. */
const findingWords: ReadonlySet<string> = new Set(
  tokenise(
    'found find finding showed show demonstrate results result conclude conclusion suggest indicate improved improve increased decrease decreased reduced reduce significantly significant higher lower outperform outperforms achieve achieved effective effectiveness associated evidence similar comparable difference better fewer beat',
  ),
)

const studying =
  '(?:evaluate|assess|investigate|determine|examine|compare|explore|study|test|describe|identify|estimate|review|analy[sz]e|measure|clarify|gain)'
/** Sentences that say what was, or still is, to be found out, and why. */
const aim = new RegExp(
  `\\b(?:aim|aims|aimed|objectives?|purpose|goal)\\b.{0,60}\\b(?:was|were|is|are|at|to)\\b|(?:^|\\b(?:was|were|is|designed) )to ${studying}\\b` +
    '|\\bwe (?:sought|set out|hypothesi[sz]ed?)\\b|^(?:however, )?(?:previous|prior|earlier) (?:studies|work|research)\\b' +
    '|\\b(?:little|not well|not fully) (?:is )?(?:known|understood|examined|studied)\\b|\\b(?:future|further|larger)\\b.{0,60}\\b(?:needed|necessary|required|warranted)\\b',
  'iu',
)

interface Sentence {
  readonly text: string
  readonly location: { readonly section: string; readonly page?: number }
  readonly part: PartOfPaper
  readonly words: ReadonlySet<string>
  /** How far down its section: 1 for the last sentence. */
  readonly place: number
}

/**
 * The reader's fallback (spec §2): the sentences that best match a subquestion, quoted as they stand; claim and quote are
 * the same. A match is the share of the subquestion's keywords in the sentence. Findings are sought (our reading): aims,
 * background and methods, and what speaks to a model, are left out; results and conclusions, words that state a result and,
 * where no heading tells the parts, later sentences go before others. Strength grows with the share, up to 0.4. A paper of
 * which only the title is known states nothing.
 */
export function readByWords(
  text: ReadableText,
  subquestions: readonly { readonly subquestionId: string; readonly text: string }[],
): readonly EvidenceDraft[] {
  if (text.depth === 'metadata') return []
  const sentences = text.sections.flatMap(sentencesOf).filter(mayBeFinding)
  return subquestions.flatMap(({ subquestionId, text: wording }) => {
    const wanted = new Set(searchTerms(wording))
    const ranked = sentences
      .map((sentence, order) => ({ ...sentence, order, shared: sentence.words.intersection(wanted).size }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => weight(b) - weight(a) || a.order - b.order)
    const matching = ranked.filter(({ shared }) => shared >= sharedWords).slice(0, sentencesPerSubquestion)
    return (matching.length > 0 ? matching : ranked.slice(0, 1))
      .sort((a, b) => a.order - b.order)
      .map(({ text: sentence, location, shared }) => ({
        subquestionId,
        claim: sentence,
        quote: sentence,
        location,
        support: 'supports' as const,
        strength: fallbackStrength * (shared / wanted.size),
        limitations: [],
      }))
  })
}

/** The sentences of a section; a label ("RESULTS: …") holds until the next one. */
function sentencesOf({ section, page, text }: ReadableSection): readonly Sentence[] {
  let part = partOfHeading(section)
  const all = splitSentences(text)
  return all.map((sentence, index) => {
    part = partOfLabel(sentence) ?? part
    const location = page === null ? { section } : { section, page }
    return { text: sentence, location, part, words: new Set(tokenise(sentence)), place: (index + 1) / all.length }
  })
}

function mayBeFinding({ text, part }: Sentence): boolean {
  return text.length >= shortestSentence && part !== 'rest' && !aim.test(text) && addressedToModel(text).length === 0
}

function weight({ part, words, place, shared }: Sentence & { readonly shared: number }): number {
  return (part === 'findings' ? gain.findings : place) * (words.isDisjointFrom(findingWords) ? 1 : gain.word) * shared
}
