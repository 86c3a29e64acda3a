import { setInterval } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { DocumentFailure, ParsedFile, ParseRequest } from './parse-worker.ts'

export type WorkerParserOptions = {
  /** A file that takes longer is given up. Default 60 s. */
  readonly timeLimitMs?: number
  /** A file that needs more, heap and buffers together, is given up. Default 512 MB. */
  readonly memoryLimitMb?: number
  /** The worker's entry; tests give one that hangs or crashes. */
  readonly script?: URL
}

/** The limits of design §9; the figures are our reading: 1,000 full pages took 10 s on a busy machine, and fit. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 512
const MEMORY_CHECK_MS = 100
/**
 * V8 ends the whole process, not the thread, when one allocation (a growing Map, a long array) goes far beyond the
 * thread's limit. So the limit proper is held by looking, which also sees buffers, and V8's stands this much higher.
 */
const HEAP_CEILING_FACTOR = 4

type Failure = { readonly problem: string; readonly reason: 'time' | 'memory' | 'crash' }
type Outcome = ParsedFile | Failure

const FAILURES: Readonly<Record<Failure['reason'], DocumentFailure>> = { time: 'too-slow', memory: 'too-large', crash: 'broken' }

/**
 * Parses hostile formats in a worker thread with limits of time and memory (design §9). One thread, started with the
 * first file, reads all files, one after another; after a failure the next file has a fresh one. Dispose it to end the
 * thread: `await using parser = new WorkerParser()`.
 */
export class WorkerParser implements AsyncDisposable {
  readonly #timeLimitMs: number
  readonly #memoryLimitMb: number
  readonly #script: URL
  #worker: Worker | undefined
  #settle: ((outcome: Outcome) => void) | undefined
  #failure: Failure | undefined

  constructor(options: WorkerParserOptions = {}) {
    this.#timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS
    this.#memoryLimitMb = options.memoryLimitMb ?? MEMORY_LIMIT_MB
    this.#script = options.script ?? new URL('./parse-worker.ts', import.meta.url)
  }

  /**
   * The content of one file. A file that is too slow, too large in memory or kills its thread is one problem. Throws
   * when the file before has not been answered yet.
   */
  async parse(request: ParseRequest): Promise<ParsedFile> {
    if (this.#settle !== undefined) throw new Error('WorkerParser reads one file at a time')
    const isFresh = this.#worker === undefined
    const outcome = await this.#attempt(request)
    if (!('reason' in outcome)) return outcome
    // A used thread may have died of what earlier files left behind. Slowness is the file's own.
    const last = isFresh || outcome.reason === 'time' ? outcome : await this.#attempt(request)
    return 'reason' in last ? { entries: [], problems: [{ problem: last.problem }], failure: FAILURES[last.reason] } : last
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }

  async #attempt(request: ParseRequest): Promise<Outcome> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    this.#settle = resolve
    const clock = setTimeout(() => {
      this.#stop(worker, { problem: `took longer than ${this.#timeLimitMs / 1000} s to read`, reason: 'time' })
    }, this.#timeLimitMs)
    const answered = new AbortController()
    const watched = this.#watchMemory(worker, answered.signal)
    worker.postMessage(request)
    const outcome = await promise
    this.#settle = undefined
    clearTimeout(clock)
    answered.abort()
    await watched
    return outcome
  }

  /** A thread ends but once, whatever ended it, and the file it had ends with it. */
  #start(): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#memoryLimitMb * HEAP_CEILING_FACTOR } })
    this.#failure = undefined
    worker.on('message', (parsed: ParsedFile) => this.#settle?.(parsed))
    worker.on('error', (error: Error & { readonly code?: string }) => {
      this.#failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#outOfMemory() : crash(error.message)
    })
    worker.on('exit', (code) => {
      this.#worker = undefined
      this.#settle?.(this.#failure ?? crash(`exit code ${code}`))
    })
    return worker
  }

  #stop(worker: Worker, failure: Failure): void {
    this.#failure = failure
    void worker.terminate()
  }

  #outOfMemory(): Failure {
    return { problem: `needed more than ${this.#memoryLimitMb} MB of memory to read`, reason: 'memory' }
  }

  /** Looks at the worker's memory until the file is answered or given up; a thread inside one long call answers late. */
  async #watchMemory(worker: Worker, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of setInterval(MEMORY_CHECK_MS, undefined, { signal })) {
        if ((await memoryOf(worker)) > this.#memoryLimitMb * 1024 * 1024) this.#stop(worker, this.#outOfMemory())
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** Bytes of heap and buffers; 0 for a thread that does not run yet, or no longer. */
async function memoryOf(worker: Worker): Promise<number> {
  try {
    const heap = await worker.getHeapStatistics()
    return heap.used_heap_size + heap.external_memory
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING') return 0
    throw error
  }
}

function crash(detail: string): Failure {
  return { problem: `the parser crashed on this file: ${detail}`, reason: 'crash' }
}
