import { querySyntax } from '@winnow/domain/queries/query-syntax.ts'
import { asData } from '@winnow/text/as-data.ts'

/** Changes with the wording below or in query-syntax.ts. */
export const queryPromptVersion = 'query-2'
/** At most this many sources are asked for one intent (spec §3). */
export const sourcesPerIntent = 4

export interface QueryQuestion {
  readonly subquestion: string
  readonly intentId: string
  readonly intent: string
  readonly sources: readonly string[]
}

const system = `You write search queries for bibliographic sources. For one search intent, choose the sources that are likely to have such papers and
write one query for each, in the syntax of that source.

Rules:
- At most one query for a source, at most ${sourcesPerIntent} in all. Leave out a source that does not fit the intent.
- Use the words that titles and abstracts of such papers would use. Four to ten of them are best; leave out filler.
- Do not invent names of papers, authors or systems. Do not restrict years: that is done elsewhere.
- Reply with one JSON object that fits the schema.`

/** Asks for one query a source for one intent (spec §3). */
export function queryPrompt({ subquestion, intentId, intent, sources }: QueryQuestion): { readonly system: string; readonly user: string } {
  const lines = [
    `Subquestion: ${asData(subquestion)}`,
    `Search intent ${intentId}: ${asData(intent)}`,
    '',
    'Sources:',
    ...sources.map((source) => `- ${source}: ${querySyntax(source).words}`),
  ]
  return { system, user: lines.join('\n') }
}
