import type { EventType } from '@winnow/contracts/registry.ts'
import type { View } from '../view.ts'

/** Events that change intents, what their operations found, or which documents are relevant: all yields follow from these. */
const changing: ReadonlySet<EventType> = new Set([
  'IntentCreated',
  'IntentClosed',
  'CandidatesFound',
  'DocumentsRegistered',
  'DocumentsMerged',
  'DocumentSplit',
  'DocumentScreened',
  'DocumentOverridden',
  'CritiqueApplied',
  'PlanEditsApplied',
])

/** The search intents with their yields (spec §1). */
export const intentsView: View<'intent'> = {
  table: 'intent',
  key: ['intent_id'],
  touched: (event, { state }) => (changing.has(event.type) ? Object.keys(state.intents) : []),
  ids: ({ state }) => Object.keys(state.intents),
  row: ({ state, yields }, id) => {
    const intent = state.intents[id]
    if (intent === undefined) return null
    const found = yields().get(id)
    return {
      intent_id: intent.intentId,
      subquestion_id: intent.subquestionId,
      text: intent.text,
      status: intent.status,
      closed_reason: intent.closedReason,
      reword_of: intent.rewordOf,
      found: found?.found ?? 0,
      relevant: found?.relevant ?? 0,
    }
  },
}
