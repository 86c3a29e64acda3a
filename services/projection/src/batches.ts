import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Groups what a source gives into batches of 1 to `most`. The source is read ahead while a batch is worked on: a live tail
 * loses no time waiting, and the longer the work takes the larger the batches become. Whoever stops early must first make
 * the source end, as this then waits for it.
 */
export async function* inBatches<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<readonly T[], void> {
  const iterator = source[Symbol.asyncIterator]()
  const ahead: T[] = []
  let news = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()
  let stopped = false
  const readAhead = async () => {
    for (;;) {
      if (ahead.length >= most) await room.promise
      if (stopped) return
      const next = await iterator.next()
      if (next.done === true) return
      ahead.push(next.value)
      news.resolve()
    }
  }
  let end: { readonly error?: unknown } | null = null
  const reading = readAhead().then(
    () => {
      end = {}
      news.resolve()
    },
    (error: unknown) => {
      end = { error }
      news.resolve()
    },
  )
  try {
    for (;;) {
      await news.promise
      // Whatever is ready joins the batch.
      await nextTurn()
      const batch = ahead.splice(0, most)
      if (batch.length === 0) return ended(end)
      if (end === null) news = Promise.withResolvers<void>()
      room.resolve()
      room = Promise.withResolvers<void>()
      yield batch
    }
  } finally {
    stopped = true
    room.resolve()
    await iterator.return?.()
    await reading
  }
}

/** What is left to say at the end of a source. */
function ended(end: { readonly error?: unknown } | null): void {
  if (end !== null && 'error' in end) throw end.error
}
