import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { brokerArchiveMigration } from '@winnow/eventlog/jetstream/archive-schema.ts'
import { connectNats, type NatsConnection } from '@winnow/eventlog/jetstream/connect.ts'
import { JetStreamEventLog } from '@winnow/eventlog/jetstream/jetstream-event-log.ts'
import { JetStreamWorkQueue } from '@winnow/eventlog/jetstream/jetstream-work-queue.ts'
import { setupNats } from '@winnow/eventlog/jetstream/setup.ts'
import { topology } from '@winnow/eventlog/jetstream/topology.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { modelCallMigration } from '@winnow/model/bought-answers-postgres.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { startTestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { appendScreeningRun, type ScreeningRun } from './screening/screening-run.ts'
import { modelMs } from './screening/simulated-model.ts'
import type { Order, Reply } from './screening/worker-messages.ts'

const workerCounts = [1, 2, 4, 8, 16, 32, 64]
const processes = 2
/** Batches for each worker while it is measured, after one that warms it, and before one that keeps the queue from running dry. */
const batchesEach = 20
/** The speed-up for each worker that is aimed at (issue 4). */
const wanted = 0.95

interface Measured {
  readonly workers: number
  readonly batches: number
  readonly pairs: number
  readonly seconds: number
  readonly batchesPerSecond: number
  readonly speedUp: number
  readonly efficiency: number
  /** Milliseconds on a processor of the workers' processes, for a batch. */
  readonly cpuMsPerBatch: number
}

/** Whether more screening workers screen as much faster: real broker, queue, log and database, a model that takes its time. */
export const screeningScale: Bench = {
  summary: `speed-up of 1 to ${workerCounts.at(-1)} screening workers on ${processes} processes, over JetStream`,
  run: async () => {
    const nats = await startTestNats()
    const postgres = await startTestPostgres()
    const database = await postgres.newDatabase()
    const pool = new pg.Pool({ connectionString: database, max: 4 })
    const nc = await connectNats({ url: nats.url, name: 'bench', waitForServer: false })
    const children: WorkerProcess[] = []
    try {
      await migrate(pool, [
        eventLogMigration,
        runDeletedMigration,
        brokerArchiveMigration,
        { name: 'model-call-1', sql: modelCallMigration },
      ])
      const made = await setupNats(nc, topology({ sources: [], replicas: 1 }))
      if (made.kind !== 'set-up') throw new Error(made.reasons.join('; '))
      for (let index = 0; index < processes; index++) children.push(startProcess(nats.url, database))
      await Promise.all(children.map((child) => child.answer('ready')))
      const rows: Measured[] = []
      for (const workers of workerCounts) rows.push(await measure(workers, { nc, pool, children }, rows[0]))
      return outcome(rows)
    } finally {
      await Promise.all(children.map((child) => child.end()))
      await nc.close()
      await pool.end()
      await nats.stop()
      await postgres.stop()
    }
  },
}

function outcome(rows: readonly Measured[]) {
  const reached = rows.every(({ efficiency }) => efficiency >= wanted)
  const result = { bench: 'screening-scale', processes, modelMs, batchesEach, wanted, reached, rows }
  const table = [
    'workers  batches  pairs  seconds  batches/s  speed-up  of N   CPU ms/batch',
    ...rows.map(({ workers, batches, pairs, seconds, batchesPerSecond, speedUp, efficiency, cpuMsPerBatch }) =>
      [
        String(workers).padStart(7),
        String(batches).padStart(8),
        String(pairs).padStart(6),
        seconds.toFixed(2).padStart(8),
        batchesPerSecond.toFixed(2).padStart(10),
        speedUp.toFixed(2).padStart(9),
        efficiency.toFixed(3),
        cpuMsPerBatch.toFixed(1).padStart(13),
      ].join(' '),
    ),
    `every pair was scored once; ${reached ? 'at least' : 'less than'} ${wanted} of N`,
  ].join('\n')
  return { kind: 'measured', result, table } as const
}

interface Parts {
  readonly nc: NatsConnection
  readonly pool: pg.Pool
  readonly children: readonly WorkerProcess[]
}

async function measure(workers: number, { nc, pool, children }: Parts, one: Measured | undefined): Promise<Measured> {
  const log = new JetStreamEventLog(nc, pool, parseEvent)
  const queue = new JetStreamWorkQueue(nc, () => 1_000)
  const run = await appendScreeningRun(log, `scale-${workers}`, workers * (batchesEach + 2))
  await Promise.all(
    children.map((child, index) => child.order({ kind: 'work', workers: Math.floor((workers + index) / processes) }, 'working')),
  )
  const batches = workers * batchesEach
  await screen(run.items.slice(0, workers), queue, children, workers)
  for (const child of children) child.send({ kind: 'measure' })
  const seconds = await screen(run.items.slice(workers), queue, children, batches)
  const replies = await Promise.all(children.map((child) => child.order({ kind: 'rest' }, 'rested')))
  const rested = replies.filter((reply) => reply.kind === 'rested')
  const calls = rested.reduce((sum, reply) => sum + reply.calls, 0)
  const cpuMs = rested.reduce((sum, reply) => sum + reply.cpuMs, 0)
  await checkOnce(run, log, calls)
  await log.close()
  const batchesPerSecond = batches / seconds
  const speedUp = one === undefined ? 1 : batchesPerSecond / one.batchesPerSecond
  const pairs = run.items.length * (run.documentIds[0]?.length ?? 0) * run.subquestionIds.length
  return {
    workers,
    batches,
    pairs,
    seconds,
    batchesPerSecond,
    speedUp,
    efficiency: speedUp / workers,
    cpuMsPerBatch: cpuMs / (run.items.length - workers),
  }
}

/** Offers batches, and waits until the log holds what came of them. Gives the seconds until it held that of `counted` of them. */
async function screen(
  items: readonly WorkItem[],
  queue: JetStreamWorkQueue,
  children: readonly WorkerProcess[],
  counted: number,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let done = 0
  let seconds = 0
  const start = performance.now()
  const listening = children.map((child) =>
    child.onDone(() => {
      done += 1
      if (done === counted) seconds = (performance.now() - start) / 1_000
      if (done === items.length) resolve()
    }),
  )
  await queue.offer(items)
  await Promise.race([promise, ...children.map((child) => child.ended())])
  for (const stop of listening) stop()
  return seconds
}

/** Throws unless every pair of the run was scored once, by the model, and no question was asked twice. */
async function checkOnce(run: ScreeningRun, log: JetStreamEventLog, calls: number): Promise<void> {
  const scored = new Map<string, number>()
  for await (const event of log.read(run.runId, { after: run.pos })) {
    if (event.type === 'WorkFailed') throw new Error(`${event.data.workId}: ${event.data.reason}`)
    if (event.type !== 'DocumentScreened') continue
    if (event.data.screener !== 'openai:simulated') throw new Error(`${event.data.documentId} was screened by ${event.data.screener}`)
    for (const subquestionId of Object.keys(event.data.scores)) {
      const pair = `${event.data.documentId} ${subquestionId}`
      scored.set(pair, (scored.get(pair) ?? 0) + 1)
    }
  }
  const pairs = run.documentIds.flat().flatMap((documentId) => run.subquestionIds.map((subquestionId) => `${documentId} ${subquestionId}`))
  const wrong = pairs.filter((pair) => scored.get(pair) !== 1)
  if (wrong.length > 0 || scored.size !== pairs.length)
    throw new Error(`${wrong.length} of ${pairs.length} pairs were not scored once: ${wrong[0]}`)
  if (calls !== run.items.length) throw new Error(`${calls} model calls for ${run.items.length} batches`)
}

interface WorkerProcess {
  send(order: Order): void
  /** Waits for the first message of that kind. Rejects when the process ends before. */
  answer<K extends Reply['kind']>(kind: K): Promise<Extract<Reply, { kind: K }>>
  order<K extends Reply['kind']>(order: Order, kind: K): Promise<Extract<Reply, { kind: K }>>
  /** Calls for each outcome that the process has appended; gives what ends that. */
  onDone(call: () => void): () => void
  /** Rejects when the process ends by itself. */
  ended(): Promise<never>
  end(): Promise<void>
}

function startProcess(nats: string, database: string): WorkerProcess {
  const child: ChildProcess = fork(fileURLToPath(new URL('./screening/worker-process.ts', import.meta.url)), [
    '--nats',
    nats,
    '--database',
    database,
  ])
  const exit = once(child, 'exit')
  const ended = async (): Promise<never> => {
    const [code] = await exit
    throw new Error(`a process of workers ended with ${code}`)
  }
  const send = (order: Order) => void child.send(order)
  const answer = <K extends Reply['kind']>(kind: K) => {
    const { promise, resolve } = Promise.withResolvers<Extract<Reply, { kind: K }>>()
    const listen = (reply: Reply) => {
      if (reply.kind !== kind) return
      child.off('message', listen)
      resolve(reply as Extract<Reply, { kind: K }>)
    }
    child.on('message', listen)
    return Promise.race([promise, ended()])
  }
  return {
    send,
    answer,
    order: (order, kind) => {
      const answered = answer(kind)
      send(order)
      return answered
    },
    onDone: (call) => {
      const listen = (reply: Reply) => {
        if (reply.kind === 'done') call()
      }
      child.on('message', listen)
      return () => void child.off('message', listen)
    },
    ended,
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) send({ kind: 'end' })
      await exit
    },
  }
}
