import { assignGap, weakSubquestions } from '../gaps.ts'
import { type Edit, type EditContext, findIntent, findSubquestion, intentProblem, type Verdict } from './edit-context.ts'

/** Checks of the actions on search intents, gaps among them (spec §10). Each gives what is to be applied, or the reason why nothing is. */

/** A new intent of an active subquestion. */
export function addIntent(context: EditContext, rawId: string, rawText: string): Verdict {
  const subquestion = findSubquestion(context, rawId)
  if (subquestion === null) return 'unknown id'
  if (subquestion.status !== 'active') return `already ${subquestion.status}`
  const text = rawText.trim()
  return intentProblem(context, text) ?? [{ kind: 'intent-planned', subquestionId: subquestion.subquestionId, text }]
}

/** A new intent in place of an open one, which is closed, so that their yields stay apart (spec §1). */
export function rewordIntent(context: EditContext, edit: Edit<'reword-intent'>): Verdict {
  const intent = findIntent(context, edit.intentId)
  if (intent === null) return 'unknown id'
  if (intent.status === 'closed') return 'already closed'
  const { subquestionId, intentId } = intent
  const status = context.plan.subquestions[subquestionId]?.status ?? 'closed'
  if (status !== 'active') return `already ${status}`
  const text = edit.text.trim()
  return (
    intentProblem(context, text) ?? [
      { kind: 'intent-closed', intentId },
      { kind: 'intent-planned', subquestionId, text, rewordOf: intentId },
    ]
  )
}

/** Ends an open intent. */
export function closeIntent(context: EditContext, rawId: string): Verdict {
  const intent = findIntent(context, rawId)
  if (intent === null) return 'unknown id'
  if (intent.status === 'closed') return 'already closed'
  return [{ kind: 'intent-closed', intentId: intent.intentId }]
}

/** A gap becomes an intent of the subquestion it belongs to. */
export function gap(context: EditContext, rawText: string): Verdict {
  const text = rawText.trim()
  const problem = intentProblem(context, text)
  if (problem !== null) return problem
  const subquestionId = assignGap(text, Object.values(context.plan.subquestions), weakSubquestions(context.state))
  return subquestionId === null ? 'no active subquestion' : [{ kind: 'intent-planned', subquestionId, text, gap: true }]
}
