import { asData } from '@winnow/text/as-data.ts'

/** Changes with the wording below. */
export const intentPromptVersion = 'intent-1'
/** Intents that are asked for at a time: several ways to search, few enough to pay for (our reading of spec §1). */
export const intentsAtOnce = 3

export interface IntentQuestion {
  readonly question: string
  readonly subquestionId: string
  readonly subquestion: string
  /** Texts of its earlier intents, which found too little. */
  readonly earlier: readonly string[]
}

const system = `You plan literature searches. For one subquestion of a review, describe the kinds of paper that would help to answer it:
search intents. An intent says what such a paper studies or reports, in one sentence, without the syntax of any search engine.

Rules:
- One to ${intentsAtOnce} intents that differ in what they would find (another method, population, outcome or wording of the field), not in their words alone.
- Do not repeat an earlier intent in other words.
- Do not invent names of papers, authors or systems.
- Reply with one JSON object that fits the schema.`

/** Asks for intents of one subquestion, other than its earlier ones (spec §1). */
export function intentPrompt({ question, subquestionId, subquestion, earlier }: IntentQuestion): {
  readonly system: string
  readonly user: string
} {
  const lines = [
    `Research question: ${asData(question)}`,
    `Subquestion ${subquestionId}: ${asData(subquestion)}`,
    ...(earlier.length === 0 ? [] : ['', 'Earlier intents:', ...earlier.map((text) => `- ${asData(text)}`)]),
  ]
  return { system, user: lines.join('\n') }
}
