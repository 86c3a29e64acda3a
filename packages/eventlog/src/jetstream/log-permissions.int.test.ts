import type { Recorded } from '@winnow/contracts/envelope.ts'
import { deployedServices } from '@winnow/contracts/flow.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asked, collect, collectFirst, decided, facts, keysIn, knownParser, sealed } from '../behaviour/test-events.ts'
import { runDeletedMigration } from '../delete-run.ts'
import { noVersion } from '../event-log.ts'
import { eventLogMigration } from '../postgres-schema.ts'
import { brokerArchiveMigration } from './archive-schema.ts'
import { startArchiver } from './archiver.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { natsUsers, passwordVariable, renderNatsConfig } from './nats-config.ts'
import { startWorkBroker, testPassword, testSources, type WorkBroker } from './testing/work-broker.ts'
import { watchCommands } from './watch-commands.ts'

let broker: WorkBroker
let postgres: TestPostgres
let pool: Pool
const logs = new Map<string, JetStreamEventLog<Recorded>>()

beforeAll(async () => {
  const options = {
    config: (storeDir: string) => renderNatsConfig({ sources: testSources, storeDir }),
    environment: Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), testPassword(user)])),
  }
  ;[broker, postgres] = await Promise.all([startWorkBroker(10_000, options, 'admin'), startTestPostgres()])
  pool = new Pool({ connectionString: await postgres.newDatabase(), max: 4 })
  for (const migration of [eventLogMigration, runDeletedMigration, brokerArchiveMigration]) await pool.query(migration.sql)
  for (const service of deployedServices)
    logs.set(service, new JetStreamEventLog<Recorded>(await broker.connect(service), pool, knownParser))
  await as('gateway').append([sealed(asked, 1)])
  await as('conductor').append([sealed(decided, 2)], noVersion)
  await as('search-gateway').append(facts(3, 5))
})
afterAll(async () => {
  await Promise.all([...logs.values()].map((log) => log.close()))
  await broker.close()
  await pool.end()
  await postgres.stop()
})

const as = (service: string): JetStreamEventLog<Recorded> => {
  const log = logs.get(service)
  if (log === undefined) throw new Error(`there is no ${service}`)
  return log
}
const keys = ['Asked:1', 'Decided:2', 'Noted:3', 'Noted:4', 'Noted:5']

test.each(deployedServices)('with the permissions of %s the log is read, followed and asked for its versions', async (service) => {
  const log = as(service)
  expect(await keysIn(log)).toEqual(keys)
  expect(await log.version('run-1', 'run')).toEqual(await as('conductor').version('run-1', 'run'))
  expect(await log.runs()).toEqual(['run-1'])
  expect((await collectFirst(5, (signal) => log.follow('run-1', { signal }))).map(({ key }) => key)).toEqual(keys)
  const all = await collectFirst(5, (signal) => log.followAll({ signal }))
  expect(all.map(({ event }) => event.key)).toEqual(keys)
  expect((await collect(log.readAll())).length).toBe(5)
})

test('what another service decides cannot be appended, and is refused at once', async () => {
  await expect(as('screener').append([sealed(decided, 9)], await as('screener').version('run-1', 'run'))).rejects.toThrow(/permission/i)
  await expect(as('projection').append(facts(9, 9))).rejects.toThrow(/permission/i)
  expect(await keysIn(as('reader'))).toEqual(keys)
})

test('with its permissions the projection fills the archive, and the conductor hears of commands', async () => {
  const stop = new AbortController()
  const archived = Promise.withResolvers<void>()
  const archiving = startArchiver({
    nc: await broker.connect('projection'),
    pool,
    signal: stop.signal,
    onError: archived.reject,
    onBatch: ({ streamSeq }) => streamSeq === 6 && archived.resolve(),
  })
  const made = broker.nc.subscribe('$JS.EVENT.ADVISORY.CONSUMER.CREATED.EVENTS.>', { max: 2 })
  await broker.nc.flush()
  const conductor = await broker.connect('conductor')
  const heard = collectFirst(1, (signal) => watchCommands(conductor, signal))
  // Two consumers begin to read: the archiver's and the watch's, which hears what comes from then on.
  expect((await Array.fromAsync(made)).length).toBe(2)
  await as('gateway').append([sealed(asked, 6)])
  await archived.promise
  expect(await heard).toEqual([{ runId: 'run-1', type: 'Asked' }])
  stop.abort()
  await archiving
  expect((await pool.query<{ n: number }>('select count(*)::int as n from event_log')).rows).toEqual([{ n: 6 }])
})
