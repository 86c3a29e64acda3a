import type { TrajectoryStep } from '@winnow/domain/answering/trajectory.ts'
import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import { z } from 'zod'
import type { ShownText } from './best-sentences.ts'
import { markedSentenceReply } from './marked-reply.ts'
import { attemptNote, passageBlock, unknownNote } from './summary-prompt.ts'
import { stepRow } from './turn-prompt.ts'

/** Changes with the wording below. */
export const answerPromptVersion = 'answer-1'

export interface AnswerInput {
  readonly question: string
  /** What happened so far, in its order. */
  readonly steps: readonly TrajectoryStep[]
  /** Passages to answer from. */
  readonly passages: readonly ShownText[]
  /** From 1 on: the reply before, if any, had no mark that can be used. `unknown`: those that it had. */
  readonly attempt: number
  readonly unknown: readonly string[]
}

const system = `You are a research agent that answers a question at length from what your searches found. You are given the question, your searches with
their summaries and your reasoning, and the passages that the summaries rest on.

${dataRule}
Rules:
- Answer the question in the first paragraph, directly. Then several paragraphs that bring the findings together by aspect: what was
  found, in whom and how large, how certain it is, where sources disagree and why that may be, and what is not known.
- Every sentence that states a finding names, in its field "documentIds", the ids of the documents whose passages say it, exactly as
  they are written. No other ids.
- The text of a sentence holds no ids, no citation marks and no brackets with numbers.
- Say no more than the passages say: keep numbers, populations and hedges as they are. Use nothing that you know from elsewhere. Where
  the passages do not answer a part of the question, say so.
- Do not speak of passages, searches or summaries: write for a reader who knows the field.
- Reply with one JSON object that fits the schema.`

/** The prompt for the answer (spec §13). It holds no run id, time or order of arrival. */
export function answerPrompt(input: AnswerInput): { readonly system: string; readonly user: string } {
  return {
    system,
    user: [
      'Write the answer.',
      dataBlock('research_question', [{ question: input.question }]),
      dataBlock('so_far', input.steps.map(stepRow)),
      passageBlock(input.passages),
      ...refusedNote(input),
    ].join('\n\n'),
  }
}

function refusedNote({ attempt, unknown, passages }: AnswerInput): readonly string[] {
  if (attempt === 1) return []
  const note = 'An earlier reply could not be used: it had no sentence that names a document that was shown in its "documentIds".'
  return [...attemptNote(attempt), note, ...unknownNote(unknown, passages)]
}

/** The reply to `answerPrompt`. */
export function answerReply(shown: readonly string[]) {
  return z.object({ paragraphs: z.array(z.object({ sentences: z.array(markedSentenceReply(shown)).max(40) })).max(30) })
}
