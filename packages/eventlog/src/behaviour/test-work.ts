import { afterEach } from 'vitest'
import { done, type Handled } from '../retry-policy.ts'
import type { Worker, WorkItem, WorkOptions, WorkQueue } from '../work-queue.ts'

/** The item "run/work" of service "reader", lane "main". */
export function item(name: string, change: Partial<WorkItem> = {}): WorkItem {
  const [runId = '', workId = ''] = name.split('/')
  return {
    runId,
    workspaceId: 'home',
    service: 'reader',
    lane: 'main',
    workId,
    eventId: 'e',
    eventType: 'Asked',
    pos: 1,
    entry: 0,
    ...change,
  }
}

export const items = (...names: string[]): WorkItem[] => names.map((name) => item(name))
export const nameOf = ({ runId, workId }: WorkItem): string => `${runId}/${workId}`
export const succeed = async (): Promise<Handled> => done
export const busy: Handled = { kind: 'failed', retryable: true, reason: 'busy' }
export const fail = async (): Promise<Handled> => busy

/** What happened, line by line; `until` resolves once that many lines are there. */
export class Journal {
  readonly lines: string[] = []
  readonly #waiting = new Set<() => void>()

  readonly add = (line: string): void => {
    this.lines.push(line)
    for (const look of this.#waiting) look()
  }

  until(count: number): Promise<void> {
    return this.untilThat(() => this.lines.length >= count)
  }

  /** Resolves once the line has come `times` times. */
  untilLine(line: string, times = 1): Promise<void> {
    return this.untilThat(() => this.lines.filter((other) => other === line).length >= times)
  }

  untilThat(holds: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (!holds()) return
      this.#waiting.delete(look)
      resolve()
    }
    this.#waiting.add(look)
    look()
    return promise
  }
}

const started = new Set<Worker>()
/** Handlers that a test holds are let go when it ends, so that its workers can. */
const held = new Set<() => void>()

/** For the head of a test file: ends the workers of each test. */
export function endWorkers(): void {
  afterEach(async () => {
    for (const release of held) release()
    held.clear()
    await Promise.all([...started].map((worker) => worker.drain()))
    started.clear()
  })
}

/** A promise that handlers can wait for, until it is opened, or the test ends. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.add(resolve)
  return { passed: promise, open: resolve }
}

/**
 * Starts a worker of the lane "main" that writes "run/work delivery" for each delivery, "dead run/work reason deliveries" for
 * what died, and "error …" for what went wrong. It is ended after the test.
 */
export function startWork(
  queue: WorkQueue,
  journal: Journal,
  handle: (item: WorkItem, delivery: number) => Promise<Handled> = succeed,
  change: Partial<WorkOptions> & { readonly lane?: string } = {},
): Worker {
  const { lane = 'main', ...options } = change
  const worker = queue.work(
    'reader',
    lane,
    async (next, delivery) => {
      journal.add(`${nameOf(next)} ${delivery}`)
      return handle(next, delivery)
    },
    {
      concurrency: 1,
      onDead: async (dead, reason, deliveries) => journal.add(`dead ${nameOf(dead)} ${reason} ${deliveries}`),
      onError: (error) => journal.add(`error ${error instanceof Error ? error.message : String(error)}`),
      ...options,
    },
  )
  started.add(worker)
  return worker
}
