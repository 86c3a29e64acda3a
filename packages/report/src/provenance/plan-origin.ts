import type { AppliedAction } from '@winnow/contracts/entities/plan.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventTrail } from './event-trail.ts'
import type { WhyIntent, WhySubquestion } from './why.ts'

/** A subquestion, who proposed it, and the event that did. */
export function whySubquestion(state: RunState, trail: EventTrail, subquestionId: string): WhySubquestion {
  const subquestion = state.subquestions[subquestionId]
  const proposed = trail.of('PlanProposed').filter(({ data }) => data.subquestions.some((item) => item.subquestionId === subquestionId))
  const edited = [...trail.of('CritiqueApplied'), ...trail.of('PlanEditsApplied')].filter(({ data }) =>
    data.applied.some((action) => adds(action, subquestionId)),
  )
  const requested = trail.of('RunRequested').filter(({ data }) => data.options.plan !== null)
  return {
    subquestionId,
    text: subquestion?.text ?? '',
    origin: subquestion?.origin ?? 'unknown',
    event: trail.nameFirst([...proposed, ...edited, ...requested]),
  }
}

function adds(action: AppliedAction, subquestionId: string): boolean {
  if (action.kind === 'subquestion-added') return action.subquestion.subquestionId === subquestionId
  return action.kind === 'subquestion-split' && action.into.some((child) => child.subquestionId === subquestionId)
}

/** A search intent and the subquestion it serves; null when the state knows no such intent. */
export function whyIntent(state: RunState, trail: EventTrail, intentId: string): WhyIntent | null {
  const intent = state.intents[intentId]
  if (intent === undefined) return null
  return {
    intentId,
    text: intent.text,
    subquestion: whySubquestion(state, trail, intent.subquestionId),
    event: trail.nameFirst(trail.of('IntentCreated').filter(({ data }) => data.intentId === intentId)),
  }
}
