import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { startLossyProxy } from '@winnow/testkit/lossy-proxy.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endWorkers, fail, gate, item, items, Journal, startWork, succeed } from '../behaviour/test-work.ts'
import { done } from '../retry-policy.ts'
import type { WorkQueue } from '../work-queue.ts'
import { connectNats, type NatsConnection } from './connect.ts'
import { JetStreamDeliveries } from './jetstream-deliveries.ts'
import { JetStreamWorkQueue } from './jetstream-work-queue.ts'
import { queueDepths } from './queue-depths.ts'
import { startWorkBroker, testTopology, type WorkBroker } from './testing/work-broker.ts'
import { workStream } from './topology.ts'
import { readWorkMessage, workBody } from './work-message.ts'
import { workSubject } from './work-subject.ts'

const slowJob: { consumer: { ack_wait_s: number; handler_s: number; workers: number } } = JSON.parse(
  readFileSync(new URL('../fixtures/pbr-032.json', import.meta.url), 'utf8'),
)
/** Short, for who must die before an item comes again; a live worker tells of itself five times as often. */
const ackWaitMs = 1_500
let broker: WorkBroker
let second: NatsConnection

beforeAll(async () => {
  broker = await startWorkBroker(ackWaitMs)
  second = await broker.connect()
})
beforeEach(() => broker.clear())
endWorkers()
afterEach(() => broker.server.start())
afterAll(() => broker.close())

const over = (nc: NatsConnection): WorkQueue => new JetStreamWorkQueue(nc, () => 1, ackWaitMs / 5)
const depthOf = async (service: string, lane: string) =>
  (await queueDepths(second)).find((depth) => depth.service === service && depth.lane === lane)

test('a handler that takes longer than the server waits for acks is not doubled (PBR-032)', async () => {
  const { ack_wait_s, handler_s, workers } = slowJob.consumer
  const journal = new Journal()
  const idle = new Journal()
  const queues = Array.from({ length: workers }, (_, index) => over(index === 0 ? broker.nc : second))
  await over(broker.nc).offer(items('a/1', 'a/2', 'a/3', 'a/4'))
  const long = async () => {
    await wait(2 * ackWaitMs * (handler_s / ack_wait_s))
    return done
  }
  const working = queues.map((queue) => startWork(queue, journal, long, { concurrency: 2 }))
  await journal.until(4)
  // It would get what another holds for too long.
  startWork(over(second), idle)
  await Promise.all(working.map((worker) => worker.drain()))
  expect(journal.lines.toSorted()).toEqual(['a/1 1', 'a/2 1', 'a/3 1', 'a/4 1'])
  expect(idle.lines).toEqual([])
  expect(await depthOf('reader', 'main')).toEqual({ service: 'reader', lane: 'main', pending: 0, inWork: 0 })
})

test('what a worker had in work when it died goes to another', async () => {
  const dying = await broker.connect()
  const journal = new Journal()
  const { passed } = gate()
  await over(broker.nc).offer(items('a/1', 'a/2'))
  startWork(over(dying), journal, async () => {
    await passed
    return done
  })
  await journal.until(1)
  await dying.close()
  startWork(over(second), journal)
  await journal.untilThat(() => ['a/1 2', 'a/2 1'].every((line) => journal.lines.includes(line)))
  expect(journal.lines.filter((line) => !line.startsWith('error'))).toEqual(['a/1 1', 'a/2 1', 'a/1 2'])
})

test('an item that kills its worker every time is buried by the one that takes it after the fifth', async () => {
  const journal = new Journal()
  const killed = new JetStreamDeliveries(broker.nc, workStream, 'reader-main', readWorkMessage, () => undefined)
  await over(broker.nc).offer(items('a/1'))
  for (const delivery of [1, 2, 3, 4, 5]) {
    const { claimed } = await killed.claim(1, new AbortController().signal)
    expect(claimed).toMatchObject([{ item: items('a/1')[0], delivery }])
    for (const claim of claimed) await killed.release(claim, 1)
  }
  const worker = startWork(over(second), journal)
  await journal.until(1)
  await worker.drain()
  expect(journal.lines).toEqual(['dead a/1 none of 5 deliveries was finished 5'])
  expect(await over(second).offer(items('a/1'))).toBe(1)
})

test.each([
  // Longer than the end of an item waits for an answer.
  { signal: 'SIGKILL', awayMs: 2_500 },
  { signal: 'SIGTERM', awayMs: 0 },
] as const)('$signal of the broker and a new start: work goes on, and what was queued is there', async ({ signal, awayMs }) => {
  const journal = new Journal()
  const queue = over(broker.nc)
  const { passed, open: end } = gate()
  await queue.offer(items('a/1', 'a/2'))
  const worker = startWork(queue, journal, async (next) => {
    if (next.workId === '1') await passed
    return done
  })
  startWork(over(second), journal, succeed, { lane: 'other' })
  await journal.until(1)
  await broker.server.halt(signal)
  end()
  await wait(awayMs)
  await broker.server.start()
  const late = item('a/3', { lane: 'other' })
  expect(await queue.offer([late])).toBe(1)
  await journal.untilThat(() => ['a/2 1', 'a/3 1'].every((line) => journal.lines.includes(line)))
  await worker.drain()
  // The end of a/1 may have been lost with the broker: then it comes once more, and no work is lost.
  const again = startWork(over(second), journal)
  await queue.offer(items('a/4'))
  await journal.untilLine('a/4 1')
  await again.drain()
  expect(await queue.offer([...items('a/2', 'a/4'), late])).toBe(3)
})

test('a worker that starts while the broker is away takes work once it is back', async () => {
  const journal = new Journal()
  await over(broker.nc).offer(items('a/1'))
  await broker.server.halt('SIGKILL')
  startWork(over(second), journal)
  await broker.server.start()
  await journal.untilLine('a/1 1')
})

test('a worker whose consumer is not set up says so, and takes work once it is', async () => {
  const journal = new Journal()
  const manager = await jetstreamManager(broker.nc)
  await manager.consumers.delete(workStream, 'reader-main')
  await over(broker.nc).offer(items('a/1'))
  startWork(over(second), journal)
  await journal.until(1)
  expect(journal.lines).toEqual(['error consumer reader-main of WORK: consumer not found'])
  await broker.setUp()
  await journal.untilLine('a/1 1')
})

test('a worker whose consumer is taken away while it waits says so, and takes work once it is back', async () => {
  const journal = new Journal()
  const pulls = broker.nc.subscribe('$JS.API.CONSUMER.MSG.NEXT.WORK.reader-main', { max: 1 })
  await broker.nc.flush()
  startWork(over(second), journal)
  await Array.fromAsync(pulls)
  const { consumers } = await jetstreamManager(broker.nc)
  await consumers.delete(workStream, 'reader-main')
  await journal.until(1)
  expect(journal.lines[0]).toMatch(/^error consumer reader-main of WORK: /)
  await broker.setUp()
  await over(broker.nc).offer(items('a/1'))
  await journal.untilLine('a/1 1')
})

test('an offer to a broker without the stream says what is wrong', async () => {
  const manager = await jetstreamManager(broker.nc)
  await manager.streams.delete(workStream)
  await expect(over(broker.nc).offer(items('a/1'))).rejects.toThrow(
    'no stream of the broker takes work.reader.main.a.1: the streams are not set up, or are not back yet',
  )
})

test('an offer whose answer was lost is made again, and adds nothing twice', async () => {
  const proxy = await startLossyProxy(broker.server.url)
  const nc = await connectNats({ url: proxy.url, name: 'lossy', waitForServer: false })
  try {
    proxy.loseNextReply()
    expect(await over(nc).offer(items('a/1'))).toBe(0)
    const journal = new Journal()
    startWork(over(second), journal)
    await over(broker.nc).offer(items('a/2'))
    await journal.until(2)
    expect(journal.lines).toEqual(['a/1 1', 'a/2 1'])
  } finally {
    await nc.close()
    await proxy.close()
  }
})

const good = item('a/1')
test.each([
  { name: 'not JSON', subject: workSubject(good), body: 'work!', reason: /is not valid JSON/ },
  { name: 'not UTF-8', subject: workSubject(good), body: new Uint8Array([0x22, 0xff, 0x22]), reason: /not valid for encoding utf-8/ },
  { name: 'no body', subject: workSubject(good), body: '', reason: /JSON/ },
  { name: 'another shape', subject: workSubject(good), body: '{"runId":"a","workId":"1"}', reason: /workspaceId/ },
  { name: 'position 0', subject: workSubject(good), body: workBody({ ...good, pos: 0 }), reason: /pos/ },
  {
    name: 'another run',
    subject: workSubject(good),
    body: workBody(item('b/1')),
    reason: /the item is for work\.reader\.main\.b\.1, not for work\.reader\.main\.a\.1/,
  },
  { name: 'another lane', subject: workSubject(good), body: workBody(item('a/1', { lane: 'other' })), reason: /work\.reader\.other\.a\.1/ },
  { name: 'a subject of another form', subject: 'work.reader.main.a', body: workBody(good), reason: /not for work\.reader\.main\.a$/ },
])('a rogue message ($name) is told, dropped at once, and holds up nothing', async ({ subject, body, reason }) => {
  const journal = new Journal()
  await jetstream(broker.nc).publish(subject, body)
  await over(broker.nc).offer(items('a/2'))
  const worker = startWork(over(second), journal)
  await journal.until(2)
  await worker.drain()
  expect(journal.lines[0]).toMatch(reason)
  expect(journal.lines[0]).toContain(`error ${subject} held no work and was dropped: `)
  expect(journal.lines[1]).toBe('a/2 1')
  expect((await depthOf('reader', 'main'))?.inWork).toBe(0)
  expect((await jetstream(broker.nc).publish(subject, body)).stream).toBe(workStream)
})

test('a message that comes just when its worker stops is given back', async () => {
  const deliveries = new JetStreamDeliveries(broker.nc, workStream, 'reader-main', readWorkMessage, () => undefined)
  await over(broker.nc).offer(items('a/1'))
  // Aborted between the pull and its answer.
  const signal = new AbortController().signal
  let looks = 0
  Object.defineProperty(signal, 'aborted', { get: () => looks++ > 0 })
  expect(await deliveries.claim(1, signal)).toEqual({ claimed: [], nextInMs: null })
  // At once, and not when its time has run out.
  const consumer = await jetstream(second).consumers.get(workStream, 'reader-main')
  expect((await consumer.next({ expires: 1_000 }))?.info.deliveryCount).toBe(2)
})

test('an end that is not answered is told again', async () => {
  const deliveries = new JetStreamDeliveries(second, workStream, 'reader-main', readWorkMessage, () => undefined)
  await over(broker.nc).offer(items('a/1'))
  const { claimed } = await deliveries.claim(1, new AbortController().signal)
  const { consumers } = await jetstreamManager(broker.nc)
  await consumers.delete(workStream, 'reader-main')
  // In the place of a broker that has no leader for the consumer at first.
  let asked = 0
  const subscription = broker.nc.subscribe('$JS.ACK.WORK.reader-main.>', {
    callback: (_, message) => {
      asked += 1
      if (asked === 2) message.respond()
    },
  })
  await broker.nc.flush()
  for (const claim of claimed) await deliveries.finish(claim)
  subscription.unsubscribe()
  expect(asked).toBe(2)
})

test('a pull that found nothing is followed by another', async () => {
  const deliveries = new JetStreamDeliveries(broker.nc, workStream, 'reader-main', readWorkMessage, () => undefined)
  expect(await deliveries.claim(1, new AbortController().signal)).toEqual({ claimed: [], nextInMs: 0 })
})

test('what failed does not come before its delay', async () => {
  const patient = new JetStreamWorkQueue(broker.nc, () => 60_000)
  const journal = new Journal()
  await patient.offer(items('a/1'))
  const worker = startWork(patient, journal, fail)
  await journal.until(1)
  await worker.drain()
  const consumer = await jetstream(second).consumers.get(workStream, 'reader-main')
  expect(await consumer.next({ expires: 1_000 })).toBeNull()
  expect((await depthOf('reader', 'main'))?.inWork).toBe(1)
  expect(await patient.offer(items('a/1'))).toBe(0)
})

test('depths tell what waits and what is in work, by service and lane', async () => {
  const journal = new Journal()
  const { passed } = gate()
  await over(broker.nc).offer([...items('a/1', 'a/2', 'a/3'), item('a/4', { service: 'screener' })])
  startWork(over(second), journal, async () => {
    await passed
    return done
  })
  await journal.until(1)
  const { consumers } = await jetstreamManager(broker.nc)
  await consumers.add(workStream, { durable_name: 'of-no-lane', ack_policy: 'explicit', filter_subject: 'work.odd.>' })
  const depths = await queueDepths(second)
  expect(depths).toContainEqual({ service: 'reader', lane: 'main', pending: 2, inWork: 1 })
  expect(depths).toContainEqual({ service: 'screener', lane: 'main', pending: 1, inWork: 0 })
  expect(depths).toContainEqual({ service: 'search-gateway', lane: 'full-text', pending: 0, inWork: 0 })
  const lanes = testTopology(ackWaitMs).consumers.filter((consumer) => consumer.stream === workStream)
  expect(depths.map(({ service, lane }) => `${service}-${lane}`)).toEqual(lanes.map(({ name }) => name).toSorted())
})
