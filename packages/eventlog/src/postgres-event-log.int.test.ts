import type { Recorded } from '@winnow/contracts/envelope.ts'
import { startLossyProxy } from '@winnow/testkit/lossy-proxy.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collect, collectFirst, decided, facts, keysIn, knownParser, noted, sealed } from './behaviour/test-events.ts'
import { eventLogBehaviour } from './behaviour-suite.ts'
import { noVersion } from './event-log.ts'
import { chainedText, verifyChain } from './hash-chain.ts'
import { PostgresDeliveries } from './postgres-deliveries.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { eventLogMigration } from './postgres-schema.ts'
import { readBack } from './read-back.ts'

const clearing =
  'truncate event_log, run_head, aggregate_head, event_quarantine, consumer_group, event_delivery; update event_counter set seq = 0'
let server: TestPostgres
let connectionString: string

beforeAll(async () => {
  server = await startTestPostgres()
  connectionString = await server.newDatabase()
  const pool = new Pool({ connectionString })
  await pool.query(eventLogMigration.sql)
  await pool.end()
})
afterAll(() => server.stop())

describe('behaviour', () => {
  eventLogBehaviour(async () => {
    // Two pools: logs opened one after the other stand for processes with connections of their own.
    const pools = [new Pool({ connectionString, max: 4 }), new Pool({ connectionString, max: 4 })] as const
    let opened = 0
    return {
      open: (parse = knownParser) => new PostgresEventLog(pools[opened++ % 2 === 0 ? 0 : 1], parse),
      clear: async () => void (await pools[0].query(clearing)),
      close: async () => {
        for (const pool of pools) await pool.end()
      },
    }
  }, 40)
})

describe('in Postgres', () => {
  let pool: Pool
  let log: PostgresEventLog<Recorded>
  beforeEach(async () => {
    pool = new Pool({ connectionString, max: 4 })
    // Connections that a test ends on purpose.
    pool.on('error', () => undefined)
    await pool.query(clearing)
    log = new PostgresEventLog(pool, knownParser)
  })
  afterEach(() => pool.end())

  test('the envelope is stored as its canonical text, byte for byte', async () => {
    const event = sealed(noted, 1, { text: 'heat \ud83d\0 é' })
    await log.append([event])
    const { rows } = await pool.query<{ envelope: string }>('select envelope from event_log')
    expect(rows).toEqual([{ envelope: chainedText(event, 1) }])
  })

  test('a session that began on empty tables still finds events by their index when there are many', async () => {
    const fresh = new Pool({ connectionString: await server.newDatabase(), max: 1 })
    await fresh.query(eventLogMigration.sql)
    const young = new PostgresEventLog(fresh, knownParser)
    for (const from of [1, 101, 201]) await young.append(facts(from, from + 99))
    await young.append(facts(1, 100))
    await fresh.query('select pg_stat_force_next_flush()')
    const { rows } = await fresh.query(`select seq_tup_read::int, idx_tup_fetch::int from pg_stat_user_tables where relname = 'event_log'`)
    // Only the hundred that were recorded before have been fetched, each once.
    expect(rows).toEqual([{ seq_tup_read: 0, idx_tup_fetch: 100 }])
    await fresh.end()
  })

  test('an append whose reply is lost after the commit is repeated and wins', async () => {
    const proxy = await startLossyProxy(connectionString)
    const badLine = new Pool({ connectionString: proxy.url, max: 1 })
    badLine.on('error', () => undefined)
    const far = new PostgresEventLog(badLine, knownParser)
    await far.version('run-1', 'run')
    proxy.loseNextReply()
    await expect(far.append([sealed(decided, 1)], noVersion)).rejects.toThrow(/terminated/)
    expect(await far.append([sealed(decided, 1)], noVersion)).toMatchObject({ kind: 'appended', recorded: 0 })
    expect(await keysIn(log)).toEqual(['Decided:1'])
    await badLine.end()
    await proxy.close()
  })

  test.each([
    { name: 'text that is no JSON', sql: "update event_log set envelope = 'x' where pos = 2", reason: 'not-json' },
    { name: 'the run', sql: "update event_log set envelope = replace(envelope, 'run-1', 'run-2') where pos = 2", reason: 'disagrees' },
    { name: 'the workspace', sql: "update event_log set workspace_id = 'away' where pos = 2", reason: 'disagrees' },
    { name: 'the key', sql: `update event_log set envelope = replace(envelope, 'Noted:2', 'Noted:9') where pos = 2`, reason: 'disagrees' },
    { name: 'the data', sql: `update event_log set envelope = replace(envelope, '{"n":2}', '{"n":"2"}') where pos = 2`, reason: 'invalid' },
  ])('an event that was tampered with ($name) is quarantined in a table, once', async ({ sql, reason }) => {
    await log.append(facts(1, 3))
    await pool.query(sql)
    for (let twice = 0; twice < 2; twice++) expect(await keysIn(log)).toEqual(['Noted:1', 'Noted:3'])
    const { rows } = await pool.query('select run_id, pos::int, reason from event_quarantine')
    expect(rows).toEqual([{ run_id: 'run-1', pos: 2, reason }])
    expect(await log.quarantined('run-1')).toMatchObject([{ pos: 2, reason }])
  })

  test('what parses again leaves the quarantine table', async () => {
    await log.append(facts(1, 1))
    await pool.query("insert into event_quarantine values ('run-1', 1, 'invalid', 'once'), ('run-2', 1, 'invalid', 'of another run')")
    expect(await log.quarantined('run-1')).toEqual([])
    expect((await pool.query('select run_id from event_quarantine')).rows).toEqual([{ run_id: 'run-2' }])
  })

  test('data changed behind the log is found by the chain', async () => {
    await log.append(facts(1, 3))
    await pool.query(`update event_log set envelope = replace(envelope, '{"n":2}', '{"n":7}') where pos = 2`)
    expect(verifyChain(await collect(log.archive('run-1')))).toEqual({ ok: false, pos: 2, reason: 'hash' })
  })

  test('a reader does not see an append before those that were counted before it', async () => {
    const [early, late] = [await pool.connect(), new PostgresEventLog(pool, knownParser)]
    await early.query('begin')
    await early.query('select seq from event_counter for update')
    const appending = late.append(facts(1, 2))
    expect(await collect(log.readAll())).toEqual([])
    await early.query('commit')
    early.release()
    await appending
    expect(await collect(log.readAll())).toHaveLength(2)
  })

  test('a follower whose listening connection ends goes on', async () => {
    const following = collectFirst(2, async function* (signal) {
      for await (const event of log.follow('run-1', { signal })) {
        if (event.pos === 1)
          await pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen event_log' and datname = current_database()`,
          )
        yield event
      }
    })
    await log.append(facts(1, 1))
    await log.append(facts(2, 2))
    expect((await following).map((event) => event.pos)).toEqual([1, 2])
  })

  test('the listening connection is given up when nobody follows', async () => {
    await log.append(facts(1, 1))
    await collectFirst(1, (signal) => log.follow('run-1', { signal }))
    await collectFirst(1, (signal) => log.followAll({ signal }))
    // Ends only when every connection of the pool is back.
    await pool.end()
    expect(pool.totalCount).toBe(0)
    pool = new Pool({ connectionString })
  })

  const source = (leaseMs: number) =>
    new PostgresDeliveries<Recorded>(
      pool,
      'group',
      { aggregates: ['search'] },
      async (stored) => {
        const read = readBack(stored, knownParser)
        return read.ok ? read.event : null
      },
      leaseMs,
    )

  test('a claim is its own until the lease ends; then the delivery comes to another, and the first has lost it', async () => {
    await log.append(facts(1, 1))
    const dying = source(0)
    const [first] = (await dying.claim(1)).claimed
    const [second] = (await source(60_000).claim(1)).claimed
    expect([first?.delivery, second?.delivery]).toEqual([1, 2])
    expect((await source(60_000).claim(1)).claimed).toEqual([])
    if (first === undefined || second === undefined) throw new Error('not claimed')
    await dying.finish(first)
    await dying.release(first, 0)
    expect((await source(60_000).claim(1)).claimed).toEqual([])
    await source(60_000).finish(second)
    expect((await pool.query('select from event_delivery')).rowCount).toBe(0)
  })

  test('an extended claim stays with its consumer', async () => {
    await log.append(facts(1, 1))
    const short = source(0)
    const [claim] = (await short.claim(1)).claimed
    if (claim === undefined) throw new Error('not claimed')
    await source(60_000).extend(claim)
    const next = await short.claim(1)
    expect(next.claimed).toEqual([])
    expect(next.nextInMs).toBeGreaterThan(50_000)
    await short.release(claim, 0)
    expect((await short.claim(1)).claimed).toMatchObject([{ delivery: 2 }])
  })

  test('claims come oldest first, as many as asked for, and tell when the next is due', async () => {
    await log.append(facts(1, 3))
    const two = await source(60_000).claim(2)
    expect(two.claimed.map((claim) => claim.item.pos)).toEqual([1, 2])
    expect(two.nextInMs).toBe(0)
    expect((await source(60_000).claim(2)).claimed.map((claim) => claim.item.pos)).toEqual([3])
    await pool.query('delete from event_delivery')
    expect(await source(60_000).claim(2)).toEqual({ claimed: [], nextInMs: null })
  })
})
