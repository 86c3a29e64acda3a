import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { knownParser } from '../behaviour/test-events.ts'
import { eventLogBehaviour } from '../behaviour-suite.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { openTestBroker } from './testing/test-broker.ts'

let nats: TestNats
let postgres: TestPostgres
beforeAll(async () => {
  ;[nats, postgres] = await Promise.all([startTestNats(), startTestPostgres()])
})
afterAll(async () => {
  await nats.stop()
  await postgres.stop()
})

describe.each([{ archiver: false }, { archiver: true }])('behaviour, archiver: $archiver', ({ archiver }) => {
  eventLogBehaviour(async () => {
    const { connections, pools, clear, close } = await openTestBroker(nats.url, await postgres.newDatabase(), { archiver })
    let opened = 0
    return {
      // Logs opened one after the other stand for processes with connections of their own.
      open: (parse = knownParser) => {
        const process = opened++ % 2 === 0 ? 0 : 1
        return new JetStreamEventLog(connections[process], pools[process], parse)
      },
      clear,
      close,
    }
  }, 15)
})
