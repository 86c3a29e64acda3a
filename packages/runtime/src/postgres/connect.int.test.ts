import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'
import { type Migration, migrate } from './migrate.ts'

let server: TestPostgres
let url: string
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server.stop())
beforeEach(async () => {
  url = await server.newDatabase()
})

const one: Migration = { name: 'one', sql: 'create table one (n int); insert into one values (1)' }
const two: Migration = { name: 'two', sql: 'insert into one values (2)' }
const broken: Migration = { name: 'broken', sql: 'insert into nowhere values (1)' }
const ignoring = { onConnectionLost: () => {} }

describe('migrate', () => {
  let pool: pg.Pool
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: url, max: 4 })
    return () => pool.end()
  })
  const numbers = async () => (await pool.query('select n from one order by n')).rows.map((row) => row.n)

  test('applies what is missing, in order, once', async () => {
    expect(await migrate(pool, [one])).toEqual(['one'])
    expect(await migrate(pool, [one, two])).toEqual(['two'])
    expect(await migrate(pool, [one, two])).toEqual([])
    expect(await numbers()).toEqual([1, 2])
  })

  test('applies all or none, and the connection is usable after', async () => {
    await expect(migrate(pool, [one, broken])).rejects.toThrow('nowhere')
    await expect(numbers()).rejects.toThrow('"one" does not exist')
    expect(await migrate(pool, [one])).toEqual(['one'])
  })

  test('refuses a migration whose text has changed', async () => {
    await migrate(pool, [one])
    await expect(migrate(pool, [{ ...one, sql: 'select 1' }])).rejects.toThrow('migration one has been changed')
  })

  test('processes that migrate at once wait for each other', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, [one, two])))
    expect(results.flat().toSorted()).toEqual(['one', 'two'])
    expect(await numbers()).toEqual([1, 2])
  })
})

describe('openDatabase', () => {
  test('DATABASE_URL wins over the embedded server', async () => {
    const home = join(tmpdir(), 'winnow-not-made')
    const database = await openDatabase({ databaseUrl: url, home, migrations: [one], ...ignoring })
    expect((await database.pool.query('select n from one')).rows).toEqual([{ n: 1 }])
    expect(database.pool.options.max).toBe(4)
    expect(database.url).toBe(url)
    await database.close()
    expect(existsSync(home)).toBe(false)
  })

  test('a connection that is lost while it is held fails what is asked of it next, and not the process', async () => {
    const database = await openDatabase({ databaseUrl: url, home: '', migrations: [one], ...ignoring })
    const client = await database.pool.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await ended
    await expect(client.query('select 1')).rejects.toThrow()
    client.release(true)
    expect((await database.pool.query('select n from one')).rows).toEqual([{ n: 1 }])
    await database.close()
  })

  test('a lost idle connection is told, and the next query works', async () => {
    const lost: Error[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const onConnectionLost = (error: Error) => {
      lost.push(error)
      resolve()
    }
    const database = await openDatabase({ databaseUrl: url, home: '', migrations: [], onConnectionLost })
    const other = await openDatabase({ databaseUrl: url, home: '', migrations: [], ...ignoring })
    await other.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await promise
    expect(lost[0]?.message).toContain('terminating connection')
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await database.close()
    await other.close()
  })

  test.each([
    { name: 'no server there', change: { port: '1' }, says: 'ECONNREFUSED' },
    { name: 'a wrong password', change: { password: 'guess' }, says: 'password authentication failed' },
  ])('$name: the error says so, without the password', async ({ change, says }) => {
    const address = new URL(url)
    Object.assign(address, change)
    const opening = openDatabase({ databaseUrl: address.href, home: '', migrations: [], ...ignoring })
    await expect(opening).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining(says) })
    await expect(opening).rejects.toThrow(/postgres:\/\/winnow:\*\*\*@127\.0\.0\.1/)
    await expect(opening).rejects.not.toThrow(address.password)
  })

  test('without DATABASE_URL the embedded server is used, and left at close or when a migration fails', async () => {
    const home = mkdtempSync(join(tmpdir(), 'winnow-connect-'))
    const running = () => existsSync(join(home, 'postgres', 'postmaster.pid'))
    const database = await openDatabase({ home, migrations: [one], ...ignoring })
    expect((await database.pool.query('select n, current_database() as name from one')).rows).toEqual([{ n: 1, name: 'winnow' }])
    expect(running()).toBe(true)
    await database.close()
    expect(running()).toBe(false)
    await expect(openDatabase({ home, migrations: [one, broken], ...ignoring })).rejects.toThrow('nowhere')
    expect(running()).toBe(false)
    rmSync(home, { recursive: true })
  })
})
