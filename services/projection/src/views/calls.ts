import type { View } from '../view.ts'

/**
 * The model calls, also failed ones: what costs are summed from. A call counts once, however many events name it. Those that a
 * fork inherited are costs of another run and have no row.
 */
export const callsView: View<'call'> = {
  table: 'call',
  key: ['call_id'],
  touched: (event) => event.usage.map(({ callId }) => callId),
  ids: ({ calls }) => calls.keys(),
  row: ({ calls }, id) => {
    const call = calls.get(id)
    if (call === undefined || call.inherited) return null
    const { usage, pos } = call
    return {
      call_id: id,
      pos,
      role: usage.role,
      stage: usage.stage,
      model: usage.model,
      outcome: usage.outcome,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cached_tokens: usage.cachedTokens,
      cost_usd: usage.costUsd,
      ms: usage.ms,
    }
  },
}
