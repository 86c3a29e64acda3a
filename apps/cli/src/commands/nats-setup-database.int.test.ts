import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'

let postgres: TestPostgres
let nats: TestNats
beforeAll(async () => {
  postgres = await startTestPostgres()
  nats = await startTestNats()
})
afterAll(async () => {
  await nats.stop()
  await postgres.stop()
})

const setup = (databaseUrl: string) => winnow({ ...testConfig(databaseUrl, '/'), natsUrl: nats.url }, ['nats', 'setup'])

async function migrations(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from migration')
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

test('nats setup makes the tables of DATABASE_URL too, once', async () => {
  const url = await postgres.newDatabase()
  expect(await setup(url)).toMatchObject({ code: 0, said: '' })
  const made = await migrations(url)
  expect(made).toBeGreaterThan(5)
  expect(await setup(url)).toMatchObject({ code: 0, said: '' })
  expect(await migrations(url)).toBe(made)
})

test('a database that is not there stops the set-up before the broker', async () => {
  await expect(setup('postgres://127.0.0.1:1/none')).rejects.toBeInstanceOf(DatabaseUnavailable)
})
