import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import { estimateTokens } from '@winnow/text/estimate-tokens.ts'
import type { ShownText } from './best-sentences.ts'
import { cutToTokens } from './passage-text.ts'

/** No passage is cut below this to make room for others: so long is an abstract (our reading). */
const leastTokens = 400

/**
 * The passages that an answer is written from: those of the documents that the summaries cite, most cited first, all shown ones where they cite
 * none. Together they take at most `tokens` tokens, as many as one search may show (our reading): each gets an equal share, what short ones leave
 * goes to the others; those that would get less than 400 tokens are left out, the least cited first.
 */
export function passagesToAnswerFrom(
  shown: readonly ShownText[],
  summaries: readonly MarkedSentence[],
  tokens: number,
): readonly ShownText[] {
  const marks = new Map<string, number>()
  for (const { documentIds } of summaries) for (const id of documentIds) marks.set(id, (marks.get(id) ?? 0) + 1)
  const cited = shown.filter(({ documentId }) => marks.has(documentId))
  // The sort is stable: of equally cited ones the one shown first goes first.
  const wanted = (cited.length > 0 ? cited : shown)
    .toSorted((a, b) => (marks.get(b.documentId) ?? 0) - (marks.get(a.documentId) ?? 0))
    .slice(0, Math.max(1, Math.floor(tokens / leastTokens)))
  const lengths = wanted.map(({ text }) => estimateTokens(text))
  const share = shareOf(lengths, tokens)
  return wanted.map(({ documentId, text }) => ({ documentId, text: cutToTokens(text, share) }))
}

/** The length to which texts are cut so that together they have at most `room` tokens. */
function shareOf(lengths: readonly number[], room: number): number {
  let [left, share] = [room, room]
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (lengths.length - index))
    if (length > share) return share
    left -= length
  }
  return room
}
