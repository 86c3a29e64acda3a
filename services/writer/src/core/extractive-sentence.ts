import { numbersIn } from '@winnow/domain/quote-stream.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** Longer sentences are cut at a word (our reading: events are bounded, and an abstract may lack full stops). */
export const longestSentence = 800

/** Whether a claim says no number that its quote does not say. */
export function saysNumbersOf(claim: string, quote: string): boolean {
  const quoted = new Set(numbersIn(quote))
  return numbersIn(claim).every((number) => quoted.has(number))
}

/**
 * The sentence that stands for an evidence item where no model writes: its claim, unless the claim has a number that its
 * verified quote lacks, then the quote itself. `verbatim` says that it is the quote. Every number of it stands in the item.
 */
export function extractiveSentence(item: { readonly claim: string; readonly quote: string; readonly quoteCheck: string }): {
  readonly text: string
  readonly verbatim: boolean
} {
  const verbatim = item.quoteCheck === 'verified' && !saysNumbersOf(item.claim, item.quote)
  return { text: closed(cutAtWord(plainSentence(verbatim ? item.quote : item.claim))), verbatim }
}

/** At most `longestSentence` units; a word or number that the cut would split goes as a whole. */
function cutAtWord(text: string): string {
  if (text.length <= longestSentence) return text
  const start = truncateText(text, longestSentence)
  const whole = /^[\s\S]*\s/.exec(start)?.[0] ?? start.replace(/[\p{N}.,]+$/u, '')
  return `${whole.trimEnd()} …`
}

function closed(text: string): string {
  return /[.!?…。！？।؟۔]["'”’»)\]]*$/u.test(text) ? text : `${text}.`
}
