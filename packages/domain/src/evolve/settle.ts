import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { Service } from '@winnow/contracts/flow.ts'
import type { Draft } from '../draft.ts'
import type { RunState } from '../state.ts'
import type { WorkState } from '../work-state.ts'

export type StateDraft = Draft<RunState>

/** Where a decision stands in the log: what a work item is traced back to. */
export interface DecisionPlace {
  readonly pos: number
  readonly id: string
  readonly at: string
}

/** Opens the work item of one entry of a decision. */
export function openWork(
  draft: StateDraft,
  place: DecisionPlace,
  work: { readonly workId: string; readonly service: Service; readonly stage: Stage; readonly entry: number; readonly fallback: boolean },
): void {
  draft.work[work.workId] = {
    ...work,
    pos: place.pos,
    eventId: place.id,
    requestedAt: place.at,
    status: 'open',
    parts: null,
    arrived: [],
  }
}

/**
 * Takes an outcome, or one part of it. The first outcome in log order wins: false for work that nobody asked for, that has
 * ended, or for a part that is already there; such an outcome changes nothing but the costs.
 */
export function settle(draft: StateDraft, workId: string, part = 1, parts = 1): boolean {
  const work = draft.work[workId]
  if (work === undefined || work.status !== 'open') return false
  if (!arrive(work.arrived, part)) return false
  work.parts ??= parts
  if (work.arrived.length >= work.parts) work.status = 'done'
  return true
}

/** Puts a part into its place among the sorted ones; false when it is there already. Most come in their order: at the end. */
function arrive(arrived: number[], part: number): boolean {
  let place = arrived.length
  for (let before = arrived[place - 1]; before !== undefined && before >= part; before = arrived[place - 1]) {
    if (before === part) return false
    place -= 1
  }
  if (place === arrived.length) arrived.push(part)
  else arrived.splice(place, 0, part)
  return true
}

/** Ends open work without a result; undefined when it had ended before. */
export function fail(draft: StateDraft, workId: string): Draft<WorkState> | undefined {
  const work = draft.work[workId]
  if (work === undefined || work.status !== 'open') return undefined
  work.status = 'failed'
  return work
}

/** Counts steps that fell back, by stage, role and reason. */
export function countDegraded(draft: StateDraft, stage: Stage, steps: readonly Degraded[]): void {
  for (const { role, reason, count } of steps) {
    const key = `${stage}|${role}|${reason}`
    const known = draft.degraded[key]
    if (known === undefined) draft.degraded[key] = { stage, role, reason, count }
    else known.count += count
  }
}

/**
 * Adds the model calls behind an event to what is spent, or to what a fork shows as inherited: those of a copied event, and
 * those that another run had paid for. Every call counts, also failed ones and those of a late outcome; a call that several
 * events name counts once, as the first tells it (as in the read model): an outcome and the failure of the same work may both
 * name the calls that were made for it.
 */
export function addUsage(draft: StateDraft, calls: readonly Usage[], inherited = false): void {
  for (const call of calls) {
    if (draft.countedCalls[call.callId] === true) continue
    draft.countedCalls[call.callId] = true
    if (draft.fork !== null && (inherited || call.inherited === true)) {
      addCost(draft.fork.costs, call)
      continue
    }
    draft.spent.tokens += (call.inputTokens ?? 0) + (call.outputTokens ?? 0)
    draft.spent.costUsd += call.costUsd ?? 0
    draft.spent.unpriced += call.costUsd === null ? 1 : 0
    addCost(draft.costs, call)
  }
}

function addCost(costs: StateDraft['costs'], call: Usage): void {
  const key = `${call.role}|${call.stage}`
  costs[key] ??= {
    role: call.role,
    stage: call.stage,
    calls: 0,
    failedCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: null,
    unpriced: 0,
  }
  const cost = costs[key]
  cost.calls += 1
  cost.failedCalls += call.outcome === 'ok' ? 0 : 1
  cost.inputTokens += call.inputTokens ?? 0
  cost.outputTokens += call.outputTokens ?? 0
  if (call.costUsd === null) cost.unpriced += 1
  else cost.costUsd = (cost.costUsd ?? 0) + call.costUsd
}
