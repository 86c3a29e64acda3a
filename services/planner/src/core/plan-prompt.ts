import { asData } from '@winnow/text/as-data.ts'

/** Changes with the wording below. */
export const planPromptVersion = 'plan-1'

export interface PlanQuestion {
  readonly question: string
  readonly criteria: string | null
  readonly maxSubquestions: number
}

/** Asks for the minimum set of meaningful subquestions (spec §1). */
export function planPrompt({ question, criteria, maxSubquestions }: PlanQuestion): { readonly system: string; readonly user: string } {
  const system = `You plan a literature review. Break the research question into the smallest set of subquestions that together answer it.

Rules:
- Every subquestion can be answered from published papers, stands on its own (no "this" or "it" from another one), and asks one thing.
- No two overlap. Do not ask for what the research question does not ask. If the question is simple, one subquestion is right.
- At most ${maxSubquestions}. The first is the most important.
- priority: 1 is the most important, 5 the least.
- rationale: one sentence that says what its answer adds to the answer of the research question.
- Reply with one JSON object that fits the schema.`
  const lines = [
    `Research question: ${asData(question)}`,
    ...(criteria === null ? [] : ['', 'Eligibility criteria of the review:', asData(criteria)]),
  ]
  return { system, user: lines.join('\n') }
}
