import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createExclusiveLock } from './exclusive-lock.ts'
import { dropLocks, type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'

let database: HttpDatabase
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await startHttpDatabase()
})
afterAll(() => database.stop())
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

const never = new AbortController().signal
/** What another process would have: a pool of its own. */
const lockOfAnother = () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pools.push(pool)
  return createExclusiveLock(pool)
}
const held = async (): Promise<{ granted: number; waiting: number }> => {
  const { rows } = await database.pool.query<{ granted: boolean; count: number }>(
    `select granted, count(*)::int as count from pg_locks
     where locktype = 'advisory' and classid = 7467 and database = (select oid from pg_database where datname = current_database()) group by granted`,
  )
  const count = (granted: boolean) => rows.find((row) => row.granted === granted)?.count ?? 0
  return { granted: count(true), waiting: count(false) }
}
/** Asks the database until it is as wanted; the test's own time limit ends it otherwise. */
const until = async (wanted: Awaited<ReturnType<typeof held>>) => {
  for (;;) {
    const now = await held()
    if (now.granted === wanted.granted && now.waiting === wanted.waiting) return
  }
}

test('tasks of several processes never overlap, and all have their turn', async () => {
  const locks = [lockOfAnother(), lockOfAnother(), lockOfAnother()]
  let inside = 0
  let most = 0
  const task = async () => {
    inside += 1
    most = Math.max(most, inside)
    await database.pool.query('select 1')
    inside -= 1
    return 'done'
  }
  const results = await Promise.all(locks.flatMap((lock) => Array.from({ length: 4 }, () => lock('source', never, task))))
  expect(results).toEqual(Array.from({ length: 12 }, () => 'done'))
  expect(most).toBe(1)
  await until({ granted: 0, waiting: 0 })
})

test('of one process only one task at a time asks the database', async () => {
  const lock = lockOfAnother()
  const waiting = lock('source', never, async () => held())
  const behind = [1, 2, 3].map(() => lock('source', never, async () => held()))
  expect(await Promise.all([waiting, ...behind])).toEqual(Array.from({ length: 4 }, () => ({ granted: 1, waiting: 0 })))
})

test('other names do not wait', async () => {
  const lock = lockOfAnother()
  expect(await lock('one', never, () => lock('two', never, async () => held()))).toEqual({ granted: 2, waiting: 0 })
})

test('a task that fails gives the lock up', async () => {
  const failing = lockOfAnother()('source', never, async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await lockOfAnother()('source', never, async () => 'mine')).toBe('mine')
})

test('who gives up waiting is told at once and leaves nothing behind', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = lockOfAnother()('source', never, () => promise)
  await until({ granted: 1, waiting: 0 })
  const stop = new AbortController()
  let ran = false
  const second = lockOfAnother()('source', stop.signal, async () => {
    ran = true
  })
  await until({ granted: 1, waiting: 1 })
  stop.abort(new Error('given up'))
  await expect(second).rejects.toThrow('given up')
  resolve()
  await first
  await until({ granted: 0, waiting: 0 })
  expect(ran).toBe(false)
})

test('the holder learns that its lock was lost with its connection', async () => {
  const told = lockOfAnother()('source', never, async (lost) => {
    const aborted = once(lost, 'abort')
    await database.pool.query(dropLocks)
    await aborted
    return lost.reason
  })
  expect(String(await told)).toBe('Error: the lock of source was lost with its connection')
})

const script = fileURLToPath(new URL('testing/lock-holding-process.ts', import.meta.url))

test('when the holding process is killed the next in line has the lock', async () => {
  const holder = spawn(process.execPath, [script, database.url, 'source'], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  const mine = lockOfAnother()('source', never, async () => 'mine')
  await until({ granted: 1, waiting: 1 })
  holder.kill('SIGKILL')
  expect(await mine).toBe('mine')
})

test('a database that cannot be reached is an error', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none', max: 1 })
  pools.push(pool)
  await expect(createExclusiveLock(pool)('source', never, async () => 'never')).rejects.toThrow(/ECONNREFUSED/)
})
