import type { PlannedSubquestion } from '@winnow/contracts/entities/plan.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'

export const planReply = z.object({
  subquestions: z.array(z.object({ text: z.string(), rationale: z.string(), priority: z.number().int().min(1).max(5) })).min(1),
})
export type PlanReply = z.output<typeof planReply>

const longest = { text: 1000, rationale: 2000 }

/**
 * The plan of a reply: empty and repeated subquestions dropped, the least important left out beyond the maximum, ids given
 * in the model's order. Empty when nothing usable is left.
 */
export function readPlan(reply: PlanReply, maxSubquestions: number): readonly PlannedSubquestion[] {
  const seen = new Set<string>()
  const usable = reply.subquestions.filter(({ text }) => {
    const key = normaliseTitle(text)
    return key !== '' && !seen.has(key) && seen.add(key) !== undefined
  })
  const kept = new Set([...usable].sort((a, b) => a.priority - b.priority).slice(0, maxSubquestions))
  return usable
    .filter((subquestion) => kept.has(subquestion))
    .map(({ text, rationale, priority }, index) => ({
      subquestionId: `RQ${index + 1}`,
      text: truncateText(text.trim(), longest.text),
      rationale: truncateText(rationale.trim(), longest.rationale),
      priority,
    }))
}

/** The planner's fallback (spec §2): one subquestion, the question itself. */
export function planFallback(question: string): readonly PlannedSubquestion[] {
  return [{ subquestionId: 'RQ1', text: truncateText(question, longest.text), rationale: 'The question itself.', priority: 1 }]
}
