import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastingDriverLocks } from './lasting-driver-locks.ts'

let server: TestPostgres
let url: string
beforeAll(async () => {
  server = await startTestPostgres()
  url = await server.newDatabase()
})
afterAll(() => server.stop())

/** Cuts the connections that hold locks of drivers. */
async function cut(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7466 and database = (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
}

test('locks that were lost with their connection can be had again, from a new one', async () => {
  const locks = lastingDriverLocks(url)
  const first = await locks.acquire('run-1')
  if (first.kind !== 'held') throw new Error('not held')
  expect(await locks.undriven(['run-1', 'run-2'])).toEqual(['run-2'])
  const lost = new Promise((resolve) => first.lost.addEventListener('abort', resolve))
  await cut()
  await lost
  // Asked at once by several: one connection, one winner.
  const again = await Promise.all([locks.acquire('run-1'), locks.acquire('run-1')])
  expect(again.map(({ kind }) => kind).sort()).toEqual(['driven', 'held'])
  expect(await locks.isDriven('run-1')).toBe(true)
  expect(await locks.undriven(['run-1', 'run-2', 'run-3'])).toEqual(['run-2', 'run-3'])
  await locks.close()
})

test('nothing is opened before it is needed, and closing then is no fault', async () => {
  await lastingDriverLocks('postgres://127.0.0.1:1/none').close()
  await expect(lastingDriverLocks('postgres://127.0.0.1:1/none').acquire('run-1')).rejects.toThrow()
})
