import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { addVerdicts, supportedShare, type VerdictCounts } from './verdict-counts.ts'

/** The depths at which support is compared (issue 6: 2, 20, 150 tool calls); what is deeper is a bucket of its own. */
export const depthBounds = [2, 20, 150] as const

/** Verdicts of cited sentences at one depth, in tool calls: searches, lookups, requests for references and reads. */
export interface VerdictsAtDepth {
  readonly toolCalls: number
  readonly verdicts: VerdictCounts
}

export interface DepthBucket {
  /** So many tool calls at most; null: more than the last bound. */
  readonly upTo: number | null
  /** How many reports, or sentences, are in it. */
  readonly entries: number
  readonly verdicts: VerdictCounts
  /** Null when none of its sentences could be checked. */
  readonly supported: number | null
}

export interface SupportByDepth {
  readonly buckets: readonly DepthBucket[]
  /** The buckets whose share of supported sentences is smaller than that of a shallower one. */
  readonly falls: readonly { readonly from: number; readonly to: number | null; readonly by: number }[]
  /** Fewer than two buckets with a share say nothing about falling. */
  readonly compared: boolean
}

/** Groups verdicts by depth. A share that is smaller than that of the next shallower bucket that has one is a fall. */
export function supportByDepth(all: readonly VerdictsAtDepth[]): SupportByDepth {
  const bounds = [...depthBounds, null]
  const buckets = bounds.map((upTo, index): DepthBucket => {
    const above = bounds[index - 1] ?? -1
    const own = all.filter(({ toolCalls }) => toolCalls > above && (upTo === null || toolCalls <= upTo))
    const verdicts = addVerdicts(own.map((one) => one.verdicts))
    return { upTo, entries: own.length, verdicts, supported: supportedShare(verdicts) }
  })
  const measured = buckets.flatMap(({ upTo, supported }) => (supported === null ? [] : [{ upTo, supported }]))
  const falls = measured.slice(1).flatMap(({ upTo, supported }, index) => {
    const before = measured[index]
    if (before === undefined || before.upTo === null || supported >= before.supported) return []
    return [{ from: before.upTo, to: upTo, by: before.supported - supported }]
  })
  return { buckets, falls, compared: measured.length > 1 }
}

/**
 * The tool calls that a run had asked for when each reading, or each showing of passages, was decided, by work id, and in all. Counted by
 * decisions, so that the order in which answers came decides nothing (spec §0).
 */
export function toolCallsOf(events: readonly TypedEvent[]): { readonly total: number; readonly atReading: ReadonlyMap<string, number> } {
  const atReading = new Map<string, number>()
  let total = 0
  for (const event of events) {
    if (event.type === 'SearchesRequested' || event.type === 'SeedsRequested' || event.type === 'SnowballRequested')
      total += event.data.operations.length
    if (event.type === 'PassagesRequested') atReading.set(event.data.workId, total)
    if (event.type === 'ReadingAllocated') {
      total += event.data.entries.length
      for (const { workId } of event.data.entries) atReading.set(workId, total)
    }
  }
  return { total, atReading }
}
