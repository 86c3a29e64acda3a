import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SimulatedOrder, SimulationWork } from './simulation-worker.ts'

export interface Simulating {
  readonly signal: AbortSignal
  /** Told how many simulations have ended. */
  readonly onProgress: (done: number) => void
}

/**
 * Simulates each seed, as many at once as the machine has processors, so that signals are heard meanwhile. The orders come by seed. Throws
 * the signal's reason when it aborts; nothing runs on then.
 */
export async function simulateInThreads(work: SimulationWork, { signal, onProgress }: Simulating): Promise<readonly SimulatedOrder[]> {
  signal.throwIfAborted()
  const count = Math.min(work.seeds.length, availableParallelism())
  const orders: SimulatedOrder[] = []
  const threads = Array.from({ length: count }, (_, thread) => {
    const seeds = work.seeds.filter((_seed, index) => index % count === thread)
    return new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData: { ...work, seeds } satisfies SimulationWork })
  })
  const take = (order: SimulatedOrder) => {
    orders.push(order)
    onProgress(orders.length)
  }
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([Promise.all(threads.map((thread) => ended(thread, take))), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
  if (orders.length !== work.seeds.length) throw new Error(`${orders.length} of ${work.seeds.length} simulations ended`)
  return orders.toSorted((a, b) => a.seed - b.seed)
}

/** Resolves when the thread has done its work; rejects with its error. */
function ended(thread: Worker, take: (order: SimulatedOrder) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  thread.on('message', take)
  thread.on('error', reject)
  thread.on('exit', () => resolve())
  return promise
}
