import { support } from '@winnow/contracts/entities/evidence.ts'
import type { EvidenceDraft } from '@winnow/domain/evidence-rules.ts'
import type { ReadableText } from '@winnow/domain/readable-text.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'

export const readingReply = z.object({
  items: z.array(
    z.object({
      subquestionId: z.string(),
      claim: z.string(),
      quote: z.string(),
      section: z.string().nullable(),
      support,
      strength: z.number().min(0).max(1),
      studyType: z.string().nullable(),
      sample: z.string().nullable(),
      limitations: z.array(z.string()),
    }),
  ),
})
export type ReadingReply = z.output<typeof readingReply>

/** Items that are taken from one paper; what comes after is no longer what matters most. */
export const itemsAtMost = 20
const longest = { claim: 1000, quote: 2000, fact: 300, limitations: 10 }

/** The items of a reply as drafts; where each stands is looked up in the text and not believed. */
export function readItems(reply: ReadingReply, text: ReadableText): readonly EvidenceDraft[] {
  return reply.items.slice(0, itemsAtMost).map((item) => {
    const sample = fact(item.sample)
    const studyType = fact(item.studyType)
    return {
      subquestionId: item.subquestionId,
      claim: truncateText(item.claim.trim(), longest.claim),
      quote: truncateText(item.quote.trim(), longest.quote),
      location: locate(item.quote, item.section, text),
      support: item.support,
      strength: item.strength,
      ...(studyType === null ? {} : { studyType }),
      ...(sample === null ? {} : { sample }),
      limitations: item.limitations.slice(0, longest.limitations).map((limitation) => truncateText(limitation, longest.fact)),
    }
  })
}

function fact(raw: string | null): string | null {
  const trimmed = raw?.trim() ?? ''
  return trimmed === '' ? null : truncateText(trimmed, longest.fact)
}

/** The section that holds the quote; failing that the one the model named, if there is one of that heading. */
export function locate(quote: string, named: string | null, text: ReadableText): { readonly section: string; readonly page?: number } {
  const words = normaliseTitle(quote)
  const holding = words === '' ? undefined : text.sections.find((section) => normaliseTitle(section.text).includes(words))
  const heading = normaliseTitle(named ?? '')
  const found = holding ?? text.sections.find((section) => normaliseTitle(section.section) === heading) ?? text.sections[0]
  if (found === undefined) return { section: 'Abstract' }
  return found.page === null ? { section: found.section } : { section: found.section, page: found.page }
}
