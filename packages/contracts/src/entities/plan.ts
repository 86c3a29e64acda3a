import { z } from 'zod'
import { documentId, evidenceId, intentId, subquestionId } from '../ids.ts'

/** Priority 1 is the highest. */
export const priority = z.number().int().min(1).max(5)

/** A subquestion before it has an id: what a planner, critic or user proposes. */
export const proposedSubquestion = z.object({ text: z.string().min(1).max(1000), rationale: z.string().max(2000), priority })
export type ProposedSubquestion = Readonly<z.infer<typeof proposedSubquestion>>

export const plannedSubquestion = proposedSubquestion.extend({ subquestionId })
export type PlannedSubquestion = Readonly<z.infer<typeof plannedSubquestion>>

/** An edit of the plan as a user or the critic asks for it (spec §1). Rephrase keeps the meaning; another meaning is close + add. */
export const planEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), text: z.string().min(1), rationale: z.string(), priority }),
  z.object({ kind: z.literal('split'), subquestionId: z.string(), into: z.array(proposedSubquestion).min(2) }),
  z.object({ kind: z.literal('rephrase'), subquestionId: z.string(), text: z.string().min(1) }),
  z.object({ kind: z.literal('deprioritize'), subquestionId: z.string() }),
  z.object({ kind: z.literal('close'), subquestionId: z.string() }),
])
export type PlanEdit = Readonly<z.infer<typeof planEdit>>

/** What a critique asks for besides edits of the plan (spec §10). Ids are as the model wrote them, after repair. */
export const intentAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-intent'), subquestionId: z.string(), text: z.string().min(1) }),
  z.object({ kind: z.literal('reword-intent'), intentId: z.string(), text: z.string().min(1) }),
  z.object({ kind: z.literal('close-intent'), intentId: z.string() }),
])
export const snowballAction = z.object({ kind: z.literal('snowball'), documentId: z.string(), direction: z.enum(['backward', 'forward']) })
export const contradictionAction = z.object({
  kind: z.literal('contradiction'),
  subquestionId: z.string(),
  claims: z.array(z.string()),
  note: z.string(),
  status: z.enum(['open', 'explained', 'resolved']),
})
export const gapAction = z.object({ kind: z.literal('gap'), text: z.string().min(1) })
export const researchAction = z.union([planEdit, intentAction, snowballAction, contradictionAction, gapAction])
export type ResearchAction = Readonly<z.infer<typeof researchAction>>

/** An action after code has checked it and given ids: exactly what `evolve` does to the state. */
export const appliedAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subquestion-added'), subquestion: plannedSubquestion }),
  z.object({ kind: z.literal('subquestion-split'), subquestionId, into: z.array(plannedSubquestion).min(2) }),
  z.object({ kind: z.literal('subquestion-rephrased'), subquestionId, text: z.string() }),
  z.object({ kind: z.literal('subquestion-deprioritized'), subquestionId }),
  z.object({ kind: z.literal('subquestion-closed'), subquestionId }),
  z.object({
    kind: z.literal('intent-planned'),
    subquestionId,
    text: z.string(),
    rewordOf: intentId.optional(),
    gap: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('intent-closed'), intentId }),
  z.object({ kind: z.literal('snowball-requested'), documentId, direction: z.enum(['backward', 'forward']) }),
  z.object({
    kind: z.literal('contradiction-noted'),
    subquestionId,
    claims: z.array(evidenceId),
    note: z.string(),
    status: z.enum(['open', 'explained', 'resolved']),
  }),
])
export type AppliedAction = Readonly<z.infer<typeof appliedAction>>

/** An action that was not applied, and why ("unknown id", "duplicate text", "over maxSubquestions", "stopped: rule 3"). */
export const rejectedAction = z.object({ edit: researchAction, reason: z.string() })
export type RejectedAction = Readonly<z.infer<typeof rejectedAction>>
