import type { Handled } from './retry-policy.ts'

/**
 * The delivery of one entry of a decision event. It names event and entry; the worker reads the entry from the log.
 * `workId` is unique in the run.
 */
export interface WorkItem {
  readonly runId: string
  readonly workspaceId: string
  readonly service: string
  /** Part of a service with its own slots, such as a source. */
  readonly lane: string
  readonly workId: string
  /** The decision event: cause of what the work gives. */
  readonly eventId: string
  readonly eventType: string
  readonly pos: number
  /** Index of the entry in the decision's list. */
  readonly entry: number
}

export interface WorkOptions {
  /** Items handled at the same time by this worker. */
  readonly concurrency: number
  /** When aborted the worker takes no more items, as after `drain`. */
  readonly signal?: AbortSignal
  /**
   * Called once the item failed for good: not retryable, or after `maxDeliveries`. The item leaves the queue when this
   * resolves; it comes again when this throws.
   */
  readonly onDead: (item: WorkItem, reason: string, deliveries: number) => Promise<void>
  /** `onDead` threw, or the queue could not be reached. The worker goes on by itself. */
  readonly onError: (error: unknown) => void
}

export interface Worker {
  /** Takes no more items; resolves when the handlers in work have ended. */
  drain(): Promise<void>
}

/**
 * Transports work; holds no truth. The conductor offers again what the state says is outstanding, so losing the whole
 * queue loses nothing (design §4).
 */
export interface WorkQueue {
  /** Adds items; one that is queued or in work already is ignored. Resolves with how many were added. */
  offer(items: readonly WorkItem[]): Promise<number>

  /**
   * Handles items of one lane: those of a run in the order offered, and no run waits for more than what the others had queued
   * before it. One that failed comes again after its delay, behind or before others.
   */
  work(service: string, lane: string, handle: (item: WorkItem, delivery: number) => Promise<Handled>, options: WorkOptions): Worker

  /** Drops the run's queued items. One in work is not stopped, but when it fails it is not tried again. */
  cancel(runId: string): Promise<void>
}
