import { readFileSync } from 'node:fs'
import { jetstreamManager } from '@nats-io/jetstream'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asked, collect, collectFirst, decided, facts, keysIn, knownParser, noted, sealed } from '../behaviour/test-events.ts'
import { noVersion } from '../event-log.ts'
import { verifyChain } from '../hash-chain.ts'
import { startArchiver } from './archiver.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { restoreEvents } from './restore-events.ts'
import { openTestBroker, type TestBroker } from './testing/test-broker.ts'
import { eventsStream } from './topology.ts'

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
  log = open()
})
afterAll(async () => {
  await broker.close()
  await nats.stop()
  await postgres.stop()
})

const open = (connection: 0 | 1 = 0) =>
  new JetStreamEventLog<Recorded>(broker.connections[connection], broker.pools[connection], knownParser)
const rows = async (sql: string) => (await broker.pools[0].query(sql)).rows
/** As when the broker's disk is lost and the streams are set up anew. */
const loseBroker = async () => {
  await (await jetstreamManager(broker.connections[0])).streams.delete(eventsStream)
  await broker.addStream()
}

describe('a broker that is killed and started again', () => {
  test('loses nothing that was appended, and gives followers and the archive everything once', async () => {
    const events = 400
    const followed = collectFirst(events, (signal) => open(1).follow('run-1', { signal }))
    const followedAll = collectFirst(events, (signal) => open(0).followAll({ signal }))
    broker.startArchiver()
    const append = async (writer: number) => {
      for (let n = 0; n < events / 4; n += 2) {
        await open(writer % 2 === 0 ? 0 : 1).append(facts(writer * 1000 + n, writer * 1000 + n + 1))
      }
    }
    const appending = Promise.all([0, 1, 2, 3].map(append))
    await collectFirst(50, (signal) => open().follow('run-1', { signal }))
    await nats.restart('SIGKILL')
    await collectFirst(150, (signal) => open().follow('run-1', { signal }))
    await nats.restart('SIGKILL')
    await appending
    const expected = Array.from({ length: events }, (_, n) => n + 1)
    expect((await followed).map(({ pos }) => pos)).toEqual(expected)
    expect((await followedAll).map(({ seq }) => seq)).toEqual(expected)
    expect(verifyChain(await collect(log.archive('run-1'))).ok).toBe(true)
    await expect
      .poll(() => rows('select count(*)::int as count, max(pos)::int as pos from event_log'), { timeout: 20_000 })
      .toEqual([{ count: events, pos: events }])
    await broker.stopArchiver()
  })

  test('an append during the outage waits for it', async () => {
    await log.append([sealed(decided, 1)], noVersion)
    const { version } = await log.append([sealed(decided, 2)], await log.version('run-1', 'run'))
    await nats.halt('SIGKILL')
    const appending = log.append([sealed(decided, 3)], version)
    await nats.start()
    expect(await appending).toMatchObject({ kind: 'appended', recorded: 1 })
    expect(await keysIn(log)).toEqual(['Decided:1', 'Decided:2', 'Decided:3'])
  })
})

describe('another broker than the one that was archived', () => {
  const refuses = async (says: string) => {
    const other = open(1)
    for (const act of [
      () => other.append(facts(9, 9)),
      () => collect(other.read('run-1')),
      () => other.version('run-1', 'run'),
      () => collect(other.readAll()),
    ]) {
      await expect(act()).rejects.toThrow(says)
    }
    await expect(collect(other.follow('run-1', { signal: AbortSignal.timeout(30_000) }))).rejects.toThrow('winnow nats restore')
    const archiving = startArchiver({
      nc: broker.connections[1],
      pool: broker.pools[1],
      signal: AbortSignal.timeout(30_000),
      onError: () => undefined,
    })
    await expect(archiving).rejects.toMatchObject({ kind: 'other-broker' })
  }

  test('is refused by all who use the log, until the archive is put back', async () => {
    await log.append(facts(1, 250))
    await log.append([sealed(decided, 1)], noVersion)
    await log.append(facts(1, 2, { runId: 'run-2' }))
    await broker.archive()
    const before = await collect(log.archive('run-1'))
    await loseBroker()
    await refuses('This is not the broker whose events are in the database')
    const progress: number[] = []
    expect(await restoreEvents({ nc: broker.connections[0], pool: broker.pools[0], onProgress: (n) => progress.push(n) })).toEqual({
      events: 253,
      before: 0,
    })
    expect(progress).toEqual([200, 253])
    const restored = open()
    expect(await collect(restored.archive('run-1'))).toEqual(before)
    expect(await restored.version('run-1', 'run')).toBe('251')
    expect(await restored.append([sealed(decided, 2)], '251')).toMatchObject({ kind: 'appended', version: '254' })
    expect(await restored.append(facts(1, 3))).toMatchObject({ recorded: 0 })
    await broker.archive()
    expect((await collect(open().archive('run-1'))).slice(0, -1)).toEqual(before)
  })

  test('is refused when its stream ends before what was archived', async () => {
    await log.append(facts(1, 2))
    await broker.archive()
    await broker.pools[0].query('update broker_checkpoint set stream_seq = 3')
    await refuses('ends at message 2, 3 are archived')
  })

  test('an interrupted restore goes on; into foreign events nothing is restored', async () => {
    await log.append(facts(1, 3))
    await log.append([sealed(asked, 1)])
    await broker.archive()
    const archived = await collect(log.archive('run-1'))
    await loseBroker()
    await broker.connections[0].request('research.home.run-1.search', JSON.stringify(sealed(noted, 1)))
    expect(await restoreEvents({ nc: broker.connections[0], pool: broker.pools[0] })).toEqual({ events: 4, before: 1 })
    expect(await collect(open().archive('run-1'))).toEqual(archived)
    await loseBroker()
    await broker.connections[0].request('research.home.run-1.search', JSON.stringify(sealed(noted, 2)))
    await expect(restoreEvents({ nc: broker.connections[0], pool: broker.pools[0] })).rejects.toThrow('nothing can be restored into it')
  })

  test('what was tampered with is not restored', async () => {
    await log.append(facts(1, 1))
    await broker.archive()
    await broker.pools[0].query(`update event_log set workspace_id = 'away'`)
    await loseBroker()
    await expect(restoreEvents({ nc: broker.connections[0], pool: broker.pools[0] })).rejects.toThrow('winnow verify run-1')
  })
})

describe('a broker without the stream', () => {
  test('is told, with the command that makes it', async () => {
    await (await jetstreamManager(broker.connections[0])).streams.delete(eventsStream)
    for (const act of [() => log.append(facts(1, 1)), () => collect(log.read('run-1')), () => log.version('run-1', 'run')]) {
      await expect(act()).rejects.toThrow(BrokerUnavailable)
      await expect(act()).rejects.toThrow('The broker has no stream EVENTS. Make it with "winnow nats setup".')
    }
    const errors: unknown[] = []
    const stop = new AbortController()
    await startArchiver({
      nc: broker.connections[0],
      pool: broker.pools[0],
      signal: stop.signal,
      onError: (error) => {
        errors.push(error)
        stop.abort()
      },
    })
    expect(errors).toMatchObject([{ kind: 'no-stream' }])
    await broker.addStream()
    expect(await log.append(facts(1, 1))).toMatchObject({ recorded: 1 })
  })
})

interface Timeline {
  readonly events: readonly { readonly deliver: string; readonly body?: Readonly<Record<string, unknown>> }[]
}
const timeline: Timeline = JSON.parse(readFileSync(new URL('../fixtures/pbr-032.json', import.meta.url), 'utf8'))

describe('PBR-032', () => {
  const bodies = new Map(timeline.events.flatMap(({ deliver, body }) => (body === undefined ? [] : [[deliver, body] as const])))
  const inOrder = [...bodies.keys()]
  const envelopeOf = (name: string) => sealed(noted, inOrder.indexOf(name) + 1, { text: JSON.stringify(bodies.get(name)) })

  /** Folds what the log gives, as the case's projection does. */
  const projection = async () => {
    const view = { run: '', state: '', version: 0, screened: 0, included: 0 }
    for await (const event of log.read('run-1')) {
      const { text } = event.data as { readonly text: string }
      const body = JSON.parse(text) as {
        readonly type: string
        readonly run: string
        readonly version: number
        readonly state?: string
        readonly decision?: string
      }
      view.run = body.run
      if (body.type === 'paper.screened') {
        view.screened += 1
        if (body.decision === 'include') view.included += 1
      }
      if (body.version < view.version) continue
      view.version = body.version
      view.state = body.state ?? view.state
    }
    return view
  }
  const expected = { run: 'r7', state: 'done', version: 4, screened: 1, included: 1 }

  test('the deliveries of the case, each published as often as it is delivered', async () => {
    for (const { deliver } of timeline.events)
      await broker.connections[0].request('research.home.run-1.search', JSON.stringify(envelopeOf(deliver)))
    expect(await projection()).toEqual(expected)
    await broker.archive()
    expect(await projection()).toEqual(expected)
  })

  test('any order and any number of deliveries gives the same', async () => {
    const deliveries = fc
      .shuffledSubarray([...inOrder, ...inOrder, ...inOrder], { minLength: 4 })
      .filter((names) => new Set(names).size === 4)
    await fc.assert(
      fc.asyncProperty(deliveries, fc.nat(12), async (names, archived) => {
        await broker.clear()
        log = open()
        for (const name of names) await broker.connections[0].request('research.home.run-1.search', JSON.stringify(envelopeOf(name)))
        await broker.archive(archived)
        expect(await projection()).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})
