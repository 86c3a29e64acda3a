import { createLogger } from '@winnow/runtime/logger.ts'
import { Readiness } from '@winnow/runtime/readiness.ts'
import { startTestNats } from '@winnow/testkit/nats-server.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { brokerBackbone } from './backbone.ts'

test.each([
  ['there', false],
  ['away', true],
])('a backbone whose broker is %s ends, and its connection with it', async (_, away) => {
  const nats = await startTestNats()
  // Never connected to: only the broker is looked at.
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
  const options = { url: nats.url, name: 'test', logger: createLogger('silent'), readiness: new Readiness() }
  try {
    const backbone = await brokerBackbone(pool, options, new AbortController().signal)
    if (backbone?.nc == null) throw new Error('no connection to the broker')
    const lost = backbone.nc.status()[Symbol.asyncIterator]()
    if (away) {
      await nats.halt('SIGKILL')
      for (let next = await lost.next(); next.value?.type !== 'disconnect'; next = await lost.next()) expect(next.done).toBe(false)
    }
    await backbone.close()
    expect(backbone.nc.isClosed()).toBe(true)
  } finally {
    await pool.end()
    await nats.stop()
  }
})
