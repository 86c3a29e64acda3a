import { setTimeout as wait } from 'node:timers/promises'
import { allInOne } from './all-in-one.ts'
import type { Bench } from './bench.ts'

const RUNS = 1_000
/** Small runs: what is measured is how many there are. */
const limits = { maxIterations: 1, maxReads: 2, maxSearches: 1, maxSnowballRounds: 0 }
const sampleMs = 1_000

/**
 * A thousand runs at once in one process with a model that answers at once. A run's wait is the longest time in which nothing
 * happened to it; fair is that no run's is much longer than that of the others.
 */
export const runs: Bench = {
  summary: `${RUNS} runs at once in one process: that all end, how long they wait for their turns, memory of a live run`,
  run: async () => {
    const winnow = await allInOne(limits)
    const ids = Array.from({ length: RUNS }, (_, n) => `r-bench-${n}`)
    let end: (() => Promise<void>) | null = null
    const watch = new AbortController()
    try {
      for (const id of ids) await winnow.request(id)
      globalThis.gc?.()
      const before = process.memoryUsage().heapUsed
      const from = performance.now()
      end = winnow.start()
      const lastNews = new Map(ids.map((id) => [id, from]))
      const longest = new Map(ids.map((id) => [id, 0]))
      const endedAt = new Map<string, number>()
      let peak = 0
      const sampling = sampleHeap(watch.signal, (bytes) => {
        peak = Math.max(peak, bytes)
      })
      const stop = new AbortController()
      for await (const { event } of winnow.log.followAll({ signal: stop.signal })) {
        const now = performance.now()
        longest.set(event.runId, Math.max(longest.get(event.runId) ?? 0, now - (lastNews.get(event.runId) ?? from)))
        lastNews.set(event.runId, now)
        if (event.type === 'RunCompleted') endedAt.set(event.runId, now - from)
        if (endedAt.size === RUNS) stop.abort()
      }
      watch.abort()
      await sampling
      const waits = [...longest.values()].toSorted((a, b) => a - b)
      const ends = [...endedAt.values()].toSorted((a, b) => a - b)
      const at = (list: readonly number[], share: number) => Math.round(list[Math.floor(share * (list.length - 1))] ?? 0)
      const result = {
        bench: 'runs',
        runs: RUNS,
        ended: endedAt.size,
        seconds: Math.round(at(ends, 1) / 100) / 10,
        modelCalls: winnow.calls(),
        longestWaitMs: { median: at(waits, 0.5), p95: at(waits, 0.95), longest: at(waits, 1) },
        waitRatio: Math.round((at(waits, 1) / Math.max(1, at(waits, 0.5))) * 100) / 100,
        endSpread: Math.round((at(ends, 0.95) / Math.max(1, at(ends, 0.05))) * 100) / 100,
        memoryPerLiveRunMB: Math.round(((peak - before) / RUNS / 1024 / 1024) * 1000) / 1000,
      }
      const table = [
        `${result.ended} of ${RUNS} runs ended in ${result.seconds} s with ${result.modelCalls} model calls`,
        `longest wait of a run: median ${result.longestWaitMs.median} ms, p95 ${result.longestWaitMs.p95} ms, longest ${result.longestWaitMs.longest} ms (${result.waitRatio} × the median)`,
        `memory: ${result.memoryPerLiveRunMB} MB of heap a live run at the peak`,
      ].join('\n')
      return { kind: 'measured', result, table }
    } finally {
      watch.abort()
      await end?.()
      await winnow.close()
    }
  },
}

async function sampleHeap(signal: AbortSignal, tell: (bytes: number) => void): Promise<void> {
  while (!signal.aborted) {
    // Without --expose-gc what is garbage is counted too: the figure is then too high, never too low.
    globalThis.gc?.()
    tell(process.memoryUsage().heapUsed)
    await wait(sampleMs, undefined, { signal }).catch(() => undefined)
  }
}
