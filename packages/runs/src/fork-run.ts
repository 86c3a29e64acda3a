import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { PlanEdit } from '@winnow/contracts/entities/plan.ts'
import type { Actor, Aggregate, Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { applyActions } from '@winnow/domain/edits.ts'
import { lineageOf } from '@winnow/domain/fork-state.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { type EventLog, noVersion, type Version } from '@winnow/eventlog/event-log.ts'
import { appendCommands } from './append-command.ts'
import { forkCopies, halfDoneOtherwise } from './fork-copies.ts'
import { foldRun, type LoadedRun } from './load-run.ts'
import { UsageError } from './usage-error.ts'

/** A fork that is to be made. */
export interface NewFork {
  readonly runId: string
  /** The trace of the new run: 32 lower-case hex digits. */
  readonly traceId: string
  /** The last event of the parent that is taken over. */
  readonly at: number
  /** The models by role from there on, where they differ from the parent's. */
  readonly models: Readonly<Partial<Record<ModelRole, string>>>
  readonly edits: readonly PlanEdit[]
  readonly reason: string
  /** Names the command of the plan edits. */
  readonly commandId: string
}

type StateAtFork = RunState & { readonly request: NonNullable<RunState['request']> }

/** The state of a run just after `at`. Throws UsageError where a fork from there makes no sense, saying what would. */
export function forkPoint(parent: LoadedRun, at: number, edits: readonly PlanEdit[]): StateAtFork {
  const refuse = (why: string) => new UsageError(`run ${parent.runId} cannot be forked at ${at}: ${why}`)
  const last = parent.events.at(-1)?.pos ?? 0
  if (at > last) throw refuse(`its last event is ${last}`)
  const { state } = foldRun(parent.events.filter(({ pos }) => pos <= at))
  if (state.request === null) throw refuse('its question is not there yet')
  const origin = parent.state.fork?.from?.runId
  if (state.fork?.copying === true) throw refuse(`up to there it is what it took over from ${origin ?? 'another run'}: fork that one`)
  if (state.completed !== null) {
    const end = parent.events.findLast(({ type }) => type === 'RunCompleted')?.pos ?? last
    throw refuse(`it is ${state.completed.status} there, and nothing is left to do; fork it at ${end - 1} or before`)
  }
  const vain = vainEdits(parent, state, edits)
  if (vain !== null) throw refuse(vain)
  return { ...state, request: state.request }
}

/** Why edits of the plan would come to nothing; null when they would not. */
function vainEdits(parent: LoadedRun, state: RunState, edits: readonly PlanEdit[]): string | null {
  if (state.stop !== null && edits.some(({ kind }) => kind === 'add' || kind === 'split')) {
    const searched = parent.events.findLast(({ type, pos }) => type === 'IntentsRequested' && pos <= state.clock.lastPos)?.pos
    const hint = searched === undefined ? '' : `; fork it at ${searched - 1} or before`
    return `its research is over there, so that nothing is searched for a new subquestion${hint}`
  }
  // Before there is a plan nobody can say what will fit it.
  if (Object.keys(state.subquestions).length === 0) return null
  const { rejected } = applyActions(state, edits, { origin: 'user', stop: null })
  if (rejected.length === 0) return null
  return `the plan edit does not fit: ${rejected.map(({ edit, reason }) => `${edit.kind}: ${reason}`).join('; ')}`
}

/** What of a log a fork needs. */
export type ForkableLog = Pick<EventLog, 'append' | 'archive' | 'quarantined'>

/**
 * Makes a fork: copies the parent's events up to `at`, then tells that the run is its own from there, then the edits of the
 * plan. Nothing is decided for the new run before that (`ForkState.copying`). Given again with the same fork it completes what
 * an earlier try has left undone. The parent stays as it is. Throws UsageError as `forkPoint` does.
 */
export async function forkRun(log: ForkableLog, parent: LoadedRun, fork: NewFork, actor: Actor, now: Date): Promise<void> {
  const state = forkPoint(parent, fork.at, fork.edits)
  const leftOut = halfDoneOtherwise(state, fork.models)
  const unfolded = new Set((await log.quarantined(parent.runId)).map(({ pos }) => pos))
  const taken: Recorded[] = []
  for await (const event of log.archive(parent.runId)) {
    if (event.pos > fork.at) break
    if (!unfolded.has(event.pos) && !isPartOf(event, leftOut)) taken.push(event)
  }
  await appendCopies(log, forkCopies(taken, fork))
  const data = { parentRunId: parent.runId, at: fork.at, models: fork.models, reason: fork.reason, ancestors: [...lineageOf(state)] }
  const edited: readonly NewEvent[] =
    fork.edits.length === 0
      ? []
      : [{ type: 'PlanEdited', data: { commandId: fork.commandId, edits: [...fork.edits], reason: fork.reason } }]
  const run = { runId: fork.runId, workspaceId: parent.workspaceId, traceId: fork.traceId }
  await appendCommands(log, run, [{ type: 'RunForked', data }, ...edited], actor, now)
}

/** Whether an event is a worker's outcome, or a part of it, of one of these work items. */
function isPartOf(event: Recorded, workIds: ReadonlySet<string>): boolean {
  if (orderedAggregates.has(event.aggregate)) return false
  const { workId } = event.data as { readonly workId?: string }
  return workId !== undefined && workIds.has(workId)
}

/** Events of one append, at most. */
const atOnce = 200

/** Appends copies in their order: on an ordered aggregate one by one, each after the one before; of others several at once. */
async function appendCopies(log: Pick<EventLog, 'append'>, copies: readonly Envelope[]): Promise<void> {
  const versions = new Map<Aggregate, Version>()
  for (const batch of batches(copies)) {
    const { aggregate, runId } = batch[0]
    const ordered = orderedAggregates.has(aggregate)
    const result = await log.append(batch, ordered ? (versions.get(aggregate) ?? noVersion) : undefined)
    if (result.kind === 'conflict') throw new Error(`somebody else writes to ${runId}, which is just being made`)
    if (ordered) versions.set(aggregate, result.version)
  }
}

type Batch = [Envelope, ...Envelope[]]

/** Neighbours of one unordered aggregate together. */
function batches(copies: readonly Envelope[]): readonly Batch[] {
  const made: Batch[] = []
  for (const copy of copies) {
    const last = made.at(-1)
    if (last === undefined || last[0].aggregate !== copy.aggregate || orderedAggregates.has(copy.aggregate) || last.length >= atOnce)
      made.push([copy])
    else last.push(copy)
  }
  return made
}
