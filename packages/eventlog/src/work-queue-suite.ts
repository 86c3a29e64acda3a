import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { failingBehaviour } from './behaviour/failing-behaviour.ts'
import { offeringBehaviour } from './behaviour/offering-behaviour.ts'
import { endWorkers } from './behaviour/test-work.ts'
import type { RetryDelay } from './retry-policy.ts'
import type { WorkQueue } from './work-queue.ts'

/** An implementation of the work queue for the suite. */
export interface QueueUnderTest {
  /** A queue over the storage; two of them stand for two processes where the implementation has such. */
  readonly open: (retryDelay?: RetryDelay) => WorkQueue
  /** Empties the storage. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The one suite that every implementation of `WorkQueue` passes. The lanes are "main" and "other" of "reader", and "main" of "screener". */
export function workQueueBehaviour(start: () => Promise<QueueUnderTest>): void {
  let queue: QueueUnderTest | undefined
  const running = (): QueueUnderTest => {
    if (queue === undefined) throw new Error('the queue under test has not been started')
    return queue
  }
  const open: QueueUnderTest['open'] = (retryDelay) => running().open(retryDelay)
  beforeAll(async () => {
    queue = await start()
  })
  beforeEach(() => running().clear())
  endWorkers()
  afterAll(() => queue?.close())
  describe('offering', () => offeringBehaviour(open))
  describe('failing', () => failingBehaviour(open))
}
