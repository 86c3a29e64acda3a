import { defaultLane, fullTextLane, workerOf } from '@winnow/contracts/flow.ts'
import type { EventType } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { WorkState } from '@winnow/domain/work-state.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'

/** The run that work belongs to. */
export interface RunPlace {
  readonly runId: string
  readonly workspaceId: string
}

/**
 * Work that the state says is outstanding, as items for the queue, in the order of the decisions and their entries. `after`
 * limits it to decisions after that position. Losing the queue loses nothing: this list can be made again at any time.
 */
export function outstandingWork(run: RunPlace, state: RunState, typeAt: (pos: number) => EventType, after = 0): WorkItem[] {
  return Object.values(state.work)
    .filter((work) => work.status === 'open' && work.pos > after)
    .sort((a, b) => a.pos - b.pos || a.entry - b.entry)
    .map((work) => itemOf(run, state, work, typeAt(work.pos)))
}

function itemOf(run: RunPlace, state: RunState, work: WorkState, eventType: EventType): WorkItem {
  if (workerOf(eventType) !== work.service) throw new Error(`${work.workId} is for ${work.service}, but ${eventType} is not its event`)
  return {
    runId: run.runId,
    workspaceId: run.workspaceId,
    service: work.service,
    lane: laneOf(state, work),
    workId: work.workId,
    eventId: work.eventId,
    eventType,
    pos: work.pos,
    entry: work.entry,
  }
}

/**
 * The search gateway has a lane a source, so that a slow source holds up no other, and one for full texts; the rest have
 * one lane.
 */
function laneOf(state: RunState, work: WorkState): string {
  if (work.service !== 'search-gateway') return defaultLane
  if (work.workId.startsWith('full-text:')) return fullTextLane
  const operation = state.operations[work.workId.replace(/^search:/, '')]
  if (operation === undefined) throw new Error(`${work.workId} has no operation`)
  return operation.source
}
