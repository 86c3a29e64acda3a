import { jetstream } from '@nats-io/jetstream'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asked, collect, collectFirst, decided, facts, knownParser, noted, sealed } from '../behaviour/test-events.ts'
import { canonicalJson } from '../canonical-json.ts'
import { deleteRun } from '../delete-run.ts'
import { type EventLog, noVersion } from '../event-log.ts'
import { verifyChain } from '../hash-chain.ts'
import { PostgresEventLog } from '../postgres-event-log.ts'
import { archiveEvents } from './archive-events.ts'
import { archiveState } from './archive-state.ts'
import { EventsStream } from './events-stream.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { Placer } from './placer.ts'
import { quarantinedPublishes, type RoguePublish, refusedPublishes } from './testing/rogue-messages.ts'
import { openTestBroker, type TestBroker } from './testing/test-broker.ts'

let nats: TestNats
let postgres: TestPostgres
/** Two archives of one broker: the first is filled by the tests, the second stays empty. */
let broker: TestBroker
let bare: TestBroker
beforeAll(async () => {
  ;[nats, postgres] = await Promise.all([startTestNats(), startTestPostgres()])
  broker = await openTestBroker(nats.url, await postgres.newDatabase(), { archiver: false, duplicateWindowMs: 100 })
  bare = await openTestBroker(nats.url, await postgres.newDatabase(), { archiver: false, duplicateWindowMs: 100 })
})
beforeEach(() => broker.clear())
afterAll(async () => {
  await broker.close()
  await bare.close()
  await nats.stop()
  await postgres.stop()
})

const archived = () => new JetStreamEventLog<Recorded>(broker.connections[0], broker.pools[0], knownParser)
const tail = () => new JetStreamEventLog<Recorded>(bare.connections[0], bare.pools[0], knownParser)
/** Without an id that the broker could know it by: it stores all. */
const publish = (message: RoguePublish) => jetstream(broker.connections[0]).publish(message.subject, message.payload)

/** Everything a log says of all its runs. */
async function told(log: EventLog<Recorded>): Promise<unknown> {
  const runs = await log.runs()
  const each = await Promise.all(
    runs.map(async (run) => ({
      run,
      archive: await collect(log.archive(run)),
      read: await collect(log.read(run)),
      quarantined: await log.quarantined(run),
    })),
  )
  return { each, all: await collect(log.readAll()) }
}

const runs = ['run-1', 'run-2', 'run-3'] as const
const event = fc
  .record({
    definition: fc.constantFrom(noted, asked),
    n: fc.integer({ min: 1, max: 6 }),
    runId: fc.constantFrom(...runs),
    workspaceId: fc.constantFrom('home', 'home', 'away'),
  })
  .map(({ definition, n, ...run }): RoguePublish => {
    const envelope = sealed(definition, n, run)
    return {
      name: envelope.key,
      subject: `research.${run.workspaceId}.${run.runId}.${envelope.aggregate}`,
      payload: canonicalJson(envelope),
    }
  })
const turned = event.map((message): RoguePublish => {
  const members = Object.entries(JSON.parse(String(message.payload))).reverse()
  return { ...message, payload: ` ${JSON.stringify(Object.fromEntries(members))}` }
})
const message = fc.oneof({ weight: 6, arbitrary: event }, turned, fc.constantFrom(...refusedPublishes, ...quarantinedPublishes))

describe('the archive and the tail', () => {
  test('say the same of any messages, wherever the archive stands', async () => {
    const script = fc.array(message, { minLength: 1, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(script, fc.nat(25), fc.nat(25), async (messages, once, twice) => {
        await broker.clear()
        for (const each of messages) await publish(each)
        const alone = await told(tail())
        for (const through of [Math.min(once, twice), Math.max(once, twice), messages.length]) {
          await broker.archive(through)
          expect(await told(archived())).toEqual(alone)
        }
        expect(await told(new PostgresEventLog(broker.pools[0], knownParser))).toEqual(alone)
        for (const run of await tail().runs()) expect(verifyChain(await collect(tail().archive(run))).ok).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  test('say the same to followers while the archive goes past them', async () => {
    const messages = fc.sample(message, { seed: 7, numRuns: 120 })
    for (const each of messages.slice(0, 40)) await publish(each)
    await broker.archive(20)
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const { seq, event: each } of archived().followAll({ signal: stop.signal })) {
        seen.push(seq)
        if (each.key === 'Noted:999') stop.abort()
      }
    })()
    broker.startArchiver()
    for (const each of messages.slice(40)) await publish(each)
    await archived().append([sealed(noted, 999, { runId: 'run-9' })])
    await following
    await broker.stopArchiver()
    expect(seen).toEqual((await collect(tail().readAll())).map(({ seq }) => seq))
  })

  test('a duplicate that comes after the broker has forgotten is no event', async () => {
    const log = archived()
    await log.append(facts(1, 2))
    await broker.archive(1)
    // The broker forgets each at a time of its own.
    for (const n of [1, 2]) await expect.poll(() => log.append(facts(n, n)), { timeout: 20_000 }).toMatchObject({ recorded: 1 })
    await log.append(facts(3, 3))
    const { lastSeq } = await new EventsStream(broker.connections[0], broker.pools[0]).standing()
    expect(lastSeq).toBeGreaterThanOrEqual(5)
    const expected = await collect(tail().archive('run-1'))
    expect(expected.map(({ key, pos }) => `${pos} ${key}`)).toEqual(['1 Noted:1', '2 Noted:2', '3 Noted:3'])
    expect(await collect(log.archive('run-1'))).toEqual(expected)
    expect(await collectFirst(3, (signal) => log.follow('run-1', { signal }))).toEqual(expected)
    await broker.archive()
    expect(await collect(log.archive('run-1'))).toEqual(expected)
  })

  test('an ordered append is known by the archive when the broker has forgotten it', async () => {
    const log = archived()
    const first = await log.append([sealed(decided, 1)], noVersion)
    await broker.archive()
    await log.append([sealed(decided, 2)], first.version)
    // By then the broker knows neither, and finds the expectation stale.
    await expect.poll(() => log.append(facts(1, 1))).toMatchObject({ recorded: 1 })
    await expect.poll(() => log.append(facts(1, 1))).toMatchObject({ recorded: 1 })
    const again = await log.append([sealed(decided, 1)], noVersion)
    expect(again).toEqual({ kind: 'appended', version: noVersion, recorded: 0 })
    expect((await log.append([sealed(decided, 3)], again.version)).kind).toBe('conflict')
  })
})

describe('the archiver', () => {
  const stream = () => new EventsStream(broker.connections[0], broker.pools[0])
  const placedBatch = async () => {
    const placer = new Placer(broker.pools[0], await archiveState(broker.pools[0]), () => undefined)
    const { lastSeq, created } = await stream().standing()
    const messages = await Promise.all(Array.from({ length: lastSeq - placer.position }, (_, n) => stream().at(placer.position + 1 + n)))
    const batch = await placer.place(messages.filter((each) => each !== null))
    if (batch.kind === 'overtaken') throw new Error('overtaken')
    return { batch, created }
  }

  test('stores a batch once: what was placed from an older state is refused', async () => {
    await archived().append(facts(1, 2))
    const { batch, created } = await placedBatch()
    expect(await archiveEvents(broker.pools[0], created, batch)).toBe(true)
    expect(await archiveEvents(broker.pools[0], created, batch)).toBe(false)
    expect(await archiveEvents(broker.pools[0], created, { ...batch, from: 2 })).toBe(false)
    expect(await archiveEvents(broker.pools[0], created, { ...batch, seq: 2 })).toBe(false)
    expect(await archiveEvents(broker.pools[0], 'another', { ...batch, from: 2, seq: 2, through: 3, events: [] })).toBe(false)
    expect((await archiveState(broker.pools[0])).checkpoint).toEqual({ stream: 'EVENTS', created, seq: 2 })
  })

  test('keeps the heads of runs and aggregates as the Postgres log does', async () => {
    await archived().append(facts(1, 3))
    await archived().append([sealed(asked, 4)])
    await archived().append(facts(5, 6, { runId: 'run-2' }))
    await broker.archive(2)
    await broker.archive()
    const [pool] = broker.pools
    expect((await pool.query('select run_id, workspace_id, first_seq::int, pos::int from run_head order by first_seq')).rows).toEqual([
      { run_id: 'run-1', workspace_id: 'home', first_seq: 1, pos: 4 },
      { run_id: 'run-2', workspace_id: 'home', first_seq: 5, pos: 2 },
    ])
    expect((await pool.query('select run_id, aggregate, seq::int from aggregate_head order by seq')).rows).toEqual([
      { run_id: 'run-1', aggregate: 'search', seq: 3 },
      { run_id: 'run-1', aggregate: 'command', seq: 4 },
      { run_id: 'run-2', aggregate: 'search', seq: 6 },
    ])
    expect((await pool.query('select seq::int from event_counter')).rows).toEqual([{ seq: 6 }])
    expect((await pool.query('select seq::int, key, type from event_log order by seq')).rows[4]).toEqual({
      seq: 5,
      key: 'Noted:5',
      type: 'Noted',
    })
  })

  test('wakes those who follow the archive', async () => {
    const followed = collectFirst(2, (signal) => new PostgresEventLog(broker.pools[1], knownParser).follow('run-1', { signal }))
    await archived().append(facts(1, 2))
    await broker.archive()
    expect((await followed).map(({ pos }) => pos)).toEqual([1, 2])
  })

  test('refuses what comes for a deleted run, and readers leave it out', async () => {
    const log = archived()
    await log.append(facts(1, 2))
    await broker.archive()
    const client = await broker.pools[0].connect()
    await client.query('begin')
    await deleteRun(client, { runId: 'run-1', workspaceId: 'home' }, new Date(0))
    await client.query('commit')
    client.release()
    await log.append(facts(3, 3))
    await expect(archived().append(facts(4, 4))).rejects.toThrow('run run-1 was deleted')
    expect(await collect(log.archive('run-1'))).toEqual([])
    expect(await log.runs()).toEqual([])
    await broker.archive()
    expect(await log.runs()).toEqual([])
    expect((await broker.pools[0].query('select reason from broker_quarantine')).rows).toEqual([{ reason: 'run-deleted' }])
  })
})
