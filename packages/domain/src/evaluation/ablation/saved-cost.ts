import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type RunState, resolveDocument } from '../../state.ts'
import type { Remaining } from './remaining.ts'
import type { RunChain } from './run-chain.ts'

/** Model calls summed. Parts of a call that served several documents may be in it, so that calls can be a fraction. */
export interface CallSum {
  readonly calls: number
  readonly tokens: number
  /** Null when there were calls and none had a known price. */
  readonly usd: number | null
}

export interface SavedCost {
  readonly recorded: CallSum
  readonly saved: CallSum
  /** saved / recorded; null when nothing was spent, or its price is unknown. */
  readonly share: { readonly tokens: number | null; readonly usd: number | null }
}

/**
 * What the model calls would not have cost that served only what is left out: intents and queries of other subquestions,
 * screening (by the share of its documents in a batch) and reading of documents that are not found, and all that came after
 * the cut but for writing and checking the report. Syntheses over less evidence are counted as they were.
 */
export function savedCost(events: readonly TypedEvent[], remaining: Remaining, chain: RunChain, final: RunState): SavedCost {
  const batches = Map.groupBy(
    events.filter((event) => event.type === 'DocumentScreened'),
    (event) => event.data.workId,
  )
  const isLeftOut = (documentId: string) => !chain.documents.has(resolveDocument(final, documentId))
  const savedShare = (event: TypedEvent): number => {
    if (remaining.until !== null)
      return event.pos > remaining.until && event.type !== 'ReportWritten' && event.type !== 'CitationsChecked' ? 1 : 0
    const { subquestionId } = remaining
    if (event.type === 'IntentCreated') return subquestionId !== null && event.data.subquestionId !== subquestionId ? 1 : 0
    if (event.type === 'QueriesWritten')
      return subquestionId !== null && final.intents[event.data.intentId]?.subquestionId !== subquestionId ? 1 : 0
    if (event.type === 'EvidenceExtracted' || event.type === 'ReadingFailed') return isLeftOut(event.data.documentId) ? 1 : 0
    if (event.type !== 'DocumentScreened') return 0
    const batch = batches.get(event.data.workId) ?? []
    return batch.filter(({ data }) => isLeftOut(data.documentId)).length / batch.length
  }
  const calls = new Map<string, { readonly usage: Usage; readonly share: number }>()
  for (const event of events)
    for (const usage of event.usage)
      if (usage.inherited !== true && !calls.has(usage.callId)) calls.set(usage.callId, { usage, share: savedShare(event) })
  const all = [...calls.values()]
  const recorded = callSum(all.map(({ usage }) => ({ usage, share: 1 })))
  const saved = callSum(all.filter(({ share }) => share > 0))
  return {
    recorded,
    saved,
    share: {
      tokens: recorded.tokens === 0 ? null : saved.tokens / recorded.tokens,
      usd: recorded.usd === null || saved.usd === null || recorded.usd === 0 ? null : saved.usd / recorded.usd,
    },
  }
}

function callSum(parts: readonly { readonly usage: Usage; readonly share: number }[]): CallSum {
  const sum = (of: (usage: Usage) => number) => parts.reduce((total, { usage, share }) => total + of(usage) * share, 0)
  const priced = parts.filter(({ usage }) => usage.costUsd !== null)
  return {
    calls: sum(() => 1),
    tokens: sum(({ inputTokens, outputTokens }) => (inputTokens ?? 0) + (outputTokens ?? 0)),
    usd: parts.length > 0 && priced.length === 0 ? null : sum(({ costUsd }) => costUsd ?? 0),
  }
}
