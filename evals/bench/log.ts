import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Envelope } from '@winnow/contracts/envelope.ts'
import { subjectOf } from '@winnow/contracts/flow.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { brokerArchiveMigration } from '@winnow/eventlog/jetstream/archive-schema.ts'
import { startArchiver } from '@winnow/eventlog/jetstream/archiver.ts'
import { connectNats } from '@winnow/eventlog/jetstream/connect.ts'
import { JetStreamEventLog } from '@winnow/eventlog/jetstream/jetstream-event-log.ts'
import { streamConfig } from '@winnow/eventlog/jetstream/server-config.ts'
import { eventsStream, topology } from '@winnow/eventlog/jetstream/topology.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { largeRun } from '@winnow/testkit/large-run.ts'
import { startTestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import type { Bench } from './bench.ts'

/** Runs that append at the same time, each one event after the other. */
const RUNS = 200
const EVENTS_OF_RUN = 100
const EVENTS = RUNS * EVENTS_OF_RUN
/** Both ways are measured in turn, so that what else the machine does touches both; the median of the ratios counts. */
const ROUNDS = 5

/** How fast events are appended, and delivered to one who follows them all, beside a client that knows nothing of our log. */
export const log: Bench = {
  summary: 'events per second appended and delivered through the log on JetStream, and the ratio to the raw client',
  run: async () => {
    const [nats, postgres] = await Promise.all([startTestNats(), startTestPostgres()])
    const runs = screenings()
    try {
      const measured: Measured[] = []
      // The first round warms the code.
      for (let round = 0; round <= ROUNDS; round++) {
        const url = await postgres.newDatabase()
        const rates = { raw: await raw(nats.url, runs), ours: await ours(nats.url, url, runs), archive: await archived(nats.url, url) }
        if (round > 0) measured.push(rates)
      }
      const middle = (of: (each: Measured) => number) => measured.map(of).toSorted((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0
      const ratio = Math.round(middle(({ ours: mine, raw: plain }) => mine.perSecond / plain.perSecond) * 100) / 100
      const figures = {
        ratio,
        eventsPerSecond: middle(({ ours: mine }) => mine.perSecond),
        rawEventsPerSecond: middle(({ raw: plain }) => plain.perSecond),
        cpuMicroseconds: middle(({ ours: mine }) => mine.cpuMicroseconds),
        rawCpuMicroseconds: middle(({ raw: plain }) => plain.cpuMicroseconds),
        archivedPerSecond: middle(({ archive }) => archive.perSecond),
      }
      const result = { bench: 'log', runs: RUNS, events: EVENTS, ...figures, rounds: measured }
      const table = [
        `${EVENTS} events of ${RUNS} runs appended and delivered, ${ROUNDS} times (medians):`,
        `ours ${figures.eventsPerSecond}/s with ${figures.cpuMicroseconds} µs of CPU each, raw client ${figures.rawEventsPerSecond}/s with ${figures.rawCpuMicroseconds} µs: ratio ${ratio}`,
        `archived ${figures.archivedPerSecond}/s`,
      ].join('\n')
      return { kind: 'measured', result, table }
    } finally {
      await nats.stop()
      await postgres.stop()
    }
  },
}

interface Rate {
  readonly perSecond: number
  /** CPU of this process for each event; the servers' is not in it. */
  readonly cpuMicroseconds: number
}

interface Measured {
  readonly raw: Rate
  readonly ours: Rate
  readonly archive: Rate
}

type Runs = readonly (readonly Envelope[])[]

function screenings(): Runs {
  const events = largeRun({ iterations: 1, documents: 430, reads: 1 }).filter(({ type }) => type === 'DocumentScreened')
  if (events.length < EVENTS_OF_RUN) throw new Error(`the run has just ${events.length} screenings`)
  return Array.from({ length: RUNS }, (_, index) => sealRun(`run-${index + 1}`, 'home', events.slice(0, EVENTS_OF_RUN)))
}

/** Events per second of the raw client: JSON out, JSON in, deduplicated by the broker, an ordered consumer. */
async function raw(url: string, runs: Runs): Promise<Rate> {
  await newStream(url)
  const nc = await connect({ servers: url })
  const js = jetstream(nc)
  const messages = await (await js.consumers.get(eventsStream)).consume({ max_messages: 1_000 })
  const deliver = async () => {
    let left = EVENTS
    for await (const message of messages) {
      message.json()
      left -= 1
      if (left === 0) return
    }
  }
  const append = (event: Envelope) => js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id })
  const rate = await rateOf(EVENTS, () => Promise.all([deliver(), ...runs.map((run) => inTurn(run, append))]))
  messages.stop()
  await nc.close()
  return rate
}

/** Events per second of the log: checked, appended, placed, chained, typed and followed. */
async function ours(url: string, database: string, runs: Runs): Promise<Rate> {
  await newStream(url)
  const pool = new pg.Pool({ connectionString: database, max: 4 })
  await migrate(pool, [eventLogMigration, runDeletedMigration, brokerArchiveMigration])
  const nc = await connectNats({ url, name: 'bench', waitForServer: false })
  const events = new JetStreamEventLog(nc, pool, parseEvent)
  const deliver = async () => {
    const stop = new AbortController()
    let left = EVENTS
    for await (const _ of events.followAll({ signal: stop.signal })) {
      left -= 1
      if (left === 0) stop.abort()
    }
  }
  const append = (event: Envelope) => events.append([event])
  const rate = await rateOf(EVENTS, () => Promise.all([deliver(), ...runs.map((run) => inTurn(run, append))]))
  await events.close()
  await nc.close()
  await pool.end()
  return rate
}

/** Events per second of the archiver over a stream that is full. */
async function archived(url: string, database: string): Promise<Rate> {
  const pool = new pg.Pool({ connectionString: database, max: 4 })
  const nc = await connectNats({ url, name: 'bench', waitForServer: false })
  const stop = new AbortController()
  let left = EVENTS
  const rate = await rateOf(EVENTS, () =>
    startArchiver({
      nc,
      pool,
      signal: stop.signal,
      onError: (error) => {
        throw error
      },
      onBatch: (batch) => {
        left -= batch.events
        if (left === 0) stop.abort()
      },
    }),
  )
  await nc.close()
  await pool.end()
  return rate
}

async function newStream(url: string): Promise<void> {
  const nc = await connect({ servers: url })
  const { streams } = await jetstreamManager(nc)
  const spec = topology({ sources: [], replicas: 1 }).streams.find(({ name }) => name === eventsStream)
  if (spec === undefined) throw new Error('the topology has no stream of events')
  for await (const { config } of streams.list()) await streams.delete(config.name)
  await streams.add(streamConfig(spec))
  await nc.close()
}

async function inTurn(run: readonly Envelope[], append: (event: Envelope) => Promise<unknown>): Promise<void> {
  for (const event of run) await append(event)
}

async function rateOf(events: number, work: () => Promise<unknown>): Promise<Rate> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: Math.round((events / (performance.now() - start)) * 1_000),
    cpuMicroseconds: Math.round((user + system) / events),
  }
}
