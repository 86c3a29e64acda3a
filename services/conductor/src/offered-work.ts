import type { RunState } from '@winnow/domain/state.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'

/**
 * Items of one service that a run has in the queue at once, at most: so that a run with thousands of documents does not
 * stand in the way of one that came later (design §4; four times the slots of a large worker).
 */
export const offerWindow = 64

/** Which of a run's work items are in the queue, and which wait for room there. It holds no truth: the state does. */
export class OfferedWork {
  readonly #window: number
  #waiting: readonly WorkItem[] = []
  readonly #offered = new Map<string, WorkItem>()

  constructor(window = offerWindow) {
    this.#window = window
  }

  /** Adds items of new decisions, in their order. */
  add(items: readonly WorkItem[]): void {
    if (items.length > 0) this.#waiting = [...this.#waiting, ...items]
  }

  /** The items to offer now: those that have room beside what is in the queue and has no outcome yet. They count as offered. */
  due(state: RunState): readonly WorkItem[] {
    const isOpen = (item: WorkItem) => state.work[item.workId]?.status === 'open'
    const inQueue = new Map<string, number>()
    for (const item of this.#offered.values()) {
      if (isOpen(item)) inQueue.set(item.service, (inQueue.get(item.service) ?? 0) + 1)
      else this.#offered.delete(item.workId)
    }
    if (this.#waiting.length === 0) return []
    const due: WorkItem[] = []
    const waiting: WorkItem[] = []
    for (const item of this.#waiting) {
      const count = inQueue.get(item.service) ?? 0
      if (!isOpen(item)) continue
      if (count >= this.#window) {
        waiting.push(item)
        continue
      }
      inQueue.set(item.service, count + 1)
      this.#offered.set(item.workId, item)
      due.push(item)
    }
    this.#waiting = waiting
    return due
  }

  /** What should be in the queue and may have been lost with it; the queue ignores what it still has. */
  again(state: RunState): readonly WorkItem[] {
    return [...this.#offered.values()].filter((item) => state.work[item.workId]?.status === 'open')
  }
}
