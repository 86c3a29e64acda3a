import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Groups what a source gives into batches of 1 to `most`: a batch ends when the source has nothing ready. So a live tail
 * loses no time waiting, and a long log is not written event by event. It reads ahead by one: whoever stops early must
 * first make the source end, as this then waits for it.
 */
export async function* inBatches<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<readonly T[], void> {
  const iterator = source[Symbol.asyncIterator]()
  const ask = () => {
    const asked = iterator.next()
    // It is awaited below; until then a failure must not count as one that nobody looks at.
    asked.catch(() => undefined)
    return asked
  }
  let next = ask()
  try {
    for (let first = await next; first.done !== true; first = await next) {
      const batch = [first.value]
      next = ask()
      while (batch.length < most) {
        const ready = await Promise.race([next, nextTurn(null)])
        if (ready === null || ready.done === true) break
        batch.push(ready.value)
        next = ask()
      }
      yield batch
    }
  } finally {
    await iterator.return?.()
  }
}
