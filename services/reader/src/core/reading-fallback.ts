import { articleSentences } from '@winnow/domain/evidence/article-sentences.ts'
import { mayBeFinding } from '@winnow/domain/evidence/may-be-finding.ts'
import { pickDiverse, rankEvidence } from '@winnow/domain/evidence/select-evidence.ts'
import type { EvidenceDraft } from '@winnow/domain/evidence-rules.ts'
import type { ReadableText } from '@winnow/domain/readable-text.ts'

/** No item of the fallback is stronger (spec §2). */
export const fallbackStrength = 0.4
/** Sentences taken for one subquestion, at most. */
export const sentencesPerSubquestion = 2
/** Words of the subquestion that they must share. Where no sentence does, the best with fewer is taken alone. */
const sharedWords = 2

/**
 * The reader's fallback (spec §2): the sentences that best match a subquestion (`rankEvidence`), different from each other,
 * quoted as they stand; claim and quote are the same, in the order of the paper. Findings are sought (our reading): aims,
 * background and methods, and what speaks to a model, are left out. Strength grows with the share of the subquestion's
 * keywords in the sentence, up to 0.4. A paper of which only the title is known states nothing.
 */
export function readByWords(
  text: ReadableText,
  subquestions: readonly { readonly subquestionId: string; readonly text: string }[],
): readonly EvidenceDraft[] {
  if (text.depth === 'metadata') return []
  const sentences = articleSentences(text.sections.map(({ section, text: words }) => ({ heading: section, text: words }))).filter(
    mayBeFinding,
  )
  return subquestions.flatMap(({ subquestionId, text: wording }) => {
    const ranked = rankEvidence(sentences, { question: wording })
    const matching = pickDiverse(
      ranked.filter(({ shared }) => shared.size >= sharedWords),
      sentencesPerSubquestion,
    )
    return [...(matching.length > 0 ? matching : ranked.slice(0, 1))]
      .sort((a, b) => a.section - b.section || a.start - b.start)
      .map(({ text: sentence, section, coverage }) => ({
        subquestionId,
        claim: sentence,
        quote: sentence,
        location: locationOf(text, section),
        support: 'supports' as const,
        strength: fallbackStrength * coverage,
        limitations: [],
      }))
  })
}

function locationOf({ sections }: ReadableText, place: number): { readonly section: string; readonly page?: number } {
  const section = sections[place]?.section ?? ''
  const page = sections[place]?.page ?? null
  return page === null ? { section } : { section, page }
}
