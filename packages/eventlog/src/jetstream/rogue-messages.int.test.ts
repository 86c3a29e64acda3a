import { jetstream } from '@nats-io/jetstream'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collect, collectFirst, decided, facts, keysIn, knownParser, sealed } from '../behaviour/test-events.ts'
import { noVersion, UpgradeNeeded } from '../event-log.ts'
import { verifyChain } from '../hash-chain.ts'
import { done } from '../retry-policy.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { newerPublish, quarantinedPublishes, type RoguePublish, refusedPublishes } from './testing/rogue-messages.ts'
import { openTestBroker, type TestBroker } from './testing/test-broker.ts'

let nats: TestNats
let postgres: TestPostgres
let broker: TestBroker
let log: JetStreamEventLog<Recorded>
beforeAll(async () => {
  ;[nats, postgres] = await Promise.all([startTestNats(), startTestPostgres()])
  broker = await openTestBroker(nats.url, await postgres.newDatabase(), { archiver: false })
})
beforeEach(async () => {
  await broker.clear()
  log = new JetStreamEventLog(broker.connections[0], broker.pools[0], knownParser)
})
afterAll(async () => {
  await broker.close()
  await nats.stop()
  await postgres.stop()
})

/** As another client does it: no id for the broker to know it by, nothing checked. */
async function publish({ subject, payload }: RoguePublish): Promise<void> {
  await broker.connections[1].request(subject, payload)
}

const quarantine = async () =>
  (await broker.pools[0].query('select stream_seq::int as seq, subject, reason from broker_quarantine order by stream_seq')).rows

describe('what a rogue client publishes', () => {
  test('is left out by readers and followers, before and after it is archived, and blocks nobody', async () => {
    await log.append(facts(1, 1))
    const live = collectFirst(4, (signal) => log.follow('run-1', { signal }))
    const liveAll = collectFirst(4, (signal) => log.followAll({ signal }))
    for (const rogue of refusedPublishes) await publish(rogue)
    await log.append(facts(2, 2))
    for (const rogue of quarantinedPublishes) await publish(rogue)
    await log.append([sealed(decided, 1)], await log.version('run-1', 'run'))
    await log.append(facts(3, 3))

    const keys = ['Noted:1', 'Noted:2', 'Decided:1', 'Noted:3']
    const places = [1, 2, 5, 6]
    const bad = quarantinedPublishes.map(({ reason }, index) => ({ runId: 'run-1', pos: 3 + index, reason }))
    const check = async () => {
      expect(await keysIn(log)).toEqual(keys)
      expect((await collect(log.read('run-1'))).map(({ pos }) => pos)).toEqual(places)
      expect((await collect(log.readAll())).map(({ seq }) => seq)).toEqual(places)
      expect(verifyChain(await collect(log.archive('run-1')))).toMatchObject({ ok: true })
      expect(await log.quarantined('run-1')).toMatchObject(bad)
      expect(await log.runs()).toEqual(['run-1'])
    }
    await check()
    expect((await live).map(({ pos }) => pos)).toEqual(places)
    expect((await liveAll).map(({ seq }) => seq)).toEqual(places)
    await broker.archive()
    await check()
    expect(await quarantine()).toEqual(refusedPublishes.map(({ subject, reason }, index) => ({ seq: 2 + index, subject, reason })))
    expect((await broker.pools[0].query('select run_id, pos::int, reason from event_quarantine order by pos')).rows).toEqual(
      bad.map(({ runId, pos, reason }) => ({ run_id: runId, pos, reason })),
    )
  })

  test('that is of a newer version stops the run it is in, and no other', async () => {
    await log.append(facts(1, 1))
    await publish(newerPublish)
    await log.append(facts(1, 2, { runId: 'run-2' }))
    for (const archived of [false, true]) {
      if (archived) await broker.archive()
      await expect(keysIn(log)).rejects.toThrow(UpgradeNeeded)
      await expect(collect(log.follow('run-1', { signal: AbortSignal.timeout(30_000) }))).rejects.toThrow(UpgradeNeeded)
      expect(await keysIn(log, 'run-2')).toEqual(['Noted:1', 'Noted:2'])
    }
  })

  test('does not make a run its own: the first event that is one decides the workspace', async () => {
    for (const rogue of refusedPublishes.filter(({ reason }) => reason !== 'other-workspace')) await publish(rogue)
    expect(await log.version('run-1', 'search')).toBe(noVersion)
    await log.append(facts(1, 1))
    expect(await keysIn(log)).toEqual(['Noted:1'])
  })

  test('on the subject of an ordered aggregate is a conflict once, and no more', async () => {
    const first = await log.append([sealed(decided, 1)], noVersion)
    await publish({ name: 'text', subject: 'research.home.run-1.run', payload: 'hello' })
    const second = await log.append([sealed(decided, 2)], first.version)
    expect(second.kind).toBe('conflict')
    expect(await log.version('run-1', 'run')).toBe(second.version)
    expect(await log.append([sealed(decided, 2)], second.version)).toMatchObject({ kind: 'appended', recorded: 1 })
  })

  test("under an id of ours does not take our event's place", async () => {
    const [mine] = facts(5, 5)
    await jetstream(broker.connections[1]).publish('research.home.run-9.plan', 'mine', { msgID: mine?.id ?? '' })
    expect(await log.append(facts(4, 6))).toMatchObject({ recorded: 3 })
    expect(await log.append(facts(4, 6))).toMatchObject({ recorded: 0 })
    expect((await keysIn(log)).toSorted()).toEqual(['Noted:4', 'Noted:5', 'Noted:6'])
  })

  test('is passed over by consumers', async () => {
    await log.append([sealed(decided, 1)], noVersion)
    for (const rogue of [...refusedPublishes, ...quarantinedPublishes]) await publish(rogue)
    await log.append(facts(1, 1))
    const { promise, resolve } = Promise.withResolvers<string>()
    const fail = (error: unknown) => {
      throw error
    }
    const handle = async (event: Recorded) => {
      resolve(event.key)
      return done
    }
    const consumer = log.consume('group', { aggregates: ['search'] }, handle, {
      concurrency: 1,
      retryDelay: () => 0,
      onDead: async (event) => fail(new Error(event.key)),
      onError: fail,
    })
    expect(await promise).toBe('Noted:1')
    await consumer.drain()
  })
})
