import { allInOne } from './all-in-one.ts'
import type { Bench } from './bench.ts'

/** Runs that warm the process, then runs that are measured one after the other. */
const warming = 2
const measured = 5

/** What a run costs of our own when the model takes no time: log, folds, queue, prompts, checks. */
export const overhead: Bench = {
  summary: 'CPU and wall time of our own for each model call of a run, with a model that answers at once',
  run: async () => {
    const winnow = await allInOne({})
    const end = winnow.start()
    try {
      for (let n = 0; n < warming; n++) await oneRun(winnow, `r-warm-${n}`)
      const calls = winnow.calls()
      const cpu = process.cpuUsage()
      const from = performance.now()
      for (let n = 0; n < measured; n++) await oneRun(winnow, `r-measured-${n}`)
      const wallMs = performance.now() - from
      const used = process.cpuUsage(cpu)
      const made = winnow.calls() - calls
      const round = (ms: number) => Math.round(ms * 100) / 100
      const result = {
        bench: 'overhead',
        runs: measured,
        callsPerRun: made / measured,
        wallMsPerCall: round(wallMs / made),
        cpuMsPerCall: round((used.user + used.system) / 1000 / made),
        wallMsPerRun: round(wallMs / measured),
      }
      const table = `${result.callsPerRun} calls a run: ${result.wallMsPerCall} ms wall and ${result.cpuMsPerCall} ms CPU a call, ${result.wallMsPerRun} ms a run`
      return { kind: 'measured', result, table }
    } finally {
      await end()
      await winnow.close()
    }
  },
}

async function oneRun({ log, request }: Awaited<ReturnType<typeof allInOne>>, runId: string): Promise<void> {
  await request(runId)
  const stop = new AbortController()
  for await (const event of log.follow(runId, { signal: stop.signal })) if (event.type === 'RunCompleted') stop.abort()
}
