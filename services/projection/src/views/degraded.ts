import { stableHash } from '@winnow/text/stable-hash.ts'
import type { View } from '../view.ts'

/** Steps that fell back, counted by stage, role and reason. */
export const degradedView: View<'degraded'> = {
  table: 'degraded',
  key: ['key_hash'],
  touched: (event, { state }) => ('degraded' in event.data && event.data.degraded.length > 0 ? Object.keys(state.degraded) : []),
  ids: ({ state }) => Object.keys(state.degraded),
  row: ({ state }, id) => {
    const step = state.degraded[id]
    if (step === undefined) return null
    return { key_hash: stableHash(id), stage: step.stage, role: step.role, reason: step.reason, count: step.count }
  },
}
