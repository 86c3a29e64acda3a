import type { AppliedAction } from '@winnow/contracts/entities/plan.ts'
import { type Draft, draftOf } from './draft.ts'
import { type RunState, resolveDocument } from './state.ts'

/** The parts of the state that actions on the plan change, as a draft its owner may change in place. */
export type PlanDraft = Draft<PlanParts>
type PlanParts = Pick<RunState, 'subquestions' | 'intents' | 'plannedIntents' | 'snowballRequests' | 'contradictions' | 'aliases'>

/** A draft of a state's plan, owned by the caller. */
export function draftPlan(state: PlanParts): PlanDraft {
  const { subquestions, intents, plannedIntents, snowballRequests, contradictions, aliases } = state
  return draftOf({ subquestions, intents, plannedIntents, snowballRequests, contradictions, aliases })
}

/** Carries out one applied action on a plan (spec §1); `origin` is whose action it is. Unknown ids change nothing. */
export function carryOut(plan: PlanDraft, action: AppliedAction, origin: 'critic' | 'user'): void {
  switch (action.kind) {
    case 'subquestion-added':
      plan.subquestions[action.subquestion.subquestionId] = newSubquestion(action.subquestion, origin)
      return
    case 'subquestion-split': {
      const parent = plan.subquestions[action.subquestionId]
      if (parent !== undefined) {
        parent.status = 'closed'
        parent.splitInto = action.into.map((child) => child.subquestionId)
      }
      for (const child of action.into) plan.subquestions[child.subquestionId] = newSubquestion(child, origin)
      return
    }
    case 'subquestion-rephrased': {
      const subquestion = plan.subquestions[action.subquestionId]
      if (subquestion !== undefined) subquestion.text = action.text
      return
    }
    case 'subquestion-deprioritized': {
      const subquestion = plan.subquestions[action.subquestionId]
      if (subquestion !== undefined) subquestion.status = 'deprioritized'
      return
    }
    case 'subquestion-closed': {
      const subquestion = plan.subquestions[action.subquestionId]
      if (subquestion !== undefined) subquestion.status = 'closed'
      return
    }
    case 'intent-planned':
      plan.plannedIntents.push({ subquestionId: action.subquestionId, text: action.text, rewordOf: action.rewordOf ?? null })
      return
    case 'intent-closed': {
      const intent = plan.intents[action.intentId]
      if (intent === undefined || intent.status === 'closed') return
      intent.status = 'closed'
      intent.closedReason = `closed by the ${origin}`
      return
    }
    case 'snowball-requested':
      plan.snowballRequests.push({ documentId: resolveDocument(plan, action.documentId), direction: action.direction })
      return
    case 'contradiction-noted':
      plan.contradictions.push({
        subquestionId: action.subquestionId,
        claims: [...action.claims],
        note: action.note,
        status: action.status,
      })
      return
  }
}

type PlannedSubquestion = Extract<AppliedAction, { kind: 'subquestion-added' }>['subquestion']

function newSubquestion(planned: PlannedSubquestion, origin: 'critic' | 'user'): PlanDraft['subquestions'][string] {
  return { ...planned, status: 'active', origin, splitInto: [], coverage: 0 }
}
