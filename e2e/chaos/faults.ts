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
  readonly everyMs: number
  /** A cut-off service is back after this long: longer than a work item's time to be acknowledged. */
  readonly cutOffMs: number
  /** 0 ≤ x < 1; the same sequence gives the same faults. */
  readonly random: () => number
  /** After how many kills broker, database and lines have their turn. */
  readonly serverEvery: number
}

/** Does harm to a cluster until `signal` is aborted, then mends what it has cut. Gives what it did. */
export async function doHarm(targets: Targets, plan: FaultPlan, signal: AbortSignal, tell: (fault: Fault) => void): Promise<Fault[]> {
  const { processes, broker, database } = targets
  const started = performance.now()
  const faults: Fault[] = []
  const note = (kind: Fault['kind'], target: string) => {
    const fault = { kind, target, atMs: Math.round(performance.now() - started) }
    faults.push(fault)
    tell(fault)
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
  for (let round = 1; !signal.aborted; round++) {
    await pause(plan.everyMs, signal)
    for (const { process, untilMs } of cuts) if (untilMs < performance.now()) process.mend()
    if (signal.aborted) break
    const victim = pick(processes)
    note('kill', victim.name)
    await victim.kill()
    victim.start()
    if (round % plan.serverEvery === 0) await others[(round / plan.serverEvery - 1) % others.length]?.()
  }
  for (const process of processes) process.mend()
  return faults
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
