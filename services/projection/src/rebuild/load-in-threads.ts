import { Worker } from 'node:worker_threads'
import type { Pool } from 'pg'
import { allOrNone, type LoadParts, loadRuns } from './load-runs.ts'
import type { FromThread, ThreadStart, ToThread } from './load-thread.ts'

/**
 * `loadRuns` for the given runs, in this thread and in some more, each of which takes the next run as it gets through with
 * one. The threads have connections of their own to the pool's database. The first failure ends all, and is thrown.
 */
export async function loadInThreads(
  parts: LoadParts & { readonly pool: Pool },
  schema: string,
  runIds: readonly string[],
  threads: number,
): Promise<void> {
  const waiting = runIds.values()
  const next = () => waiting.next().value ?? null
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(parts.signal === undefined ? [] : [parts.signal])])
  const here = loadRuns({ ...parts, signal }, schema, async () => next())
  const beside = Array.from({ length: threads }, () => inThread({ ...parts, signal }, schema, next))
  await allOrNone([here, ...beside], stop)
}

async function inThread(
  { pool, logger, signal, onLoaded }: LoadParts & { readonly pool: Pool; readonly signal: AbortSignal },
  schema: string,
  next: () => string | null,
): Promise<void> {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool of a rebuild is made with the address of its database')
  const workerData: ThreadStart = { connectionString, schema }
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'next':
        worker.postMessage({ runId: next() } satisfies ToThread)
        return
      case 'loaded':
        onLoaded?.(message.events)
        return
      case 'warning':
        logger.warn(message.fields, message.text)
    }
  })
  worker.on('error', reject)
  worker.on('exit', (code) => {
    if (signal.aborted) reject(signal.reason)
    else if (code === 0) resolve()
    else reject(new Error(`a thread of the rebuild ended with code ${code}`))
  })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  try {
    if (signal.aborted) end()
    await promise
  } finally {
    signal.removeEventListener('abort', end)
  }
}
