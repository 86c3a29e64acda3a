import { setTimeout as wait } from 'node:timers/promises'

/** The items as they come, and null whenever none came for so many milliseconds. Who stops early ends the source by its signal. */
export async function* withHeartbeats<T extends object>(source: AsyncIterable<T>, ms: number): AsyncGenerator<T | null, void> {
  const items = source[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<T>> | null = null
  try {
    for (;;) {
      next ??= items.next()
      const first = await firstOf(next, ms)
      if (first === null) {
        yield null
        continue
      }
      next = null
      if (first.done === true) return
      yield first.value
    }
  } finally {
    const ended = items.return?.()
    // A source that is being asked ends once its signal makes it answer.
    if (next === null) await ended
  }
}

/** What a promise gives, or null when it takes longer than so many milliseconds. It rejects as the promise does. */
async function firstOf<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  const given = new AbortController()
  try {
    return await Promise.race([promise, wait(ms, null, { signal: given.signal })])
  } finally {
    given.abort()
  }
}
