import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { startArchiver } from '@winnow/eventlog/jetstream/archiver.ts'
import { BrokerUnavailable } from '@winnow/eventlog/jetstream/broker-unavailable.ts'
import { connectNats, type NatsConnection } from '@winnow/eventlog/jetstream/connect.ts'
import { JetStreamEventLog } from '@winnow/eventlog/jetstream/jetstream-event-log.ts'
import { JetStreamWorkQueue } from '@winnow/eventlog/jetstream/jetstream-work-queue.ts'
import { type SeenCommand, watchCommands } from '@winnow/eventlog/jetstream/watch-commands.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { WorkQueue } from '@winnow/eventlog/work-queue.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Readiness } from '@winnow/runtime/readiness.ts'
import { waited } from '@winnow/runtime/waited.ts'
import type { Pool } from 'pg'

/** What joins the roles: the log and the queue of one process, or those of a cluster. */
export interface Backbone {
  readonly log: EventLog
  /** The log as the database has it: in a cluster the archive, a little behind the broker. */
  readonly archived: EventLog
  readonly queue: WorkQueue
  /** Null in one process. */
  readonly nc: NatsConnection | null
  /** Commands from now on; absent where the roles share their signals. */
  readonly commands?: (signal: AbortSignal) => AsyncIterable<SeenCommand>
  /** Fills the archive from the broker; absent where events are appended to it. */
  readonly archive?: (signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

const retryDelay = exponentialBackoff(Math.random)
/** What is left to be sent at the end has this long. */
const flushLimitMs = 2_000

/** All roles in one process: the log is in the database, the queue in memory. */
export function localBackbone(pool: Pool): Backbone {
  const log = new PostgresEventLog<TypedEvent>(pool, parseEvent)
  return {
    log,
    archived: log,
    queue: new MemoryWorkQueue(retryDelay, Date.now),
    nc: null,
    close: async () => undefined,
  }
}

export interface BrokerOptions {
  readonly url: string
  /** Names the connection. */
  readonly name: string
  readonly logger: Logger
  readonly readiness: Readiness
}

/**
 * The backbone of a cluster: waits for the broker, and for what `winnow nats setup` makes there, until `signal` is aborted; null
 * then. What it waits for shows in the readiness.
 */
export async function brokerBackbone(pool: Pool, options: BrokerOptions, signal: AbortSignal): Promise<Backbone | null> {
  const nc = await connected(options, signal)
  if (nc === null) return null
  void watchConnection(nc, options.readiness)
  const log = new JetStreamEventLog<TypedEvent>(nc, pool, parseEvent)
  return {
    log,
    archived: new PostgresEventLog<TypedEvent>(pool, parseEvent),
    queue: new JetStreamWorkQueue(nc, retryDelay),
    nc,
    commands: (ending) => watchCommands(nc, ending),
    archive: (ending) =>
      startArchiver({ nc, pool, signal: ending, onError: (err) => options.logger.error({ err }, 'the archive was not filled') }),
    close: async () => {
      await log.close()
      await closed(nc, options.logger)
    },
  }
}

/** Sends what is left, and closes. A broker that is away is not waited for. */
async function closed(nc: NatsConnection, logger: Pick<Logger, 'warn'>): Promise<void> {
  const limit = new AbortController()
  // What cannot be sent any more is done again by others: nothing here is the only copy.
  const flushed = nc.drain().catch((err: unknown) => logger.warn({ err }, 'not everything could be sent to the broker'))
  await Promise.race([flushed, waited(flushLimitMs, limit.signal)])
  limit.abort()
  if (!nc.isClosed()) await nc.close()
}

async function connected({ url, name, logger, readiness }: BrokerOptions, signal: AbortSignal): Promise<NatsConnection | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const nc = await connectNats({ url, name, waitForServer: false, log: logger })
      readiness.set('broker', null)
      return nc
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error
      readiness.set('broker', error.message)
      logger.warn({ failures }, error.message)
      await waited(Math.min(5_000, retryDelay(failures)), signal)
    }
  }
  return null
}

async function watchConnection(nc: NatsConnection, readiness: Readiness): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') readiness.set('broker', 'the connection to NATS is lost; reconnecting')
    if (status.type === 'reconnect') readiness.set('broker', null)
  }
}
