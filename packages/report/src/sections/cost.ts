import type { RunState } from '@winnow/domain/state.ts'
import { type CostSum, costs } from '../costs.ts'
import { counted, section, table } from '../markdown-text.ts'
import { priceWords } from '../numbers.ts'

/** Calls, tokens and USD by stage (spec §12); an unknown price is "unknown". */
export function costSection(state: RunState): string {
  const { total, byStage, inherited } = costs(state)
  const shown = inherited === null ? [] : [inheritedWords(inherited)]
  const none = inherited === null ? 'No language model was called: 0 USD.' : 'This run itself called no language model: 0 USD.'
  if (total.calls === 0) return section(2, 'Cost', [none, ...shown])
  const row = (name: string, cost: CostSum) => [name, cost.calls, cost.failedCalls, cost.inputTokens, cost.outputTokens, priceWords(cost)]
  return section(2, 'Cost', [
    table(
      ['Stage', 'Calls', 'Of them failed', 'Tokens in', 'Tokens out', 'Cost'],
      [...byStage.map((cost) => row(cost.stage, cost)), row('all stages', total)],
    ),
    ...shown,
  ])
}

/** What a fork did not pay for itself. */
function inheritedWords(cost: CostSum): string {
  const paid =
    cost.calls === 0 ? 'no model calls' : `${counted(cost.calls, 'model call')}, ${cost.usd === null ? 'cost unknown' : priceWords(cost)}`
  return `Inherited: ${paid}. The run that this one was forked from paid for it; it is not counted here.`
}
