import type { Segment } from './trajectory-segments.ts'
import { trajectoryInstructions, trajectoryMessages, trajectoryText, withoutTags } from './trajectory-text.ts'

/** A chosen or rejected answer with the way to it. */
export interface PairedAnswer {
  readonly runId: string
  readonly score: number
  /** Searches beside the initial one. */
  readonly searches: number
  readonly segments: readonly Segment[]
  /** The answer alone, with marks [n]. */
  readonly answer: string
}

/** A pair for training: the better and the worse of two answers to one question. */
export interface PreferencePair {
  readonly questionId: string
  readonly origin: string | null
  readonly question: string
  readonly gap: number
  readonly chosen: PairedAnswer
  readonly rejected: PairedAnswer
}

/** Formats that a pair is exported to: TRL's, ms-swift's and that of OpenAI's fine-tuning. */
export const trainerFormats = ['trl', 'swift', 'openai'] as const
export type TrainerFormat = (typeof trainerFormats)[number]

/** What the loss is made of in a format; said in the manifest. */
export const lossWords: Readonly<Record<TrainerFormat, string>> = {
  trl: 'whole trajectories; search results stand between <search_results> and </search_results> and are left out of the loss by the collator of training/train_dpo.py: without it TRL trains on them',
  swift:
    'whole trajectories; search results are messages of role tool, and what the model did not write has "loss": false (ms-swift 3.8 or later)',
  openai: 'the answer alone: the format takes one final message and no mask, so neither reasoning, searches nor what they brought is in it',
}

/** What an answer without the way to it is asked for with. */
export const answerInstructions =
  'Answer the research question at length, in paragraphs, and mark each source with its number in square brackets.'

/** A pair as a line of a format's file. What is not the trainer's own stands in members that it passes over; OpenAI's has none. */
export function trainerRow(pair: PreferencePair, format: TrainerFormat): Readonly<Record<string, unknown>> {
  const question = withoutTags(pair.question)
  const prompt = [
    { role: 'system', content: trajectoryInstructions },
    { role: 'user', content: question },
  ]
  switch (format) {
    case 'trl':
      return {
        prompt,
        chosen: [{ role: 'assistant', content: trajectoryText(pair.chosen.segments) }],
        rejected: [{ role: 'assistant', content: trajectoryText(pair.rejected.segments) }],
        ...originOf(pair),
      }
    case 'swift':
      return {
        messages: [...prompt, ...swiftMessages(pair.chosen)],
        rejected_messages: [...prompt, ...swiftMessages(pair.rejected)],
        ...originOf(pair),
      }
    case 'openai':
      return {
        input: {
          messages: [
            { role: 'system', content: answerInstructions },
            { role: 'user', content: question },
          ],
          tools: [],
          parallel_tool_calls: true,
        },
        preferred_output: [{ role: 'assistant', content: withoutTags(pair.chosen.answer) }],
        non_preferred_output: [{ role: 'assistant', content: withoutTags(pair.rejected.answer) }],
      }
  }
}

/** The mark "loss" is known for messages of the model alone; those of role tool are never trained on. */
function swiftMessages({ segments }: PairedAnswer) {
  return trajectoryMessages(segments).map(({ role, content, trained }) =>
    role === 'tool' ? { role, content } : { role, content, loss: trained },
  )
}

function originOf({ questionId, origin, gap, chosen, rejected }: PreferencePair) {
  return {
    question_id: questionId,
    origin,
    gap,
    chosen_run: chosen.runId,
    rejected_run: rejected.runId,
    chosen_score: chosen.score,
    rejected_score: rejected.score,
  }
}
