import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { numbersIn, quoteStream } from './quote-stream.ts'
import { contentTokens } from './same-words.ts'
import { isHedge, isNegation } from './turning-words.ts'

/** From this share of its content words found in the evidence, a sentence is supported (our reading; tunable). */
export const supportedFrom = 0.6
/** From this share on it is partly supported, below it unsupported (our reading; tunable). */
export const partialFrom = 0.3

export type SupportVerdict = NonNullable<CitedSentence['verdict']>

/**
 * Whether the evidence behind a cited sentence supports it, judged by words alone (spec §12, without a model): the share of
 * its content words in claims and quotes, 60 % for supported and 30 % for partial. A number that the evidence does not have
 * makes it unsupported. Only partial is what negates where no item does, or the other way round, or drops the hedge that
 * every item has. It cannot be checked without evidence, or without content words on either side.
 */
export function lexicalSupport(sentence: string, evidence: readonly { readonly claim: string; readonly quote: string }[]): SupportVerdict {
  const texts = evidence.map(({ claim, quote }) => `${claim}\n${quote}`)
  const wanted = withoutNumbers(contentTokens(sentence))
  const known = contentTokens(texts.join('\n'))
  if (wanted.size === 0 || known.size === 0) return 'cannot-check'
  const numbers = new Set(texts.flatMap(plainNumbers))
  if (plainNumbers(sentence).some((number) => !numbers.has(number))) return 'unsupported'
  const share = wanted.intersection(known).size / wanted.size
  if (share < partialFrom) return 'unsupported'
  return share < supportedFrom || turns(sentence, texts) ? 'partial' : 'supported'
}

/** 1,200 and 1200 are one number. */
function plainNumbers(text: string): readonly string[] {
  return numbersIn(text).map((number) => number.replace(/,(?=\d{3}(?!\d))/g, ''))
}

function withoutNumbers(tokens: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...tokens].filter((token) => !/^\p{N}+$/u.test(token)))
}

function turns(sentence: string, texts: readonly string[]): boolean {
  const negated = texts.map((text) => has(text, isNegation))
  const lostHedge = !has(sentence, isHedge) && texts.every((text) => has(text, isHedge))
  return lostHedge || (has(sentence, isNegation) ? !negated.includes(true) : !negated.includes(false))
}

function has(text: string, kind: (token: string) => boolean): boolean {
  return quoteStream(text).tokens.some(({ token }) => kind(token))
}
