import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { Pool } from 'pg'
import { runDeletedMigration } from '../../delete-run.ts'
import { eventLogMigration } from '../../postgres-schema.ts'
import { archiveEvents } from '../archive-events.ts'
import { brokerArchiveMigration } from '../archive-schema.ts'
import { archiveState } from '../archive-state.ts'
import { startArchiver } from '../archiver.ts'
import { connectNats } from '../connect.ts'
import { EventsStream } from '../events-stream.ts'
import { Placer } from '../placer.ts'
import type { BrokerMessage } from '../read-message.ts'
import { streamConfig } from '../server-config.ts'
import { eventsStream, topology } from '../topology.ts'

const tables =
  'event_log, run_head, aggregate_head, event_quarantine, consumer_group, event_delivery, run_deleted, broker_checkpoint, broker_quarantine'

/** A stream EVENTS and an archive for tests, seen by two processes. */
export interface TestBroker {
  readonly connections: readonly [NatsConnection, NatsConnection]
  readonly pools: readonly [Pool, Pool]
  /** Makes the stream anew and empties the archive. */
  clear(): Promise<void>
  /** Makes the stream; after it was deleted. */
  addStream(): Promise<void>
  /** Ends the archiver after the batch in work. */
  stopArchiver(): Promise<void>
  startArchiver(): void
  /** Archives the messages up to this one of the stream, as the archiver does; all when none is named. */
  archive(through?: number): Promise<void>
  close(): Promise<void>
}

export interface TestBrokerOptions {
  readonly archiver: boolean
  readonly duplicateWindowMs?: number
}

/** `natsUrl`: a server; `databaseUrl`: an empty database. The stream is there when this resolves. */
export async function openTestBroker(natsUrl: string, databaseUrl: string, options: TestBrokerOptions): Promise<TestBroker> {
  const open = () => connectNats({ url: natsUrl, name: 'test', waitForServer: false })
  const connections = [await open(), await open()] as const
  const pools = [new Pool({ connectionString: databaseUrl, max: 4 }), new Pool({ connectionString: databaseUrl, max: 4 })] as const
  for (const migration of [eventLogMigration, runDeletedMigration, brokerArchiveMigration]) await pools[0].query(migration.sql)
  const { streams } = await jetstreamManager(connections[0], { checkAPI: false })
  let archiving: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null

  const start = () => {
    const stop = new AbortController()
    const onError = (error: unknown) => {
      throw error
    }
    archiving ??= { stop, ended: startArchiver({ nc: connections[0], pool: pools[0], signal: stop.signal, onError }) }
  }
  const stop = async () => {
    const ended = archiving
    archiving = null
    ended?.stop.abort()
    await ended?.ended
  }
  const addStream = async () => {
    const spec = topology({ sources: [], replicas: 1 }).streams.find(({ name }) => name === eventsStream)
    if (spec === undefined) throw new Error('the topology has no stream of events')
    const { duplicateWindowMs = spec.duplicateWindowMs } = options
    await streams.add(streamConfig({ ...spec, duplicateWindowMs }))
    if (options.archiver) start()
  }
  await addStream()
  return {
    connections,
    pools,
    clear: async () => {
      await stop()
      await streams.delete(eventsStream)
      await pools[0].query(`truncate ${tables}; update event_counter set seq = 0`)
      await addStream()
    },
    addStream,
    stopArchiver: stop,
    startArchiver: start,
    archive: (through) => archiveThrough(new EventsStream(connections[0], pools[0]), pools[0], through),
    close: async () => {
      await stop()
      for (const nc of connections) await nc.close()
      for (const pool of pools) await pool.end()
    },
  }
}

async function archiveThrough(stream: EventsStream, pool: Pool, through?: number): Promise<void> {
  const { created, lastSeq } = await stream.standing()
  const placer = new Placer(pool, await archiveState(pool), () => undefined)
  const messages: BrokerMessage[] = []
  for (let seq = placer.position + 1; seq <= Math.min(lastSeq, through ?? lastSeq); seq++) {
    const message = await stream.at(seq)
    if (message !== null) messages.push(message)
  }
  const batch = await placer.place(messages)
  if (batch.kind === 'overtaken' || !(await archiveEvents(pool, created, batch))) throw new Error('somebody else archives')
}
