import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endWorkers, items, Journal, nameOf, startWork } from '../behaviour/test-work.ts'
import type { WorkItem } from '../work-queue.ts'
import { JetStreamWorkQueue } from './jetstream-work-queue.ts'
import { startWorkBroker, type WorkBroker } from './testing/work-broker.ts'
import { advisoriesStream, serverMaxDeliver, workStream } from './topology.ts'
import { watchMaxDeliveries } from './watch-max-deliveries.ts'

let broker: WorkBroker
beforeAll(async () => {
  broker = await startWorkBroker(1_000)
})
beforeEach(() => broker.clear())
endWorkers()
afterAll(() => broker.close())

const queue = () => new JetStreamWorkQueue(broker.nc, () => 1)

/** Takes the one item of the lane as often as the server gives it, and never ends it. */
async function exhaust(): Promise<void> {
  const consumer = await jetstream(broker.nc).consumers.get(workStream, 'reader-main')
  for (let delivery = 1; delivery <= serverMaxDeliver; delivery++) {
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.info.deliveryCount).toBe(delivery)
    message?.nak(1)
  }
}

function watch(journal: Journal, onDead: (item: WorkItem) => Promise<void> = async () => undefined) {
  return watchMaxDeliveries({
    nc: broker.nc,
    retryDelay: () => 1,
    onDead: async (item, reason, deliveries) => {
      await onDead(item)
      journal.add(`dead ${nameOf(item)} ${reason} ${deliveries}`)
    },
    onError: (error) => journal.add(`error ${error instanceof Error ? error.message : String(error)}`),
  })
}

test('an item that the server delivers no more is told, and is off the queue; other work went on', async () => {
  const journal = new Journal()
  const work = new Journal()
  await queue().offer(items('a/1'))
  await exhaust()
  startWork(queue(), work)
  await queue().offer(items('a/2'))
  await work.until(1)
  expect(work.lines).toEqual(['a/2 1'])
  expect(await queue().offer(items('a/1'))).toBe(0)
  let refusals = 1
  const watching = watch(journal, async () => {
    if (refusals-- > 0) throw new Error('the log is away')
  })
  await journal.until(2)
  await watching.drain()
  expect(journal.lines).toEqual(['error the log is away', 'dead a/1 none of 10 deliveries was finished 10'])
  expect(await queue().offer(items('a/1'))).toBe(1)
  await work.untilLine('a/1 1')
})

test('what is gone from the queue meanwhile is passed over; what is no advisory is dropped', async () => {
  const journal = new Journal()
  await queue().offer(items('a/1'))
  await exhaust()
  const consumer = await jetstream(broker.nc).consumers.get(workStream, 'reader-main')
  // The advisory is sent when a pull meets the item.
  expect(await consumer.next({ expires: 1_000 })).toBeNull()
  await queue().cancel('a')
  const { streams } = await jetstreamManager(broker.nc)
  expect((await streams.info(advisoriesStream)).state.messages).toBeGreaterThan(0)
  const rogue = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${workStream}.reader-main`
  await jetstream(broker.nc).publish(rogue, '{"stream":"EVENTS","stream_seq":1,"deliveries":10}')
  const watching = watch(journal)
  await journal.until(1)
  await watching.drain()
  expect(journal.lines[0]).toMatch(/^error .*MAX_DELIVERIES\.WORK\.reader-main held no work and was dropped: /)
  expect(journal.lines).toHaveLength(1)
})
