import type { EventType } from '@winnow/contracts/registry.ts'
import type { View } from '../view.ts'

const changing: ReadonlySet<EventType> = new Set([
  'RunRequested',
  'PlanProposed',
  'SubquestionAnswered',
  'CritiqueApplied',
  'PlanEditsApplied',
])

/** The subquestions of the plan with their coverage. */
export const subquestionsView: View<'subquestion'> = {
  table: 'subquestion',
  key: ['subquestion_id'],
  touched: (event, { state }) => (changing.has(event.type) ? Object.keys(state.subquestions) : []),
  ids: ({ state }) => Object.keys(state.subquestions),
  row: ({ state }, id) => {
    const subquestion = state.subquestions[id]
    if (subquestion === undefined) return null
    return {
      subquestion_id: subquestion.subquestionId,
      text: subquestion.text,
      rationale: subquestion.rationale,
      priority: subquestion.priority,
      status: subquestion.status,
      origin: subquestion.origin,
      split_into: subquestion.splitInto,
      coverage: subquestion.coverage,
    }
  },
}
