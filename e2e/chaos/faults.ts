import type { TestNats } from '@winnow/testkit/nats-server.ts'
import type { ChaosDatabase } from './database.ts'
import type { RoleProcess } from './role-process.ts'

/** What was done to the cluster. */
export interface Fault {
  readonly kind: 'kill' | 'broker crash' | 'broker restart' | 'database crash' | 'database restart' | 'cut off'
  readonly target: string
  /** Milliseconds after the first. */
  readonly atMs: number
}

export interface Targets {
  readonly processes: readonly RoleProcess[]
  readonly broker: TestNats
  readonly database: ChaosDatabase
}

export interface FaultPlan {
  /** How often a service is killed. */
  readonly kills: number
  readonly everyMs: number
  /** A cut-off service is back after this long: longer than a work item's time to be acknowledged. */
  readonly cutOffMs: number
  /** 0 ≤ x < 1; the same sequence gives the same faults. */
  readonly random: () => number
  /** After how many kills broker, database and lines have their turn. */
  readonly serverEvery: number
}

/** Does harm to a cluster: so many kills, and the rest between them; or until `signal` is aborted. Then mends what it has cut. */
export async function doHarm(targets: Targets, plan: FaultPlan, signal: AbortSignal, tell: (fault: Fault) => void): Promise<void> {
  const { processes, broker, database } = targets
  const started = performance.now()
  const note = (kind: Fault['kind'], target: string) => {
    tell({ kind, target, atMs: Math.round(performance.now() - started) })
  }
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(plan.random() * list.length)]
    if (one === undefined) throw new Error('nothing to harm')
    return one
  }
  const cuts: { readonly process: RoleProcess; readonly untilMs: number }[] = []
  const others = [
    async () => {
      note('broker crash', 'nats-server')
      await broker.restart('SIGKILL')
    },
    async () => {
      note('database crash', 'postgres')
      await database.restart('crash')
      for (const one of processes) one.leadToDatabase(database.port())
    },
    async () => {
      const cut = pick(processes)
      note('cut off', cut.name)
      cut.cutOff()
      cuts.push({ process: cut, untilMs: performance.now() + plan.cutOffMs })
    },
    async () => {
      note('broker restart', 'nats-server')
      await broker.restart('SIGTERM')
    },
    async () => {
      note('database restart', 'postgres')
      await database.restart('in-order')
      for (const one of processes) one.leadToDatabase(database.port())
    },
  ]
  for (let round = 1; round <= plan.kills && !signal.aborted; round++) {
    await pause(plan.everyMs, signal)
    for (const { process, untilMs } of cuts) if (untilMs < performance.now()) process.mend()
    if (signal.aborted) break
    const victim = pick(processes)
    note('kill', victim.name)
    await victim.kill()
    victim.start()
    if (round % plan.serverEvery === 0) await others[(round / plan.serverEvery - 1) % others.length]?.()
  }
  if (cuts.length > 0) await pause(plan.cutOffMs, signal)
  for (const process of processes) process.mend()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      resolve()
    },
    { once: true },
  )
  return promise
}
