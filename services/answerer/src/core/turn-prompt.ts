import type { TrajectoryStep } from '@winnow/domain/answering/trajectory.ts'
import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import { z } from 'zod'

/** Changes with the wording below. */
export const turnPromptVersion = 'turn-1'

export interface TurnInput {
  readonly question: string
  /** What happened so far, in its order. */
  readonly steps: readonly TrajectoryStep[]
  readonly searchesLeft: number
}

const system = `You are a research agent that answers a question at length from what searches find. You are given the question and what happened so
far: your searches, the summaries of what they found with the ids of the documents, your own reasoning, and queries that were
refused with the reason. Decide what to do next.

${dataRule}
Rules:
- First write your reasoning: what is established and by which documents, what a full answer still lacks, and what would find it.
- action "search": there is something to look for that would change or complete the answer. Then write one query of a few words that
  differs in its words from every earlier one: another aspect, population, outcome or term, not the question again.
- action "answer": what was found answers the question, or further searches are unlikely to add anything. Then query is null.
- Reply with one JSON object that fits the schema.`

/** The prompt for a turn of the agent (spec §13). It holds no run id, time or order of arrival. */
export function turnPrompt({ question, steps, searchesLeft }: TurnInput): { readonly system: string; readonly user: string } {
  return {
    system,
    user: [
      'Decide what to do next.',
      dataBlock('research_question', [{ question }]),
      dataBlock('so_far', steps.map(stepRow)),
      `Searches left: ${searchesLeft}.`,
    ].join('\n\n'),
  }
}

/** A step as a row of a prompt's data. */
export function stepRow(step: TrajectoryStep): object {
  switch (step.kind) {
    case 'search':
      return { step: 'search', search: step.search, query: step.query, documents: step.passages.length }
    case 'summary':
      return { step: 'summary', search: step.search, sentences: step.sentences }
    case 'reasoning':
      return { step: 'reasoning', turn: step.turn, text: step.text }
    case 'refused':
      return { step: 'refused', turn: step.turn, query: step.query, message: step.message }
  }
}

/** The reply to `turnPrompt`. */
export const turnReply = z.object({ reasoning: z.string(), action: z.enum(['search', 'answer']), query: z.string().nullable() })
