import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import { z } from 'zod'
import type { ShownText } from './best-sentences.ts'
import { markedSentenceReply } from './marked-reply.ts'
import { partsOfPassage } from './passage-text.ts'

/** Changes with the wording below. */
export const summaryPromptVersion = 'passages-1'

/**
 * What a summary is made from. `reasoning`: the agent's, turn by turn. `attempt`: from 1 on; `unknown`: marks of the reply before, which
 * named nothing shown.
 */
export interface SummaryInput {
  readonly question: string
  readonly query: string
  readonly reasoning: readonly string[]
  readonly passages: readonly ShownText[]
  readonly attempt: number
  readonly unknown: readonly string[]
}

const system = `You summarise the results of a search for an agent that answers a research question at length. You are given the question, the
query that was searched, the agent's reasoning so far, and passages of documents.

${dataRule}
Rules:
- Write what the passages say that helps to answer the question, seen from the query and the reasoning so far: findings first, with
  their numbers, populations and conditions. Two to twelve sentences. Put together what several passages say alike, and say where
  they disagree.
- Every sentence names, in its field "documentIds", the ids of the passages that say it, exactly as they are written. No other ids.
- The text of a sentence holds no ids, no citation marks and no brackets with numbers.
- Say no more than the passages say, keep their hedges, and leave out passages that do not help. Where none helps, the list is empty.
- Reply with one JSON object that fits the schema.`

/** The prompt for a summary with marks (spec §13). It holds no run id, time or order of arrival. */
export function summaryPrompt(input: SummaryInput): { readonly system: string; readonly user: string } {
  return {
    system,
    user: [
      'Summarise the passages.',
      dataBlock('research_question', [{ question: input.question }]),
      dataBlock('search', [{ query: input.query }]),
      dataBlock(
        'reasoning',
        input.reasoning.map((text) => ({ text })),
      ),
      passageBlock(input.passages),
      ...attemptNote(input.attempt),
      ...unknownNote(input.unknown, input.passages),
    ].join('\n\n'),
  }
}

/** Passages as rows of a prompt's data. */
export function passageBlock(passages: readonly ShownText[]): string {
  return dataBlock(
    'passages',
    passages.map(({ documentId, text }) => {
      const { title } = partsOfPassage(text)
      return { documentId, title, text: text.slice(title.length).trim() }
    }),
  )
}

/** The count of a question that is asked again: word for word the same question would be answered by the reply that is kept. */
export function attemptNote(attempt: number): readonly string[] {
  return attempt === 1 ? [] : [`This is attempt ${attempt}.`]
}

/** What is said when a reply is asked for again, as its marks named documents that were not shown. */
export function unknownNote(unknown: readonly string[], passages: readonly ShownText[]): readonly string[] {
  if (unknown.length === 0) return []
  const known = [...new Set(passages.map(({ documentId }) => documentId))]
  return [
    `An earlier reply named documents that were not shown to you:\n${dataBlock(
      'unknown',
      [...new Set(unknown)].map((id) => ({ id })),
    )}\nThe only ids are ${known.join(', ')}.`,
  ]
}

/** The reply to `summaryPrompt`. */
export function summaryReply(shown: readonly string[]) {
  return z.object({ sentences: z.array(markedSentenceReply(shown)).max(30) })
}
