import { unlessAborted } from './unless-aborted.ts'

/** Runs the tasks of one key one after another, in the order they came; rejects with the signal's reason as soon as it aborts. */
export type KeyedQueue = <T>(key: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T>

/** A queue for each key, in this process. A task that was given up before its turn never starts; its place is kept by nobody. */
export function createKeyedQueue(): KeyedQueue {
  const ends = new Map<string, Promise<void>>()
  return async (key, signal, task) => {
    const before = ends.get(key) ?? Promise.resolve()
    const mine = before.then(() => {
      signal.throwIfAborted()
      return task()
    })
    const end = mine.then(
      () => undefined,
      () => undefined,
    )
    ends.set(key, end)
    void end.then(() => {
      if (ends.get(key) === end) ends.delete(key)
    })
    return unlessAborted(mine, signal)
  }
}
