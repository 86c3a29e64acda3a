import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { Service as ServiceName } from '@winnow/contracts/flow.ts'
import type { EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { z } from 'zod'

/** A run as it was when a decision was taken: its state, its texts, and the decision itself. Nothing later is visible. */
export interface RunSnapshot {
  readonly runId: string
  readonly workspaceId: string
  readonly traceId: string
  readonly state: RunState
  readonly corpus: Corpus
  readonly decision: TypedEvent
}

/** One question to the model of a role. `fallback` is that of the work item: the budget does not pay for a call. */
export interface Question<T> {
  readonly role: ModelRole
  readonly stage: Stage
  /** Changes with the wording of the prompt. */
  readonly promptVersion: string
  readonly prompt: { readonly system: string; readonly user: string }
  readonly schema: z.ZodType<T>
  readonly schemaName: string
  readonly fallback: 'budget' | undefined
}

/**
 * What came of a question. `value` null means: use the role's fallback; `degraded` then says why, and is empty when the
 * role is routed to "none" (that is a choice and not a fault).
 */
export interface Answer<T> {
  readonly value: T | null
  /** The model as routed ("openai:gpt-x"), or "none". */
  readonly model: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}

export type AskModel = <T>(question: Question<T>) => Promise<Answer<T>>

/** One work item with all that its handler may look at. */
export interface Task {
  readonly item: WorkItem
  readonly run: RunSnapshot
  /** Aborted when the run is paused or cancelled, or the process ends. */
  readonly signal: AbortSignal
  readonly ask: AskModel
}

/**
 * A worker service: for each work item the events that are its outcome, in order. A thrown error is a failed delivery
 * (tried again, in the end WorkFailed); what a user should see as a degraded step is an event, not an error.
 */
export interface Service {
  readonly name: ServiceName
  /** Work items handled at the same time. */
  readonly concurrency: number
  readonly handle: (task: Task) => Promise<readonly NewEvent[]>
}

/** The decision of a task as the given type; another type is a broken invariant. */
export function decisionOf<T extends EventType>(task: Task, type: T): Extract<TypedEvent, { type: T }> {
  if (task.run.decision.type !== type) throw new Error(`${task.item.workId} is an entry of ${task.run.decision.type}, not of ${type}`)
  return task.run.decision as Extract<TypedEvent, { type: T }>
}

/** The entry of a decision's list that a work item names. */
export function entryOf<E>(task: Task, entries: readonly E[]): E {
  const entry = entries[task.item.entry]
  if (entry === undefined) throw new Error(`${task.item.workId}: its decision has no entry ${task.item.entry}`)
  return entry
}
