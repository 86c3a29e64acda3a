import { truncateText } from '@winnow/text/sanitise-text.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { z } from 'zod'
import { intentsAtOnce } from './intent-prompt.ts'

export const intentReply = z.object({ intents: z.array(z.object({ text: z.string() })).min(1) })
export type IntentReply = z.output<typeof intentReply>

const longestIntent = 1000

/** Usable intents of a reply: neither empty nor an earlier one in the same words, at most `intentsAtOnce`. May be none. */
export function readIntents(reply: IntentReply, earlier: readonly string[]): readonly string[] {
  const known = new Set(earlier.map(wordsOf))
  return reply.intents
    .map(({ text }) => truncateText(text.trim(), longestIntent))
    .filter((text) => {
      const words = wordsOf(text)
      return words !== '' && !known.has(words) && known.add(words) !== undefined
    })
    .slice(0, intentsAtOnce)
}

/** The intent role's fallback (spec §2): one intent, the subquestion's text. */
export function intentFallback(subquestion: string): readonly string[] {
  return [truncateText(subquestion, longestIntent)]
}

function wordsOf(text: string): string {
  return [...new Set(tokenise(text))].sort().join(' ')
}
