import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { defaultLane } from '@winnow/contracts/flow.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { connectNats } from '@winnow/eventlog/jetstream/connect.ts'
import { JetStreamEventLog } from '@winnow/eventlog/jetstream/jetstream-event-log.ts'
import { JetStreamWorkQueue } from '@winnow/eventlog/jetstream/jetstream-work-queue.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { Worker } from '@winnow/eventlog/work-queue.ts'
import { createPostgresBoughtAnswers } from '@winnow/model/bought-answers-postgres.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import { createScreener } from '@winnow/screener/service.ts'
import pg from 'pg'
import { simulatedModel } from './simulated-model.ts'
import type { Order, Reply } from './worker-messages.ts'

// A process of `winnow serve screener` but for its model: the worker, queue, log and bought answers are the product's own.
const { values } = parseArgs({ options: { nats: { type: 'string', default: '' }, database: { type: 'string', default: '' } } })
const nc = await connectNats({ url: values.nats, name: 'bench', waitForServer: false })
const pool = new pg.Pool({ connectionString: values.database, max: 4 })
const log = new JetStreamEventLog(nc, pool, parseEvent)
const retryDelay = exponentialBackoff(Math.random)
const queue = new JetStreamWorkQueue(nc, retryDelay)
const counter = { calls: 0 }
let cpu = process.cpuUsage()
let worker: Worker | null = null

const reply = (message: Reply) => process.send?.(message)

/** The log, telling the bench of each outcome that it holds. */
const told: Pick<EventLog, 'append' | 'version'> = {
  append: async (events, expected) => {
    const appended = await log.append(events, expected)
    reply({ kind: 'done' })
    return appended
  },
  version: (runId, aggregate) => log.version(runId, aggregate),
}

function work(workers: number): void {
  const services = createModelServices({ environment: {}, bought: createPostgresBoughtAnswers(pool), concurrency: Math.max(1, workers) })
  const provider = simulatedModel(counter)
  worker =
    workers === 0
      ? null
      : startService({ ...createScreener(), concurrency: workers }, [defaultLane], {
          log: told,
          queue,
          reader: new RunReader(log),
          model: { ...services, provider: async () => ({ ok: true, provider }) },
          health: new ProviderHealth(),
          signals: new RunSignals(),
          actor: { version: '0', instance: String(process.pid) },
          logger: createLogger('error'),
          now: () => new Date(),
          newId: randomUUID,
          retryDelay,
        })
  reply({ kind: 'working' })
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1_000
}

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case 'work':
      work(order.workers)
      return
    case 'measure':
      cpu = process.cpuUsage()
      return
    case 'rest':
      await worker?.drain()
      reply({ kind: 'rested', calls: counter.calls, cpuMs: cpuMs() })
      counter.calls = 0
      return
    case 'end':
      await log.close()
      await nc.close()
      await pool.end()
      process.disconnect()
  }
}

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
reply({ kind: 'ready' })
